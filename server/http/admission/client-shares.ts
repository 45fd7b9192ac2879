import type { Refusal } from '../../common/refusal.ts'

/**
 * The most concurrent requests of one client that hash a password or a code: `alone` if no other client sends requests,
 * else `shared`. The queues of hashes are fair by time; this keeps one client from filling them.
 */
const maxHashing = { alone: 64, shared: 6 }
/** Milliseconds after a request of another client during which a client isn't alone. */
const sharedMilliseconds = 10_000
/** Milliseconds with long waits only, after which a queue is overloaded. */
const overloadedAfter = 2000
/** Milliseconds that it stays overloaded after the last refusal: refusing empties the queue. */
const overloadPeriod = 200

/** How a request is refused: `too_many` beyond its client's share, `unavailable` if the process is overloaded. */
export type ShedReason = 'too_many' | 'unavailable'

export type QueuedRequest = { since: number; enter: () => void; refuse: (error: Refusal) => void }

/** The overload state of a queue, by how long its requests wait. */
export class Overload {
  /** When a request was last admitted without a long wait, none waited, or they waited because of a few clients. */
  lastCalmAt = 0
  #until = 0

  /** Returns whether a request was refused a moment ago. */
  isActive(now: number): boolean {
    return now < this.#until
  }

  /** Returns whether no request was admitted after a short wait in the last `overloadedAfter` milliseconds. */
  isSustained(now: number): boolean {
    return now - this.lastCalmAt > overloadedAfter
  }

  /** Records a refusal: the queue stays overloaded for a moment. */
  extend(now: number): void {
    this.#until = now + overloadPeriod
  }
}

/** The requests of one client: of an IPv4 address or an IPv6 /56 network, see `networkOf`. */
export class ClientRequests {
  readonly queue: QueuedRequest[] = []
  readonly overload = new Overload()
  inProgress = 0
  hashing = 0

  /** Requests in progress and in the queue. */
  get requests(): number {
    return this.inProgress + this.queue.length
  }
}

/** The clients with requests, and whether there was more than one lately. */
export class Clients {
  readonly #clients = new Map<string, ClientRequests>()
  /** The latest request. */
  #last: { from: string; at: number } | undefined
  #sharedUntil = 0

  /** Records a request of a client, and returns the client. */
  record(from: string, now: number): ClientRequests {
    const last = this.#last
    if (last && last.from !== from && now - last.at < sharedMilliseconds) this.#sharedUntil = now + sharedMilliseconds
    this.#last = { from, at: now }
    const known = this.#clients.get(from)
    if (known) return known
    const client = new ClientRequests()
    this.#clients.set(from, client)
    return client
  }

  /** Returns a client of recorded requests; undefined once it is forgotten. */
  find(from: string): ClientRequests | undefined {
    return this.#clients.get(from)
  }

  /** Removes a client without requests, so that clients of the past take no memory. */
  forget(from: string): void {
    this.#clients.delete(from)
  }

  get size(): number {
    return this.#clients.size
  }

  [Symbol.iterator](): MapIterator<[string, ClientRequests]> {
    return this.#clients[Symbol.iterator]()
  }

  /** Returns whether more than one client sent requests lately. */
  isShared(now: number): boolean {
    return now < this.#sharedUntil
  }

  /** Returns how to refuse a request beyond its client's share. */
  overShare(now: number): ShedReason {
    return this.isShared(now) ? 'too_many' : 'unavailable'
  }

  /** Counts a request that hashes; returns false, and doesn't count it, if its client has too many. */
  startHashing(from: string, now: number): boolean {
    const client = this.record(from, now)
    if (client.hashing >= maxHashing[this.isShared(now) ? 'shared' : 'alone']) return false
    client.hashing += 1
    return true
  }
}
