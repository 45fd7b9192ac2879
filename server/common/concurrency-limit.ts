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
      // Hand the slot over directly, so that a newcomer can't take it in between.
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

type Waiting = { start: () => void; refuse: (error: Refusal) => void }

/**
 * Like {@link limitConcurrencyAndQueue}, with a queue for each client, which take turns. While all queues together are
 * full, the newest of the longest gives way to a client with a shorter one; else the newcomer is refused.
 */
export function limitConcurrencyByClient(
  max: number,
  maxQueued: number,
): <T>(client: string, work: () => Promise<T>) => Promise<T> {
  const full = () => new Refusal('unavailable', { retryAfter: 2 })
  /** The next turn is the first's; a client that had its turn moves to the end. */
  const queues = new Map<string, Waiting[]>()
  let running = 0
  let queued = 0

  function makeRoom(own: number): void {
    const [longest] = [...queues.values()].sort((one, other) => other.length - one.length)
    if (!longest || longest.length <= own + 1) throw full()
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
