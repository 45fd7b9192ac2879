/** The whole proof, or a small part of it, which every test run contains. */
export type Size = 'whole' | 'small'

/** The result of a proof. */
export type Finding = {
  /** What the shop guarantees. */
  guarantee: string
  /** What was done to the shop. */
  did: string
  /** What was counted or measured. */
  figure: string
  /** Evidence against the guarantee, one sentence each; empty if it holds. */
  failures: string[]
}

export type Proof = (size: Size) => Promise<Finding>

/** Collects evidence against a guarantee; repeated failures are reported once, with their number. */
export class Failures {
  readonly #counts = new Map<string, number>()

  /** Adds a failure if the condition is false. */
  check(condition: boolean, failure: string): void {
    if (!condition) this.#counts.set(failure, (this.#counts.get(failure) ?? 0) + 1)
  }

  /** Adds a failure if the two differ. */
  checkEqual(found: unknown, expected: unknown, what: string): void {
    this.check(Object.is(found, expected), `${what}: ${found} instead of ${expected}`)
  }

  /** Adds a failure, with its reason, for each promise that was rejected. */
  checkFulfilled(results: readonly PromiseSettledResult<unknown>[], what: string): void {
    for (const result of results) if (result.status === 'rejected') this.check(false, `${what}: ${result.reason}`)
  }

  get all(): string[] {
    return [...this.#counts].map(([failure, count]) => (count > 1 ? `${failure} (${count} times)` : failure))
  }
}
