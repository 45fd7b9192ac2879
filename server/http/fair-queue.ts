import { Refusal } from '../common/refusal.ts'
import { type Origin, Origins, Overload, type Shed } from './origin-shares.ts'

/*
 * Admission control: limits how many requests are handled at a time, chooses the next one, and sheds load.
 *
 * Requests queue per origin, and the origin with the fewest requests in progress is next (fair queueing), so that many
 * connections of one address don't hold up the others. Each queue sheds load by how long its requests wait. Short
 * bursts queue. If no request was admitted without a long wait for two seconds, the queue is overloaded: its requests
 * then wait ten milliseconds at most, newest first. This applies to up to seven origins that together have most of the
 * requests; if many smaller ones are too much together, it applies to the whole process. An origin alone may use the
 * whole process.
 *
 * Telling a standing queue from a burst by the shortest wait is from Nichols and Jacobson, "Controlling Queue Delay",
 * ACM Queue 10 (5), 2012; newest first from Maurer, "Fail at Scale", ACM Queue 13 (8), 2015; a queue and an overload
 * state per sender, and dropping from the longest queue, from RFC 8290 (FQ-CoDel).
 */

/**
 * Requests handled at a time, normally and under overload: by the process, and of one origin. Normally some wait for
 * something slow, which mustn't hold up the others; under overload each further one slows down all of them and hardly
 * raises the number of responses a second.
 */
export const maxConcurrent = { normal: 32, overloaded: 4 }
/**
 * Requests of one origin handled at a time while others send some too: enough to keep a CPU busy, and few enough that
 * the others don't wait for CPU or for one of the twenty database connections.
 */
export const maxConcurrentOfOrigin = 8
/** Requests in all queues; more would only use memory. */
const maxQueued = 2000
/** Milliseconds from which a wait is long. */
const longWait = 100
/**
 * Milliseconds that a request may wait: normally, while its queue or the process is overloaded, and under overload of
 * the process if its origin has fewer requests than the average.
 */
const maxWait = { normal: 5000, overloaded: 10, belowAverage: 100 }
/** Milliseconds between checks of the queues. */
const checkInterval = 10

/** Admits requests up to a limit, taking turns among their origins. */
export class FairQueue {
  readonly origins = new Origins()
  /** Origins with a queue; an origin that was served moves to the end. */
  readonly #waiting = new Set<Origin>()
  readonly #overload = new Overload()
  #inProgress = 0
  #queued = 0
  #watch: NodeJS.Timeout | undefined
  #largeCache = { at: Number.NEGATIVE_INFINITY, haveMost: false, share: maxConcurrent.overloaded }
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Returns how to refuse a request before any work is done for it, or undefined to handle it. A refusal through the
   * usual path costs a good part of a response, and at three times the capacity that leaves no time for responses.
   */
  shedEarly(from: string): Shed | undefined {
    if (this.#queued > 0) {
      const now = this.#now()
      const origin = this.origins.find(from)
      const waiting = origin?.queue.length ?? 0
      if (origin && waiting >= maxConcurrent.overloaded && this.#isOriginOverloaded(origin, now)) {
        this.#extendOverload(origin, now)
        return this.origins.overShare(now)
      }
      const queues = this.#waiting.size + (waiting > 0 ? 0 : 1)
      if (waiting >= Math.floor(maxConcurrent.overloaded / queues) && this.#isOverloaded(now)) {
        this.#overload.extend(now)
        return 'unavailable'
      }
    }
    return undefined
  }

