/** How much of a proof is done: all that it promises, or a small part of it in every test run. */
export type Size = 'whole' | 'small'

/** What a proof found. */
export type Finding = {
  /** What the shop promises. */
  claim: string
  /** What was done to it. */
  did: string
  /** What was counted or measured. */
  figure: string
  /** What speaks against the claim, a sentence each; nothing where it holds. */
  faults: string[]
}

export type Proof = (size: Size) => Promise<Finding>

/** Collects what speaks against a claim; many of the same kind are told once, with their number. */
export class Faults {
  readonly #counts = new Map<string, number>()

  /** Notes a fault unless the condition holds. */
  unless(condition: boolean, fault: string): void {
    if (!condition) this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1)
  }

  /** Notes a fault unless both are the same. */
  unlessEqual(found: unknown, expected: unknown, what: string): void {
    this.unless(Object.is(found, expected), `${what}: ${found} instead of ${expected}`)
  }

  get all(): string[] {
    return [...this.#counts].map(([fault, count]) => (count > 1 ? `${fault} (${count} times)` : fault))
  }
}
