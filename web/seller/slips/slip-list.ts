import type { SellerSlip } from '../../../contract/entities/payment.ts'

/**
 * Merges slips that were read again into those on the screen. Decided ones stay where they are, so that a press can't
 * hit a slip that has just moved there. New ones come after the last that waits, older ones at the end.
 */
export function mergedSlips(shown: readonly SellerSlip[], fresh: readonly SellerSlip[]): SellerSlip[] {
  const freshById = new Map(fresh.map((slip) => [slip.id, slip]))
  const known = new Set(shown.map(({ id }) => id))
  const updated = shown.map((slip) => freshById.get(slip.id) ?? slip)
  const added = fresh.filter(({ id }) => !known.has(id))
  const end = updated.findLastIndex(({ state }) => state === 'waiting') + 1
  return [
    ...updated.slice(0, end),
    ...added.filter(({ state }) => state === 'waiting'),
    ...updated.slice(end),
    ...added.filter(({ state }) => state !== 'waiting'),
  ]
}
