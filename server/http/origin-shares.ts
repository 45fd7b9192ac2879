import type { Refusal } from '../common/refusal.ts'

/**
 * Requests of one origin that hash a password at a time, alone and while others send requests. All hashes share one
 * queue, so this bounds how long one client's tries delay another's sign-in.
 */
const maxHashing = { alone: 64, shared: 6 }
/** Milliseconds after a request of another origin during which an origin doesn't count as alone. */
const sharedFor = 10_000
/** Milliseconds without a short wait after which a queue is overloaded. */
const overloadedAfter = 2000
/** Milliseconds that it stays overloaded after the last refusal: refusing empties the queue. */
const staysOverloadedFor = 200

/** How a request is refused: `too_many` beyond its origin's share, `unavailable` if the process is overloaded. */
export type Shed = 'too_many' | 'unavailable'

export type Waiting = { since: number; enter: () => void; refuse: (error: Refusal) => void }

/** The overload state of a queue, by how long its requests wait. */
export class Overload {
  /** When a request was last admitted without a long wait, or the queue was empty. */
  lastCalmAt = 0
  #until = 0

  /** Returns whether a request was refused a moment ago. */
  isActive(now: number): boolean {
    return now < this.#until
  }

  /** Returns whether no request was admitted without a long wait for too long. */
  isSustained(now: number): boolean {
    return now - this.lastCalmAt > overloadedAfter
  }

  extend(now: number): void {
    this.#until = now + staysOverloadedFor
  }
}

/** The requests of one origin. */
export class Origin {
  readonly queue: Waiting[] = []
  readonly overload = new Overload()
  inProgress = 0
  hashing = 0

  /** Requests in progress and in the queue. */
  get requests(): number {
    return this.inProgress + this.queue.length
  }
}

/** The origins with requests, and whether there was more than one lately. */
export class Origins {
  readonly #origins = new Map<string, Origin>()
  /** The latest request. */
  #last: { from: string; at: number } | undefined
  #sharedUntil = 0

  /** Records a request of an origin, and returns the origin. */
  record(from: string, now: number): Origin {
    const last = this.#last
    if (last && last.from !== from && now - last.at < sharedFor) this.#sharedUntil = now + sharedFor
    this.#last = { from, at: now }
    const known = this.#origins.get(from)
    if (known) return known
    const origin = new Origin()
    this.#origins.set(from, origin)
    return origin
  }

  find(from: string): Origin | undefined {
    return this.#origins.get(from)
  }

  forget(from: string): void {
    this.#origins.delete(from)
  }

  get size(): number {
    return this.#origins.size
  }

  [Symbol.iterator](): MapIterator<[string, Origin]> {
    return this.#origins[Symbol.iterator]()
  }

  /** Returns whether more than one origin sent requests lately. */
  isShared(now: number): boolean {
    return now < this.#sharedUntil
  }

  /** Returns how to refuse a request beyond its origin's share. */
  overShare(now: number): Shed {
    return this.isShared(now) ? 'too_many' : 'unavailable'
  }

  /** Counts a request that hashes; returns false, and doesn't count it, if its origin has too many. */
  startHashing(from: string, now: number): boolean {
    const origin = this.record(from, now)
    if (origin.hashing >= maxHashing[this.isShared(now) ? 'shared' : 'alone']) return false
    origin.hashing += 1
    return true
  }
}
