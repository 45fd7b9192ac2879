import { Refusal } from '../common/refusal.ts'
import { type Origin, Origins, Overload, type Shed } from './origin-shares.ts'

/*
 * Admission control: how many requests are worked on at a time, who is next, and who is sent away (load shedding).
 *
 * Requests wait in one queue per origin, and the origin with the fewest requests in progress is next (fair queueing), so
 * that many connections from one address don't hold up the others. Each queue sheds load by how long its requests wait:
 * short bursts wait; when for two seconds none got in without a long wait the queue is overloaded, its requests wait ten
 * milliseconds at most, and the newest are served first. So are up to seven origins that have most of the requests between them; when many smaller ones are too much
 * together, the same holds for the shop as a whole. One origin alone has the whole shop.
 *
 * That the shortest wait tells a standing queue from a burst is Nichols' and Jacobson's "Controlling Queue Delay", ACM
 * Queue 10 (5), 2012; newest first is from Maurer's "Fail at Scale", ACM Queue 13 (8), 2015; a queue and a state of
 * overload for each sender, and dropping from the longest queue, are RFC 8290 (FQ-CoDel).
 */

/**
 * Requests worked on at a time, usually and while overloaded: of all origins, and of each. Usually some wait for something
 * slow, and nobody else should; under overload each one more makes all of them slower, for little more that are answered
 * in a second.
 */
export const atOnce = { usually: 32, crowded: 4 }
/**
 * Requests of one origin worked on at a time while others come, too: enough to keep a processor busy, and few enough that
 * the others' requests don't wait behind them for it, nor for one of the database's twenty connections.
 */
export const shareOfOrigin = 8
/** Requests in all queues; more would only cost memory. */
const longestLine = 2000
/** Milliseconds in a queue that are a long wait. */
const longWait = 100
/**
 * Milliseconds that a request waits, before and while its queue, or the shop, is overloaded; then longer where its origin
 * has fewer requests than others have on the average.
 */
const patience = { usually: 5000, crowded: 10, modest: 100 }
/** Milliseconds between looks at the queues. */
const look = 10

/** Admits requests, as many at a time as the shop can work on, by turns of their origins. */
export class FairQueue {
  readonly origins = new Origins()
  /** Origins with a queue; who was served goes to the end. */
  readonly #waiting = new Set<Origin>()
  readonly #overload = new Overload()
  #inside = 0
  #inLine = 0
  #watch: NodeJS.Timeout | undefined
  #large = { at: Number.NEGATIVE_INFINITY, haveMost: false, share: atOnce.crowded }
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Whether, and how, a request is sent away before anything is done for it. A refusal at the end of the usual way costs a
   * good part of an answer, and three crowds of refusals leave no time for answers.
   */
  shedAtOnce(from: string): Shed | undefined {
    if (this.#inLine > 0) {
      const now = this.#now()
      const origin = this.origins.find(from)
      const waiting = origin?.queue.length ?? 0
      if (origin && waiting >= atOnce.crowded && this.#isOriginOverloaded(origin, now)) {
        this.#extendOverload(origin, now)
        return this.origins.overShare(now)
      }
      const queues = this.#waiting.size + (waiting > 0 ? 0 : 1)
      if (waiting >= Math.floor(atOnce.crowded / queues) && this.#isOverloaded(now)) {
        this.#overload.extend(now)
        return 'unavailable'
      }
    }
    return undefined
  }

