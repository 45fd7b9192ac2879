import { Refusal } from '../../common/refusal.ts'
import { type ClientRequests, Clients, Overload, type ShedReason } from './client-shares.ts'

/*
 * Admission control: limits how many requests are handled at a time, chooses the next one, and sheds load.
 *
 * Requests queue per client, and the client with the fewest requests in progress is next (fair queueing), so that many
 * connections of one address don't hold up the others. Each queue sheds load by how long its requests wait. Short
 * bursts queue. If no request was admitted without a long wait for two seconds, the queue is overloaded: its requests
 * then wait ten milliseconds at most, newest first. This applies to up to seven clients that together have most of the
 * requests; if many smaller ones are too much together, it applies to the whole process. A client alone may use the
 * whole process.
 *
 * Telling a standing queue from a burst by the shortest wait is from Nichols and Jacobson, "Controlling Queue Delay",
 * ACM Queue 10 (5), 2012; newest first from Maurer, "Fail at Scale", ACM Queue 13 (8), 2015; a queue and an overload
 * state per sender, and dropping from the longest queue, from RFC 8290 (FQ-CoDel).
 */

/**
 * Requests handled at a time, normally and under overload: by the process, and of one client. Normally some wait for
 * something slow, which mustn't hold up the others; under overload each further one slows down all of them and hardly
 * raises the number of responses a second.
 */
export const maxConcurrent = { normal: 32, overloaded: 4 }
/**
 * Requests of one client handled at a time while others send some too: enough to keep a CPU busy, and few enough that
 * the others don't wait for CPU or for one of the ten database connections of requests.
 */
export const maxConcurrentOfClient = 8
/** Requests in all queues; more would only use memory. */
const maxQueued = 2000
/** Milliseconds from which a wait is long. */
const longWait = 100
/**
 * Milliseconds that a request may wait: normally, while its queue or the process is overloaded, and under overload of
 * the process if its client has fewer requests than the average.
 */
const maxWait = { normal: 5000, overloaded: 10, belowAverage: 100 }
/** Milliseconds between checks of the queues. */
const checkInterval = 10

