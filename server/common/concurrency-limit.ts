import { refuse } from './refusal.ts'

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
