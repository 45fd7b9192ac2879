/** Returns the milliseconds to wait after this many earlier failures; the last delay repeats. */
export function delayAfter(delays: readonly number[], failures: number): number {
  return delays[Math.min(failures, delays.length - 1)] ?? 0
}
