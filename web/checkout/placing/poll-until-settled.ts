type Polling<Result> = {
  /** `nothing`: there is an answer, and no result so far. */
  look: () => Promise<{ found: Result } | 'nothing' | 'no answer'>
  /** From this time on, in the milliseconds of `now`, `nothing` is final. */
  settledAt: number
  now: () => number
  /** Resolves after this many milliseconds, or earlier. */
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Looks for a result each second, and without an answer after twice the last pause, at most every 15 seconds. Returns
 * the result; undefined if nothing was found when it was settled.
 */
export async function pollUntilSettled<Result>(polling: Polling<Result>): Promise<Result | undefined> {
  const { look, settledAt, now, wait } = polling
  let pause = 1000
  for (;;) {
    const answer = await look()
    if (typeof answer === 'object') return answer.found
    if (answer === 'nothing' && now() >= settledAt) return undefined
    pause = answer === 'nothing' ? 1000 : Math.min(pause * 2, 15_000)
    await wait(pause)
  }
}
