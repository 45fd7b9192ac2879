/** The whole proof, or a small part of it, which every test run contains. */
export type Size = 'whole' | 'small'

/** The result of a proof. */
export type Finding = {
  /** The shop's promise. */
  claim: string
  /** What was done to the shop. */
  did: string
  /** What was counted or measured. */
  figure: string
  /** Evidence against the claim, one sentence each; empty if it holds. */
  faults: string[]
}

export type Proof = (size: Size) => Promise<Finding>

/** Collects evidence against a claim; repeated faults are reported once, with their number. */
export class Faults {
  readonly #counts = new Map<string, number>()

  /** Adds a fault unless the condition holds. */
  unless(condition: boolean, fault: string): void {
    if (!condition) this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1)
  }

  /** Adds a fault unless both are equal. */
  unlessEqual(found: unknown, expected: unknown, what: string): void {
    this.unless(Object.is(found, expected), `${what}: ${found} instead of ${expected}`)
  }

  get all(): string[] {
    return [...this.#counts].map(([fault, count]) => (count > 1 ? `${fault} (${count} times)` : fault))
  }
}
