/** The calls that run now, by shopper and Idempotency-Key. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs `work` for an attempt, after the call of the same attempt that runs in this process, whether that succeeds or not. What
 * waits occupies no connection to the database, nor, if `onWait` releases it, its request's slot: many repeats of a slow order
 * would otherwise keep others out, and be refused themselves. It waits no longer than the first call runs.
 */
export async function afterSameAttempt<T>(key: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const first = running.get(key)
  if (first) {
    onWait()
    await first.catch(() => {})
    return work()
  }
  const own = work()
  running.set(key, own)
  try {
    return await own
  } finally {
    running.delete(key)
  }
}
