/** Milliseconds before a call that got no answer is made again. */
const pauses = [400, 1200]

/**
 * Makes a call, and makes it again when no answer comes: for calls that may arrive twice and change nothing by it.
 * `make` is told whether the call may have arrived before. Rejects when none of three got an answer.
 */
export async function askAgain<R>(make: (again: boolean) => Promise<R>): Promise<R> {
  for (const [at, pause] of pauses.entries()) {
    try {
      return await make(at > 0)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return make(true)
}
