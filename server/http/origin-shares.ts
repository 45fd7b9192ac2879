import type { Refusal } from '../common/refusal.ts'

/**
 * Requests of one origin that are worked on without a place, as those that hash a password, alone and while others come.
 * Hashes wait in one line for all, so these are what a stranger's tries can put before anybody's login.
 */
const besideOfOrigin = { alone: 64, shared: 6 }
/** Milliseconds after a request of another origin in which an origin isn't alone. */
const aloneAfter = 10_000
/** Milliseconds in which every request had a long wait, after which a queue counts as overloaded. */
const overloadedAfter = 2000
/** Milliseconds for which it stays so after the last one was sent away: sending them away empties the queue. */
const overloadedFor = 200

/** How a request is sent away: for its origin's share, or because the shop is full. */
export type Shed = 'too_many' | 'unavailable'

export type Waiting = { since: number; enter: () => void; refuse: (error: Refusal) => void }

/** Whether a queue is overloaded, by how long its requests wait. */
export class Overload {
  /** When a request last got in without a long wait, or the queue was empty. */
  calmAt = 0
  #until = 0

  /** Whether a request was sent away a moment ago. */
  goesOn(now: number): boolean {
    return now < this.#until
  }

  /** Whether no request has got in without a long wait for long. */
  begins(now: number): boolean {
    return now - this.calmAt > overloadedAfter
  }

  extend(now: number): void {
    this.#until = now + overloadedFor
  }
}

/** The requests of one origin. */
export class Origin {
  readonly queue: Waiting[] = []
  readonly overload = new Overload()
  inside = 0
  beside = 0

  /** Those that are worked on and those that wait. */
  get requests(): number {
    return this.inside + this.queue.length
  }
}

/** The origins that have requests, and whether more than one came lately. */
export class Origins {
  readonly #origins = new Map<string, Origin>()
  /** The request that came last. */
  #last: { from: string; at: number } | undefined
  #sharedUntil = 0

  /** Notes a request of an origin, and returns the origin. */
  comes(from: string, now: number): Origin {
    const last = this.#last
    if (last && last.from !== from && now - last.at < aloneAfter) this.#sharedUntil = now + aloneAfter
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

  /** Whether more than one origin came lately. */
  isShared(now: number): boolean {
    return now < this.#sharedUntil
  }

  /** How a request beyond its origin's share is sent away. */
  overShare(now: number): Shed {
    return this.isShared(now) ? 'too_many' : 'unavailable'
  }

  /** Counts a request that takes no place; false, and not counted, when its origin has too many. */
  enterBeside(from: string, now: number): boolean {
    const origin = this.comes(from, now)
    if (origin.beside >= besideOfOrigin[this.isShared(now) ? 'shared' : 'alone']) return false
    origin.beside += 1
    return true
  }
}
