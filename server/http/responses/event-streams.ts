import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../common/refusal.ts'

/*
 * Server-sent events: replies that stay open and report that something changed. Clients read the change by a call.
 * The data of an event is sent to every stream of its kind, or to those of one account: the publisher decides what
 * these may see. An order's events have at most its id, its status and that its slip changed.
 */

/** The account of a stream, the key of its session, and the client address of its request. */
export type StreamOwner = { accountId: string; session: string; clientAddress: string }
type OpenStream = StreamOwner & { body: PassThrough }

/** Milliseconds between heartbeats; each also checks the sessions again. */
const heartbeat = 20_000
/** Streams of one account: more than people have tabs. Beyond it the oldest ends. */
const maxPerAccount = 8
/** Streams of one process. Beyond it the client with the most loses one. */
const maxStreams = 5000
/** Streams whose sessions are checked by one query. */
const perQuery = 1000
/** Bytes buffered for a client that doesn't read. */
const maxUnreadBytes = 64 * 1024

export type EventStreamsDeps = {
  /** Returns which of these sessions are still valid. */
  openSessions: (sessions: readonly string[]) => Promise<ReadonlySet<string>>
  everyMilliseconds?: number
  max?: number
}

/** The open streams of one kind, by account. */
export class EventStreams {
  readonly #open = new Set<OpenStream>()
  readonly #openSessions: EventStreamsDeps['openSessions']
  readonly #max: number
  readonly #heartbeatTimer: NodeJS.Timeout
  #isChecking = false
  #checkAgain = false
  #closed = false

  constructor({ openSessions, everyMilliseconds = heartbeat, max = maxStreams }: EventStreamsDeps) {
    this.#openSessions = openSessions
    this.#max = max
    this.#heartbeatTimer = setInterval(() => {
      // If a check takes longer than a heartbeat, the next ones are skipped.
      if (!this.#isChecking) void this.checkSessions()
    }, everyMilliseconds)
    this.#heartbeatTimer.unref()
  }

  /**
   * Opens a stream. If there are too many, the oldest of the client with the most ends. Throws `too_many` if that is
   * the owner's own client address, and `unavailable` if no other one has streams, or after closing.
   */
  open(reply: FastifyReply, owner: StreamOwner): FastifyReply {
    if (this.#closed) throw new Refusal('unavailable')
    const ownStreams = [...this.#open].filter(({ accountId }) => accountId === owner.accountId)
    if (ownStreams[0] && ownStreams.length >= maxPerAccount) this.#end(ownStreams[0])
    else if (this.#open.size >= this.#max) this.#endOneOfLargestClient(owner.clientAddress)
    const stream = { ...owner, body: new PassThrough() }
    this.#open.add(stream)
    stream.body.on('close', () => this.#open.delete(stream))
    // Milliseconds after which browsers reconnect.
    stream.body.write('retry: 1000\n\n')
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no') // proxies must not buffer
      .send(stream.body)
  }

  /** Sends an event to the streams of one account, or to all. */
  publish(event: string, data: object, accountId?: string): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of this.#open)
      if (accountId === undefined || stream.accountId === accountId) this.#write(stream, text)
  }

  /** Ends the streams of one account, or all: browsers open them anew. */
  end(accountId?: string): void {
    for (const stream of this.#open) if (accountId === undefined || stream.accountId === accountId) this.#end(stream)
  }

  /** Ends the streams of a session or an account that aren't signed in any more. */
  async check(key: string): Promise<void> {
    const streams = [...this.#open].filter(({ session, accountId }) => session === key || accountId === key)
    if (streams.length > 0) await this.#endClosed(streams)
  }

  /** Ends every stream; clients then reconnect to another process. */
  close(): void {
    this.#closed = true
    clearInterval(this.#heartbeatTimer)
    for (const { body } of this.#open) body.end()
  }

  get size(): number {
    return this.#open.size
  }

  #endOneOfLargestClient(clientAddress: string): void {
    const byClient = new Map<string, OpenStream[]>()
    for (const stream of this.#open) {
      const streams = byClient.get(stream.clientAddress)
      if (streams) streams.push(stream)
      else byClient.set(stream.clientAddress, [stream])
    }
    const ownCount = byClient.get(clientAddress)?.length ?? 0
    const [largest = []] = [...byClient.values()].sort((a, b) => b.length - a.length)
    // Closing a stream of an equally large client would only swap who is refused.
    if (!largest[0] || largest.length <= ownCount + 1)
      throw new Refusal(ownCount > 0 && byClient.size > 1 ? 'too_many' : 'unavailable', { retryAfter: 5 })
    this.#end(largest[0])
  }

  #end(stream: OpenStream): void {
    // Removed at once: another stream may open before this one's connection is closed.
    this.#open.delete(stream)
    stream.body.end()
  }

  /** Sends a heartbeat to the streams whose sessions are open, and ends the others; during a check, again after it. */
  async checkSessions(): Promise<void> {
    if (this.#isChecking) {
      this.#checkAgain = true
      return
    }
    this.#isChecking = true
    this.#checkAgain = false
    const streams = [...this.#open]
    for (let start = 0; start < streams.length; start += perQuery)
      for (const stream of await this.#endClosed(streams.slice(start, start + perQuery))) this.#write(stream, ':\n\n')
    this.#isChecking = false
    if (this.#checkAgain && !this.#closed) await this.checkSessions()
  }

  /** Ends those of the streams whose sessions are over, and returns the others. */
  async #endClosed(streams: readonly OpenStream[]): Promise<OpenStream[]> {
    const sessions = [...new Set(streams.map(({ session }) => session))]
    // If the check fails, no stream is ended: the next heartbeat tries again.
    const open = await this.#openSessions(sessions).catch(() => new Set(sessions))
    for (const { session, body } of streams) if (!open.has(session)) body.end()
    return streams.filter(({ session }) => open.has(session))
  }

  #write({ body }: OpenStream, text: string): void {
    if (body.writableLength > maxUnreadBytes) body.destroy()
    else if (body.writable) body.write(text)
  }
}
