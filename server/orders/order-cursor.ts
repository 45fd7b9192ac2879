import { isId } from '../common/ids.ts'
import { refuse } from '../common/refusal.ts'

/*
 * The cursors of order lists. A list continues after its last order, as it was then: one by delivery time has that time
 * in its cursor, since the order may have been moved (keyset pagination).
 */

/**
 * The last order of a page. `deliverBy`: when it had to be delivered, in microseconds since 1970; without one, as in
 * the cursors of other lists and of open pages, the current one counts.
 */
export type OrderPosition = { id: string; deliverBy?: string }

/** Returns the cursor of the next page, or null if the last of `rows` says that none follows. */
export function cursorAfter(rows: readonly { id: string; deliverBy: string | null; more: boolean }[]): string | null {
  const last = rows.at(-1)
  if (!last?.more) return null
  return last.deliverBy === null ? last.id : `${last.id}.${last.deliverBy}`
}

/** Parses the cursor of a list. Throws `malformed`. */
export function parseCursor(cursor: string): OrderPosition {
  const [, id = '', deliverBy] = /^([^.]+)(?:\.([0-9]{1,17}))?$/.exec(cursor) ?? []
  if (!isId(id)) refuse('malformed', { fields: { cursor: 'invalid' } })
  return { id, deliverBy }
}