  /**
   * Returns undefined if the request may start at once, else a promise that resolves when it may; call `leave` once it
   * is done. The promise rejects with `unavailable`, or `too_many` beyond the origin's share, after too long a wait.
   */
  enter(from: string): Promise<void> | undefined {
    const now = this.#now()
    const origin = this.origins.record(from, now)
    // Requests in the queue come first.
    if (origin.queue.length === 0 && this.#mayStart(origin, now) && this.#inProgress < this.#maxConcurrent(now)) {
      this.#inProgress += 1
      origin.inProgress += 1
      return undefined
    }
    if (this.#queued >= maxQueued && !this.#dropFromLongest(origin, now))
      return Promise.reject(shedRefusal(origin.queue.length > 0 ? this.origins.overShare(now) : 'unavailable'))
    // Until now nothing had to wait.
    if (origin.queue.length === 0) origin.overload.lastCalmAt = now
    if (this.#queued === 0) this.#overload.lastCalmAt = now
    this.#watch ??= setInterval(() => this.#checkQueues(), checkInterval).unref()
    this.#waiting.add(origin)
    this.#queued += 1
    return new Promise((enter, refuse) => {
      origin.queue.push({ since: now, enter, refuse })
    })
  }

  /** Ends a request and admits the next. */
  leave(from: string): void {
    const now = this.#now()
    const origin = this.origins.find(from)
    if (!origin) return
    this.#inProgress -= 1
    origin.inProgress -= 1
    this.#expire(origin, now)
    this.#admit(now)
    this.#forget(from, origin, now)
  }

  #admit(now: number): void {
    while (this.#queued > 0 && this.#inProgress < this.#maxConcurrent(now)) {
      const next = this.#next(now)
      if (!next) return
      const request =
        this.#isOriginOverloaded(next, now) || this.#isOverloaded(now) ? next.queue.pop() : next.queue.shift()
      this.#queued -= 1
      // To the end of the waiting origins.
      this.#waiting.delete(next)
      if (next.queue.length > 0) this.#waiting.add(next)
      if (!request) return
      if (now - request.since < longWait) next.overload.lastCalmAt = this.#overload.lastCalmAt = now
      this.#inProgress += 1
      next.inProgress += 1
      request.enter()
    }
  }

  /** Counts a request that hashes; returns false, and doesn't count it, if its origin has too many. */
  startHashing(from: string): boolean {
    return this.origins.startHashing(from, this.#now())
  }

  endHashing(from: string): void {
    const origin = this.origins.find(from)
    if (!origin) return
    origin.hashing -= 1
    this.#forget(from, origin, this.#now())
  }

  get queued(): number {
    return this.#queued
  }

  /** Number of remembered origins. */
  get size(): number {
    return this.origins.size
  }

  #isOverloaded(now: number): boolean {
    if (this.#overload.isActive(now)) return true
    if (this.#queued === 0 || !this.#overload.isSustained(now)) return false
    // Origins that are overloaded by themselves are shed first. Only if that doesn't help is the process overloaded.
    for (const origin of this.#waiting)
      if (this.#isOriginOverloaded(origin, now)) {
        this.#overload.lastCalmAt = now
        return false
      }
    return true
  }

  /** Returns whether an origin's requests wait because of itself: it is one of a few that have most of the requests. */
  #isOriginOverloaded(origin: Origin, now: number): boolean {
    if (origin.overload.isActive(now)) return true
    if (origin.queue.length === 0 || !origin.overload.isSustained(now)) return false
    return this.#isLarge(origin) && this.#largeOrigins(now).haveMost
  }

  /**
   * Returns whether an origin has more than an eighth of all requests. There can be at most seven of those, so their
   * slots under overload leave some for the others.
   */
  #isLarge(origin: Origin): boolean {
    return origin.requests * maxConcurrent.normal > (this.#inProgress + this.#queued) * maxConcurrent.overloaded
  }

  /**
   * Returns whether the large origins have most of the requests, and how many of each are handled at a time while it is
   * overloaded: overloaded origins share the slots of an overload, so that a visitor doesn't wait behind more.
   */
  #largeOrigins(now: number): { haveMost: boolean; share: number } {
    // Computed at most once per interval: there may be thousands of origins, and each asks.
    if (now - this.#largeCache.at >= checkInterval) {
      let requests = 0
      let overloaded = 0
      for (const [, origin] of this.origins) {
        if (!this.#isLarge(origin)) continue
        requests += origin.requests
        if (origin.overload.isActive(now)) overloaded += 1
      }
      const share = Math.max(1, Math.floor(maxConcurrent.overloaded / Math.max(1, overloaded)))
      this.#largeCache = { at: now, haveMost: 2 * requests > this.#inProgress + this.#queued, share }
    }
    return this.#largeCache
  }

  #extendOverload(origin: Origin, now: number): void {
    origin.overload.extend(now)
    this.#overload.lastCalmAt = now
  }

  #maxConcurrent(now: number): number {
    return this.#isOverloaded(now) ? maxConcurrent.overloaded : maxConcurrent.normal
  }

  #mayStart(origin: Origin, now: number): boolean {
    if (this.#isOriginOverloaded(origin, now)) return origin.inProgress < this.#largeOrigins(now).share
    return origin.inProgress < (this.origins.isShared(now) ? maxConcurrentOfOrigin : maxConcurrent.normal)
  }

  /** Returns the waiting origin with the fewest requests in progress, of those that may start one. */
  #next(now: number): Origin | undefined {
    let next: Origin | undefined
    for (const origin of this.#waiting) {
      if (next && origin.inProgress >= next.inProgress) continue
      if (!this.#mayStart(origin, now)) continue
      this.#expire(origin, now)
      if (origin.queue.length === 0) continue
      next = origin
      // None can have fewer, so the loop is short: most waiting origins have none in progress.
      if (origin.inProgress === 0) break
    }
    return next
  }

  /** Refuses requests that have waited too long. */
  #expire(origin: Origin, now: number): void {
    const own = this.#isOriginOverloaded(origin, now)
    const overloaded = own || this.#isOverloaded(now)
    const isBelowAverage = !own && origin.requests * this.origins.size < this.#inProgress + this.#queued
    const tooLong = now - (!overloaded ? maxWait.normal : isBelowAverage ? maxWait.belowAverage : maxWait.overloaded)
    while (origin.queue[0] && origin.queue[0].since < tooLong) {
      const request = origin.queue.shift()
      this.#queued -= 1
      if (own) this.#extendOverload(origin, now)
      else if (overloaded) this.#overload.extend(now)
      request?.refuse(shedRefusal(own ? this.origins.overShare(now) : 'unavailable'))
    }
    if (origin.queue.length === 0) this.#waiting.delete(origin)
  }

