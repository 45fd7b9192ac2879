/** Milliseconds after which orders that still wait ring again. */
export const ringAgainAfter = 30_000

/** What is known of the orders that nobody has taken: how many, and when the bell last rang for them. */
export type Bell = { count: number; rungAt: number | undefined }

export const silentBell: Bell = { count: 0, rungAt: undefined }

/**
 * The bell after the shop told how many orders wait, at a moment in milliseconds: whether it rings, and what to remember.
 * It rings for each order that comes, for those that wait when the shop is opened, and again every half minute until
 * somebody has taken them all. `arrived` says that an order has just come, though as many may have been taken.
 */
export function nextBell(bell: Bell, count: number, at: number, arrived = false): { bell: Bell; rings: boolean } {
  const isDue = bell.rungAt === undefined || at - bell.rungAt >= ringAgainAfter
  const rings = count > 0 && (arrived || count > bell.count || isDue)
  if (count === 0) return { bell: silentBell, rings }
  return { bell: { count, rungAt: rings ? at : bell.rungAt }, rings }
}
