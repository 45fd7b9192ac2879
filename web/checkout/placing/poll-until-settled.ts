type Polling<Result> = {
  /** `nothing`: there is a reply, and no result so far. */
  poll: () => Promise<{ found: Result } | 'nothing' | 'no reply'>
  /** From this time on, in the milliseconds of `uptime`, `nothing` is final. */
  settledAt: number
  /** Milliseconds since the page was opened, which never go back. */
  uptime: () => number
  /** Resolves after this many milliseconds, or earlier. */
  wait: (milliseconds: number) => Promise<void>
}

/**
 * Looks for a result each second, and without a reply after twice the last pause, at most every 15 seconds. Returns the
 * result; undefined if nothing was found when it was settled.
 */
export async function pollUntilSettled<Result>(polling: Polling<Result>): Promise<Result | undefined> {
  const { poll, settledAt, uptime, wait } = polling
  let pause = 1000
  for (;;) {
    const reply = await poll()
    if (typeof reply === 'object') return reply.found
    if (reply === 'nothing' && uptime() >= settledAt) return undefined
    pause = reply === 'nothing' ? 1000 : Math.min(pause * 2, 15_000)
    await wait(pause)
  }
}
