/** Limits of a shop's own details. */
export const shopLimits = {
  /** Characters of a name; the header has room for little more. */
  name: 40,
  /** Characters of another text. */
  text: 200,
  addressLines: 6,
  links: 8,
  /** The largest number of minutes, and of customers, that a claim may name. */
  minutes: 1440,
  customers: 100_000_000,
} as const
