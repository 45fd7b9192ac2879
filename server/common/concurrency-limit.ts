import { refuse } from './refusal.ts'

/** Runs work when fewer than the limit are running. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a limiter that runs at most `atOnce` pieces of work at a time, first in, first out. */
export function limitConcurrency(atOnce: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
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
 * The same for work that requests ask for, with a bounded queue: refuses `unavailable` with a Retry-After once
 * `longestQueue` are running or waiting.
 */
export function limitConcurrencyAndQueue(atOnce: number, longestQueue: number): Limiter {
  const turn = limitConcurrency(atOnce)
  let queued = 0
  return async (work) => {
    if (queued >= longestQueue) refuse('unavailable', { retryAfter: 2 })
    queued += 1
    try {
      return await turn(work)
    } finally {
      queued -= 1
    }
  }
}
