/** Limits of a promotion, in a file of their own so that only the seller's screens load them. */
export const promotionLimits = {
  name: 60,
  /** Letters and digits of a code; `promotionCodePattern` has the number, too. */
  codeMax: 20,
  products: 100,
  categories: 50,
  /** Pieces of a promotion over several pieces. */
  pieces: 99,
  uses: 1_000_000,
} as const

/** A promotion's code as it is typed: 3 to `codeMax` letters A to Z and digits. */
export const promotionCodePattern = /^[A-Za-z0-9]{3,20}$/
