import { performance } from 'node:perf_hooks'

let lastMicroseconds = 0

/**
 * Returns a monotonic timestamp: microseconds since 1970 as this process counts them, strictly increasing. It orders
 * events and measures durations within one process. Not comparable between processes: it isn't adjusted and stops
 * during sleep.
 */
export function monotonicMicroseconds(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  lastMicroseconds = Math.max(now, lastMicroseconds + 1)
  return lastMicroseconds
}
