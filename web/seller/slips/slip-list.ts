import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { limits } from '../../../contract/values/limits.ts'
import type { ReadFailure, ReadSuccess } from '../../client/reader.ts'

/** How many slips the screen begins with, and adds by a press. */
export const slipsPerPage = 50

type PageReply = (ReadSuccess & { slips: SellerSlip[]; nextCursor: string | null }) | ReadFailure

/**
 * Reads the first page of slips, and on until each shown slip was read again: any of them may have changed. A slip that
 * was decided is among the others of its time, which may be further down than it is on the screen.
 */
export async function readSlips<R extends PageReply>(
  read: (query: { limit: string; cursor?: string }) => Promise<R>,
  shown: readonly SellerSlip[],
): Promise<R> {
  const missing = new Set(shown.map(({ id }) => id))
  const readPage = (cursor?: string) =>
    read({ limit: String(Math.min(Math.max(missing.size, slipsPerPage), limits.pageSize)), cursor })
  const first = await readPage()
  if (!first.success) return first
  const slips = [...first.slips]
  for (const { id } of slips) missing.delete(id)
  let cursor = first.nextCursor
  while (cursor && missing.size > 0) {
    const next = await readPage(cursor)
    if (!next.success) return next
    slips.push(...next.slips.filter(({ id }) => missing.delete(id)))
    cursor = next.nextCursor
  }
  return { ...first, slips }
}

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