/** Admits requests up to a limit, taking turns among their clients. */
export class FairQueue {
  readonly clients = new Clients()
  /** Clients with a queue; a client that was served moves to the end. */
  readonly #waiting = new Set<ClientRequests>()
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
  shedEarly(from: string): ShedReason | undefined {
    if (this.#queued > 0) {
      const now = this.#now()
      const client = this.clients.find(from)
      const waiting = client?.queue.length ?? 0
      if (client && waiting >= maxConcurrent.overloaded && this.#isClientOverloaded(client, now)) {
        this.#extendOverload(client, now)
        return this.clients.overShare(now)
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
   * is done. The promise rejects with `unavailable`, or `too_many` beyond the client's share, after too long a wait.
   */
  enter(from: string): Promise<void> | undefined {
    const now = this.#now()
    const client = this.clients.record(from, now)
    // Requests in the queue come first.
    if (client.queue.length === 0 && this.#mayStart(client, now) && this.#inProgress < this.#maxConcurrent(now)) {
      this.#inProgress += 1
      client.inProgress += 1
      return undefined
    }
    if (this.#queued >= maxQueued && !this.#dropFromLongest(client, now))
      return Promise.reject(shedRefusal(client.queue.length > 0 ? this.clients.overShare(now) : 'unavailable'))
    // Until now nothing had to wait.
    if (client.queue.length === 0) client.overload.lastCalmAt = now
    if (this.#queued === 0) this.#overload.lastCalmAt = now
    this.#watch ??= setInterval(() => this.#checkQueues(), checkInterval).unref()
    this.#waiting.add(client)
    this.#queued += 1
    return new Promise((enter, refuse) => {
      client.queue.push({ since: now, enter, refuse })
    })
  }

  /** Ends a request and admits the next. */
  leave(from: string): void {
    const now = this.#now()
    const client = this.clients.find(from)
    if (!client) return
    this.#inProgress -= 1
    client.inProgress -= 1
    this.#expire(client, now)
    this.#admit(now)
    this.#forget(from, client, now)
  }

  #admit(now: number): void {
    while (this.#queued > 0 && this.#inProgress < this.#maxConcurrent(now)) {
      const next = this.#next(now)
      if (!next) return
      const request =
        this.#isClientOverloaded(next, now) || this.#isOverloaded(now) ? next.queue.pop() : next.queue.shift()
      if (!request) return
      this.#queued -= 1
      // To the end of the waiting clients.
      this.#waiting.delete(next)
      if (next.queue.length > 0) this.#waiting.add(next)
      if (now - request.since < longWait) next.overload.lastCalmAt = this.#overload.lastCalmAt = now
      this.#inProgress += 1
      next.inProgress += 1
      request.enter()
    }
  }

  /** Counts a request that hashes; returns false, and doesn't count it, if its client has too many. */
  startHashing(from: string): boolean {
    return this.clients.startHashing(from, this.#now())
  }

  endHashing(from: string): void {
    const client = this.clients.find(from)
    if (!client) return
    client.hashing -= 1
    this.#forget(from, client, this.#now())
  }

  /** Returns whether a client has more than one request in progress. */
  isBusyWith(from: string): boolean {
    return (this.clients.find(from)?.inProgress ?? 0) > 1
  }

  get queued(): number {
    return this.#queued
  }

  /** Number of remembered clients. */
  get size(): number {
    return this.clients.size
  }

  #isOverloaded(now: number): boolean {
    if (this.#overload.isActive(now)) return true
    if (this.#queued === 0 || !this.#overload.isSustained(now)) return false
    // Clients that are overloaded by themselves are shed first. Only if that doesn't help is the process overloaded.
    for (const client of this.#waiting)
      if (this.#isClientOverloaded(client, now)) {
        this.#overload.lastCalmAt = now
        return false
      }
    return true
  }

  /** Returns whether a client's requests wait because of itself: it is one of a few that have most of the requests. */
  #isClientOverloaded(client: ClientRequests, now: number): boolean {
    if (client.overload.isActive(now)) return true
    if (client.queue.length === 0 || !client.overload.isSustained(now)) return false
    return this.#isLarge(client) && this.#largeClients(now).haveMost
  }

  /**
   * Returns whether a client has more than an eighth of all requests. There can be at most seven of those, so their
   * share under overload leaves some for the others.
   */
  #isLarge(client: ClientRequests): boolean {
    return client.requests * maxConcurrent.normal > (this.#inProgress + this.#queued) * maxConcurrent.overloaded
  }

  /**
   * Returns whether the large clients have most of the requests, and how many of each are handled at a time while it is
   * overloaded: overloaded clients share the limit of an overload, so that a visitor doesn't wait behind more.
   */
  #largeClients(now: number): { haveMost: boolean; share: number } {
    // Computed at most once per interval: there may be thousands of clients, and each asks.
    if (now - this.#largeCache.at >= checkInterval) {
      let requests = 0
      let overloaded = 0
      for (const [, client] of this.clients) {
        if (!this.#isLarge(client)) continue
        requests += client.requests
        if (client.overload.isActive(now)) overloaded += 1
      }
      const share = Math.max(1, Math.floor(maxConcurrent.overloaded / Math.max(1, overloaded)))
      this.#largeCache = { at: now, haveMost: 2 * requests > this.#inProgress + this.#queued, share }
    }
    return this.#largeCache
  }

  #extendOverload(client: ClientRequests, now: number): void {
    client.overload.extend(now)
    this.#overload.lastCalmAt = now
  }

  #maxConcurrent(now: number): number {
    return this.#isOverloaded(now) ? maxConcurrent.overloaded : maxConcurrent.normal
  }

  #mayStart(client: ClientRequests, now: number): boolean {
    if (this.#isClientOverloaded(client, now)) return client.inProgress < this.#largeClients(now).share
    return client.inProgress < (this.clients.isShared(now) ? maxConcurrentOfClient : maxConcurrent.normal)
  }

  /** Returns the waiting client with the fewest requests in progress, of those that may start one. */
  #next(now: number): ClientRequests | undefined {
    let next: ClientRequests | undefined
    for (const client of this.#waiting) {
      if (next && client.inProgress >= next.inProgress) continue
      if (!this.#mayStart(client, now)) continue
      this.#expire(client, now)
      if (client.queue.length === 0) continue
      next = client
      // None can have fewer, so the loop is short: most waiting clients have none in progress.
      if (client.inProgress === 0) break
    }
    return next
  }

  /** Refuses requests that have waited too long. */
  #expire(client: ClientRequests, now: number): void {
    const isOwn = this.#isClientOverloaded(client, now)
    const overloaded = isOwn || this.#isOverloaded(now)
    const arrivedBy = now - this.#maxWaitOf(client, { isOwn, overloaded })
    while (client.queue[0] && client.queue[0].since < arrivedBy) {
      const request = client.queue.shift()
      this.#queued -= 1
      if (isOwn) this.#extendOverload(client, now)
      else if (overloaded) this.#overload.extend(now)
      request?.refuse(shedRefusal(isOwn ? this.clients.overShare(now) : 'unavailable'))
    }
    if (client.queue.length === 0) this.#waiting.delete(client)
  }

  #maxWaitOf(client: ClientRequests, { isOwn, overloaded }: { isOwn: boolean; overloaded: boolean }): number {
    if (!overloaded) return maxWait.normal
    const isBelowAverage = client.requests * this.clients.size < this.#inProgress + this.#queued
    return !isOwn && isBelowAverage ? maxWait.belowAverage : maxWait.overloaded
  }

  /** Drops the newest request of the longest queue; returns false if the client's own is as long. */
  #dropFromLongest(client: ClientRequests, now: number): boolean {
    let longest = client
    for (const each of this.#waiting) if (each.queue.length > longest.queue.length) longest = each
    if (longest.queue.length <= client.queue.length + 1) return false
    const request = longest.queue.pop()
    this.#queued -= 1
    request?.refuse(shedRefusal(this.clients.overShare(now)))
    return true
  }

  #checkQueues(): void {
    const now = this.#now()
    let isWaiting = false
    for (const [from, client] of this.clients) {
      this.#expire(client, now)
      if (client.queue.length > 0 && !this.#isClientOverloaded(client, now)) isWaiting = true
      this.#forget(from, client, now)
    }
    // Clients overloaded by themselves don't make the process overloaded: the others are served.
    if (!isWaiting) this.#overload.lastCalmAt = now
    this.#admit(now)
    if (this.#queued > 0 || [...this.clients].some(([, client]) => this.#isClientOverloaded(client, now))) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #forget(from: string, client: ClientRequests, now: number): void {
    if (client.requests + client.hashing === 0 && !this.#isClientOverloaded(client, now)) this.clients.forget(from)
  }
}

/** Returns the refusal of a shed request. */
export const shedRefusal = (how: ShedReason): Refusal => new Refusal(how, { retryAfter: 1 })