  /** Drops the newest request of the longest queue; returns false if the origin's own is as long. */
  #dropFromLongest(origin: Origin, now: number): boolean {
    let longest = origin
    for (const each of this.#waiting) if (each.queue.length > longest.queue.length) longest = each
    if (longest.queue.length <= origin.queue.length + 1) return false
    const request = longest.queue.pop()
    this.#queued -= 1
    request?.refuse(shedRefusal(this.origins.overShare(now)))
    return true
  }

  #checkQueues(): void {
    const now = this.#now()
    let isWaiting = false
    for (const [from, origin] of this.origins) {
      this.#expire(origin, now)
      if (origin.queue.length > 0 && !this.#isOriginOverloaded(origin, now)) isWaiting = true
      this.#forget(from, origin, now)
    }
    // Origins overloaded by themselves don't make the process overloaded: the others are served.
    if (!isWaiting) this.#overload.lastCalmAt = now
    this.#admit(now)
    if (this.#queued > 0 || [...this.origins].some(([, origin]) => this.#isOriginOverloaded(origin, now))) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #forget(from: string, origin: Origin, now: number): void {
    if (origin.requests + origin.hashing === 0 && !this.#isOriginOverloaded(origin, now)) this.origins.forget(from)
  }
}

/** Returns the refusal of a shed request. */
export const shedRefusal = (how: Shed): Refusal => new Refusal(how, { retryAfter: 1 })