  /**
   * Gives nothing when there is room, else what resolves as soon as there is; `leave` must be called after that. Rejects
   * with `unavailable`, or `too_many` where the origin had its share, when there is none for too long.
   */
  enter(from: string): Promise<void> | undefined {
    const now = this.#now()
    const origin = this.origins.comes(from, now)
    // Whoever waits already is before a newcomer.
    if (origin.queue.length === 0 && this.#hasRoom(origin, now) && this.#inside < this.#room(now)) {
      this.#inside += 1
      origin.inside += 1
      return undefined
    }
    if (this.#inLine >= longestLine && !this.#dropFromLongest(origin, now))
      return Promise.reject(shedding(origin.queue.length > 0 ? this.origins.overShare(now) : 'unavailable'))
    // Until now there was room.
    if (origin.queue.length === 0) origin.overload.calmAt = now
    if (this.#inLine === 0) this.#overload.calmAt = now
    this.#watch ??= setInterval(() => this.#lookAtQueues(), look).unref()
    this.#waiting.add(origin)
    this.#inLine += 1
    return new Promise((enter, refuse) => {
      origin.queue.push({ since: now, enter, refuse })
    })
  }

  /** Makes room for the next. */
  leave(from: string): void {
    const now = this.#now()
    const origin = this.origins.find(from)
    if (!origin) return
    this.#inside -= 1
    origin.inside -= 1
    this.#expire(origin, now)
    this.#admit(now)
    this.#forget(from, origin, now)
  }

  #admit(now: number): void {
    while (this.#inLine > 0 && this.#inside < this.#room(now)) {
      const next = this.#next(now)
      if (!next) return
      const request =
        this.#isOriginOverloaded(next, now) || this.#isOverloaded(now) ? next.queue.pop() : next.queue.shift()
      this.#inLine -= 1
      // To the end of those who wait.
      this.#waiting.delete(next)
      if (next.queue.length > 0) this.#waiting.add(next)
      if (!request) return
      if (now - request.since < longWait) next.overload.calmAt = this.#overload.calmAt = now
      this.#inside += 1
      next.inside += 1
      request.enter()
    }
  }

  /** Counts a request that takes no place; false, and not counted, when its origin has too many. */
  enterBeside(from: string): boolean {
    return this.origins.enterBeside(from, this.#now())
  }

  leaveBeside(from: string): void {
    const origin = this.origins.find(from)
    if (!origin) return
    origin.beside -= 1
    this.#forget(from, origin, this.#now())
  }

  get inLine(): number {
    return this.#inLine
  }

  /** Origins that are remembered. */
  get size(): number {
    return this.origins.size
  }

  #isOverloaded(now: number): boolean {
    if (this.#overload.goesOn(now)) return true
    if (this.#inLine === 0 || !this.#overload.begins(now)) return false
    // An origin that is overloaded by itself is shed first. Only if that doesn't help are all too much together.
    for (const origin of this.#waiting)
      if (this.#isOriginOverloaded(origin, now)) {
        this.#overload.calmAt = now
        return false
      }
    return true
  }

  /** Whether an origin waits for long because of itself: it is one of a few that have most of the requests. */
  #isOriginOverloaded(origin: Origin, now: number): boolean {
    if (origin.overload.goesOn(now)) return true
    if (origin.queue.length === 0 || !origin.overload.begins(now)) return false
    return this.#isLarge(origin) && this.#largeOrigins(now).haveMost
  }

  /**
   * Whether an origin has more than an eighth of all requests. There are at most seven such origins, so that the places
   * which they have while they are overloaded leave some for the others.
   */
  #isLarge(origin: Origin): boolean {
    return origin.requests * atOnce.usually > (this.#inside + this.#inLine) * atOnce.crowded
  }

  /**
   * Whether the large origins have most of the requests, and how many of each are worked on at a time while it is
   * overloaded: all that are share the places of an overload, so that a visitor waits behind no more of them.
   */
  #largeOrigins(now: number): { haveMost: boolean; share: number } {
    // Counted at most once a look: there may be thousands of origins, and each asks.
    if (now - this.#large.at >= look) {
      let requests = 0
      let overloaded = 0
      for (const [, origin] of this.origins) {
        if (!this.#isLarge(origin)) continue
        requests += origin.requests
        if (origin.overload.goesOn(now)) overloaded += 1
      }
      const share = Math.max(1, Math.floor(atOnce.crowded / Math.max(1, overloaded)))
      this.#large = { at: now, haveMost: 2 * requests > this.#inside + this.#inLine, share }
    }
    return this.#large
  }

  #extendOverload(origin: Origin, now: number): void {
    origin.overload.extend(now)
    this.#overload.calmAt = now
  }

  #room(now: number): number {
    return this.#isOverloaded(now) ? atOnce.crowded : atOnce.usually
  }

  #hasRoom(origin: Origin, now: number): boolean {
    if (this.#isOriginOverloaded(origin, now)) return origin.inside < this.#largeOrigins(now).share
    return origin.inside < (this.origins.isShared(now) ? shareOfOrigin : atOnce.usually)
  }

  /** Of the origins that wait and have room, the one with the fewest requests inside, and of these the first. */
  #next(now: number): Origin | undefined {
    let next: Origin | undefined
    for (const origin of this.#waiting) {
      if (next && origin.inside >= next.inside) continue
      if (!this.#hasRoom(origin, now)) continue
      this.#expire(origin, now)
      if (origin.queue.length === 0) continue
      next = origin
      // Nobody has fewer, so seldom more than a few are looked at: most of those who wait have none inside.
      if (origin.inside === 0) break
    }
    return next
  }

  /** Sends away who has waited too long. */
  #expire(origin: Origin, now: number): void {
    const own = this.#isOriginOverloaded(origin, now)
    const crowded = own || this.#isOverloaded(now)
    const isModest = !own && origin.requests * this.origins.size < this.#inside + this.#inLine
    const tooLong = now - (!crowded ? patience.usually : isModest ? patience.modest : patience.crowded)
    while (origin.queue[0] && origin.queue[0].since < tooLong) {
      const request = origin.queue.shift()
      this.#inLine -= 1
      if (own) this.#extendOverload(origin, now)
      else if (crowded) this.#overload.extend(now)
      request?.refuse(shedding(own ? this.origins.overShare(now) : 'unavailable'))
    }
    if (origin.queue.length === 0) this.#waiting.delete(origin)
  }

  /** Makes room in full queues by sending away the newest of the longest; false when the origin's own is as long. */
  #dropFromLongest(origin: Origin, now: number): boolean {
    let longest = origin
    for (const each of this.#waiting) if (each.queue.length > longest.queue.length) longest = each
    if (longest.queue.length <= origin.queue.length + 1) return false
    const request = longest.queue.pop()
    this.#inLine -= 1
    request?.refuse(shedding(this.origins.overShare(now)))
    return true
  }

  #lookAtQueues(): void {
    const now = this.#now()
    let patient = false
    for (const [from, origin] of this.origins) {
      this.#expire(origin, now)
      if (origin.queue.length > 0 && !this.#isOriginOverloaded(origin, now)) patient = true
      this.#forget(from, origin, now)
    }
    // Those that are overloaded by themselves don't make the shop overloaded: the others are served.
    if (!patient) this.#overload.calmAt = now
    this.#admit(now)
    if (this.#inLine > 0 || [...this.origins].some(([, origin]) => this.#isOriginOverloaded(origin, now))) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #forget(from: string, origin: Origin, now: number): void {
    if (origin.requests + origin.beside === 0 && !this.#isOriginOverloaded(origin, now)) this.origins.forget(from)
  }
}

/** The refusal of a request that is sent away. */
export const shedding = (how: Shed): Refusal => new Refusal(how, { retryAfter: 1 })
