/** Milliseconds after which orders that still wait ring again. */
export const ringAgainAfter = 30_000

/** The number of unconfirmed orders, and when the bell last rang for them. */
export type Bell = { count: number; rungAt: number | undefined }

export const silentBell: Bell = { count: 0, rungAt: undefined }

/**
 * Returns whether the bell rings, and its next state, after a count of unconfirmed orders at a time in milliseconds. It
 * rings for each new order, for those that wait when the seller's area is opened, and again every half minute until all
 * are confirmed. `arrived`: an order is new although the count hasn't grown, as another was confirmed.
 */
export function nextBell(bell: Bell, count: number, at: number, arrived = false): { bell: Bell; rings: boolean } {
  const isDue = bell.rungAt === undefined || at - bell.rungAt >= ringAgainAfter
  const rings = count > 0 && (arrived || count > bell.count || isDue)
  if (count === 0) return { bell: silentBell, rings }
  return { bell: { count, rungAt: rings ? at : bell.rungAt }, rings }
}
