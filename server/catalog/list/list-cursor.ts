import { limits } from '../../../contract/values/limits.ts'
import { isId } from '../../common/ids.ts'
import { refuse } from '../../common/refusal.ts'
import type { ProductRow } from '../product-to-wire.ts'

/*
 * The cursors of product lists. A list by price, age or name continues after its last product (keyset pagination), a
 * search after a number of products.
 */

/** Returns the cursor of the next page, or null. `rows` holds one row more than `limit` if there is a next page. */
export function cursorAfter(rows: readonly ProductRow[], limit: number): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last ? `${last.offerPriceCents}.${last.id}` : null
}

/** Parses the cursor of a list. Throws `malformed`. */
export function parseCursor(cursor: string): { id: string; priceCents: number } {
  const [price = '', id = ''] = cursor.split('.')
  // A number above every price could overflow PostgreSQL's integer.
  const isPrice = /^[0-9]{1,10}$/.test(price) && Number(price) <= limits.priceCents
  if (!isPrice || !isId(id)) refuse('malformed', { fields: { cursor: 'invalid' } })
  return { id, priceCents: Number(price) }
}

/** Returns a page of a ranked list. Its cursor is the number of products before the page. Throws `malformed`. */
export function pageOfHits(hits: readonly { id: string }[], limit: number, cursor = '0') {
  const from = /^[0-9]{1,3}$/.test(cursor) ? Number(cursor) : refuse('malformed', { fields: { cursor: 'invalid' } })
  const ids = hits.slice(from, from + limit).map(({ id }) => id)
  return { ids, nextCursor: hits.length > from + limit ? String(from + limit) : null }
}
