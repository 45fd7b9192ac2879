import { setTimeout as wait } from 'node:timers/promises'

/** Thrown by {@link withTimeout}. */
export class TimedOut extends Error {
  /** Node's own code, so that callers treat it as any other connection that timed out. */
  readonly code = 'ETIMEDOUT'
}

/** Awaits work for at most this many milliseconds, then throws {@link TimedOut}. The work isn't cancelled. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = wait(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new TimedOut(`not done after ${milliseconds} ms`)
  })
  // Aborting the timer rejects it; that is expected.
  late.catch(() => {})
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
