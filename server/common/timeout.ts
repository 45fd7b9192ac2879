import { setTimeout as wait } from 'node:timers/promises'

/** Thrown when something took longer than it was given. */
export class TookTooLong extends Error {
  /** What Node calls it, so that it is told apart like any other failure to reach something. */
  readonly code = 'ETIMEDOUT'
}

/** Waits for work at most so many milliseconds, then throws {@link TookTooLong}; the work goes on unheard. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = wait(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new TookTooLong(`not done after ${milliseconds} ms`)
  })
  // The timer's end is nobody's error.
  late.catch(() => {})
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
