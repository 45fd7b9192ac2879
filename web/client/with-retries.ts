/** Milliseconds before a call without a reply is repeated. */
export const retryDelays = [400, 1200]
/** Milliseconds before a repetition for which a refusal isn't shown. One that asks for a longer pause is. */
export const longestHidden = 2000

/**
 * Makes a call, and repeats it if there is no reply: for idempotent calls. `make` gets whether the call may have
 * arrived before. Rejects if none of three calls gets a reply.
 */
export async function withRetries<R>(make: (again: boolean) => Promise<R>): Promise<R> {
  for (const [index, pause] of retryDelays.entries()) {
    try {
      return await make(index > 0)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return make(true)
}
