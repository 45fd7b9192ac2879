/** Limits of a promotion. Apart from the others, so that only the seller's screens carry them. */
export const promotionLimits = {
  name: 60,
  codeMin: 3,
  codeMax: 20,
  products: 100,
  categories: 50,
  /** Pieces that a promotion over several pieces is about. */
  pieces: 99,
  uses: 1_000_000,
} as const
