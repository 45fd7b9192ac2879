import { performance } from 'node:perf_hooks'

let last = 0

/**
 * A monotonic timestamp: microseconds since 1970 as this process counts them, strictly increasing. Orders two events of one
 * process and measures durations. Not comparable between processes: it isn't adjusted and stops while the machine sleeps.
 */
export function monotonicMicroseconds(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  last = Math.max(now, last + 1)
  return last
}
