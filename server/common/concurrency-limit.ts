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

/**
 * Like {@link limitConcurrencyAndQueue}, with a queue for each client, served round robin. If all queues together are
 * full, the newest entry of the longest queue is dropped for a client with a shorter one; otherwise the new entry is
 * refused.
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

  function makeRoom(ownQueued: number): void {
    const [longest] = [...queues.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= ownQueued + 1) throw full()
    longest.pop()?.refuse(full())
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
      if (running + queued >= maxQueued) makeRoom(queue.length)
      queues.set(client, queue)
      queued += 1
      await new Promise<void>((start, refuse) => queue.push({ start, refuse }))
    }
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
