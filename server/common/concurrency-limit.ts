import { Refusal, refuse } from './refusal.ts'

/** Runs work when fewer than the limit are running. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a limiter that runs at most `max` pieces of work at a time, first in, first out. */
export function limitConcurrency(max: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // `running` stays: the next caller runs instead, and a new one can't start in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Like {@link limitConcurrency}, with a bounded queue: throws `unavailable` with a Retry-After while `maxQueued` are
 * running or waiting.
 */
export function limitConcurrencyAndQueue(max: number, maxQueued: number): Limiter {
  const limit = limitConcurrency(max)
  let queued = 0
  return async (work) => {
    if (queued >= maxQueued) refuse('unavailable', { retryAfter: 2 })
    queued += 1
    try {
      return await limit(work)
    } finally {
      queued -= 1
    }
  }
}

type QueuedTask = { start: () => void; refuse: (error: Refusal) => void }

/** Milliseconds for which it counts how often a client was served. */
const servedPeriod = 600_000

/**
 * Like {@link limitConcurrencyAndQueue}, with a queue for each client, served round robin. If all queues together are
 * full, the newest entry of the longest queue is dropped for a client with a shorter one, and of queues as long, that
 * of the client that was served most often in these ten minutes for one that was served less often; otherwise the new
 * entry is refused. So clients that come again and again, from however many addresses, leave the first turn to others.
 */
export function limitConcurrencyByClient(
  max: number,
  maxQueued: number,
): <T>(client: string, work: () => Promise<T>) => Promise<T> {
  const full = () => new Refusal('unavailable', { retryAfter: 2 })
  /** Round robin: the first client is next, and moves to the end after its turn. */
  const queues = new Map<string, QueuedTask[]>()
  let running = 0
  let queued = 0
  const served = new Map<string, number>()
  let servedSince = performance.now()
  const servedTo = (client: string) => served.get(client) ?? 0

  function countServed(client: string): void {
    if (performance.now() - servedSince > servedPeriod) {
      served.clear()
      servedSince = performance.now()
    }
    served.set(client, servedTo(client) + 1)
  }

  function makeRoom(client: string, ownQueued: number): void {
    const [first] = [...queues].sort(([a, one], [b, other]) => other.length - one.length || servedTo(b) - servedTo(a))
    if (!first) throw full()
    const [largest, queue] = first
    const isLonger = queue.length > ownQueued + 1
    const isAsLong = queue.length === ownQueued + 1
    if (!isLonger && !(isAsLong && servedTo(largest) > servedTo(client))) throw full()
    queue.pop()?.refuse(full())
    if (queue.length === 0) queues.delete(largest)
    queued -= 1
  }

  function startNext(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [client, queue] = next
    queues.delete(client)
    const first = queue.shift()
    if (queue.length > 0) queues.set(client, queue)
    queued -= 1
    first?.start()
  }

  return async (client, work) => {
    if (running < max) running += 1
    else {
      const queue = queues.get(client) ?? []
      if (running + queued >= maxQueued) makeRoom(client, queue.length)
      queues.set(client, queue)
      queued += 1
      await new Promise<void>((start, refuse) => queue.push({ start, refuse }))
    }
    countServed(client)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
