/** The calls that run now, by shopper and Idempotency-Key. */
const runningByAttempt = new Map<string, Promise<unknown>>()

/**
 * Runs `work` for an attempt. If a call of the same attempt runs in this process, waits first until that has succeeded
 * or failed. A call that waits has no connection to the database, and `onWait` lets another request run: many repeats
 * of a slow order would otherwise keep others out, and be refused themselves.
 */
export async function afterSameAttempt<T>(key: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const first = runningByAttempt.get(key)
  if (first) {
    onWait()
    await first.catch(() => {})
    return work()
  }
  const own = work()
  runningByAttempt.set(key, own)
  try {
    return await own
  } finally {
    runningByAttempt.delete(key)
  }
}
