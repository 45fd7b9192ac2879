/** The calls that run now, by shopper and Idempotency-Key. */
const runningByKey = new Map<string, Promise<unknown>>()

/**
 * Runs `work` for a call. If another one with the same key runs in this process, waits first until that has succeeded
 * or failed. A call that waits has no connection to the database, and `onWait` lets another request run: many repeats
 * of a slow order would otherwise keep others out, and be refused themselves.
 */
export async function afterSameKey<T>(key: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const first = runningByKey.get(key)
  if (first) {
    onWait()
    await first.catch(() => {})
    return work()
  }
  const own = work()
  runningByKey.set(key, own)
  try {
    return await own
  } finally {
    runningByKey.delete(key)
  }
}
