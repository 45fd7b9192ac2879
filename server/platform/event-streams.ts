import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from './refusal.ts'

/*
 * Server-sent events: answers that stay open and say when something changed. They carry no data of their own, so that
 * what a person may see is decided in one place, by the calls.
 */

type OpenStream = { who: string; body: PassThrough; stillAllowed: () => Promise<boolean> }

/**
 * Milliseconds between signs of life; at each it is asked again whether the listener may still listen. Where asking all of
 * them takes longer, the next signs are left out.
 */
const beat = 20_000
/** Streams of one listener: more tabs than people keep. The oldest makes way. */
const perListener = 8
/** Streams of one server process. */
const atOnce = 5000
/** Bytes waiting for a listener that doesn't read. */
const unread = 64 * 1024

/** The open streams of one kind, by listener. */
export class EventStreams {
  readonly #open = new Set<OpenStream>()
  readonly #beating: NodeJS.Timeout
  #asking = false
  #closed = false

  constructor(everyMilliseconds = beat) {
    this.#beating = setInterval(() => void this.#beat(), everyMilliseconds)
    this.#beating.unref()
  }

  /** Opens a stream for somebody. Refuses `unavailable` when there are too many, and once closed. */
  open(reply: FastifyReply, who: string, stillAllowed: () => Promise<boolean>): FastifyReply {
    if (this.#closed || this.#open.size >= atOnce) throw new Refusal('unavailable')
    const own = [...this.#open].filter((stream) => stream.who === who)
    if (own.length >= perListener) own[0]?.body.end()
    const stream = { who, body: new PassThrough(), stillAllowed }
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

  async #beat(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    for (const stream of this.#open) {
      // Not knowing is no reason to send anybody away: the next beat asks again.
      const allowed = await stream.stillAllowed().catch(() => true)
      if (allowed) this.#write(stream, ':\n\n')
      else stream.body.end()
    }
    this.#asking = false
  }

  #write({ body }: OpenStream, words: string): void {
    if (body.writableLength > unread) body.destroy()
    else if (body.writable) body.write(words)
  }
}
