import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../common/refusal.ts'

/*
 * Server-sent events: answers that stay open and say when something changed. They carry no data of their own, so that
 * what a person may see is decided in one place, by the calls.
 */

/** Who listens: the account, the key of the session by which it does, and the origin of its request. */
export type Listener = { who: string; session: string; origin: string }
type OpenStream = Listener & { body: PassThrough }

/** Milliseconds between signs of life; at each it is asked again who may still listen. */
const beat = 20_000
/** Streams of one listener: more tabs than people keep. The oldest makes way. */
const perListener = 8
/** Streams of one server process. When there are as many, the origin with the most makes way. */
const mostStreams = 5000
/** Sessions that are looked up by one query. */
const perQuery = 1000
/** Bytes waiting for a listener that doesn't read. */
const unread = 64 * 1024

export type EventStreamsDeps = {
  /** Which of these sessions may still listen. */
  openSessions: (sessions: readonly string[]) => Promise<ReadonlySet<string>>
  everyMilliseconds?: number
  most?: number
}

/** The open streams of one kind, by listener. */
export class EventStreams {
  readonly #open = new Set<OpenStream>()
  readonly #openSessions: EventStreamsDeps['openSessions']
  readonly #most: number
  readonly #beating: NodeJS.Timeout
  #asking = false
  #closed = false

  constructor({ openSessions, everyMilliseconds = beat, most = mostStreams }: EventStreamsDeps) {
    this.#openSessions = openSessions
    this.#most = most
    this.#beating = setInterval(() => void this.#beat(), everyMilliseconds)
    this.#beating.unref()
  }

  /**
   * Opens a stream for somebody. When there are too many, the oldest of the origin with the most ends; refuses `too_many`
   * where that is the listener's own, and `unavailable` where no other origin listens, and once closed.
   */
  open(reply: FastifyReply, listener: Listener): FastifyReply {
    if (this.#closed) throw new Refusal('unavailable')
    const own = [...this.#open].filter(({ who }) => who === listener.who)
    if (own[0] && own.length >= perListener) this.#end(own[0])
    else if (this.#open.size >= this.#most) this.#makeByteBudget(listener.origin)
    const stream = { ...listener, body: new PassThrough() }
    this.#open.add(stream)
    stream.body.on('close', () => this.#open.delete(stream))
    // Browsers come back after this many milliseconds when the connection breaks.
    stream.body.write('retry: 1000\n\n')
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no') // proxies pass each event on at once
      .send(stream.body)
  }

  /** Tells one listener, or all of them, of an event. */
  tell(event: string, data: object, who?: string): void {
    const words = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of this.#open) if (who === undefined || stream.who === who) this.#write(stream, words)
  }

  /** Ends every stream; listeners come back to whoever answers then. */
  close(): void {
    this.#closed = true
    clearInterval(this.#beating)
    for (const { body } of this.#open) body.end()
  }

  get size(): number {
    return this.#open.size
  }

  #makeByteBudget(origin: string): void {
    const byOrigin = new Map<string, OpenStream[]>()
    for (const stream of this.#open) {
      const streams = byOrigin.get(stream.origin)
      if (streams) streams.push(stream)
      else byOrigin.set(stream.origin, [stream])
    }
    const own = byOrigin.get(origin)?.length ?? 0
    const [largest = []] = [...byOrigin.values()].sort((a, b) => b.length - a.length)
    // Ending one of as many would only turn the two around.
    if (!largest[0] || largest.length <= own + 1)
      throw new Refusal(own > 0 && byOrigin.size > 1 ? 'too_many' : 'unavailable', { retryAfter: 5 })
    this.#end(largest[0])
  }

  #end(stream: OpenStream): void {
    // At once: its place is taken before its connection is closed.
    this.#open.delete(stream)
    stream.body.end()
  }

  async #beat(): Promise<void> {
    // Where asking takes longer than a beat, the next signs are left out.
    if (this.#asking) return
    this.#asking = true
    const streams = [...this.#open]
    const sessions = [...new Set(streams.map(({ session }) => session))]
    for (let start = 0; start < sessions.length; start += perQuery) {
      const asked = new Set(sessions.slice(start, start + perQuery))
      // Not knowing is no reason to send anybody away: the next beat asks again.
      const open = await this.#openSessions([...asked]).catch(() => asked)
      for (const stream of streams) {
        if (!asked.has(stream.session)) continue
        if (open.has(stream.session)) this.#write(stream, ':\n\n')
        else stream.body.end()
      }
    }
    this.#asking = false
  }

  #write({ body }: OpenStream, words: string): void {
    if (body.writableLength > unread) body.destroy()
    else if (body.writable) body.write(words)
  }
}
