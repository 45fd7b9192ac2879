import { performance } from 'node:perf_hooks'

let last = 0

/**
 * Microseconds since 1970 on this process's own clock: never the same twice, never going back, so they tell which of two
 * things came first, and how long one took. Nobody sets this clock, and it stands still while the machine sleeps; so where
 * it stands says nothing to another process.
 */
export function ownTime(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  last = Math.max(now, last + 1)
  return last
}
