import type { ShopSort } from '../../../contract/calls/product.ts'
import { wellFormed } from '../../../contract/entities/fields.ts'
import { limits } from '../../../contract/values/limits.ts'
import { isId } from '../../common/ids.ts'
import { refuse } from '../../common/refusal.ts'
import type { Position } from '../list-queries.ts'
import type { ProductRow } from '../product-to-wire.ts'

/*
 * The cursors of product lists. A list by price, age, name or unit price continues after its last product, as it was
 * then (keyset pagination), a search after a number of products.
 */

type CursorRow = Pick<ProductRow, 'id' | 'offerPriceCents' | 'name' | 'nameTh'> & { unitPrice?: number }

/** Returns the cursor of the next page, or null. `rows` holds one row more than `limit` if there is a next page. */
export function cursorAfter(rows: readonly CursorRow[], limit: number, sort: ShopSort): string | null {
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return null
  const key = keyOf(last, sort)
  return `${last.offerPriceCents}.${last.id}${key === undefined ? '' : `.${key}`}`
}

/** Returns what a list sorts by besides the price and the age; the longest name is shorter than a cursor may be. */
function keyOf({ name, nameTh, unitPrice }: CursorRow, sort: ShopSort): string | number | undefined {
  const keys: Record<ShopSort, string | number | undefined> = {
    featured: undefined,
    newest: undefined,
    price: undefined,
    '-price': undefined,
    'unit-price': unitPrice,
    name,
    'name-th': nameTh ?? name,
  }
  return keys[sort]
}

/** Parses the cursor of a list. Throws `malformed`. One of an open page may have no key. */
export function parseCursor(cursor: string, sort: ShopSort): Position {
  const [, price = '', id = '', key] = /^([0-9]{1,10})\.([^.]+)(?:\.(.*))?$/s.exec(cursor) ?? []
  // A number above every price could overflow PostgreSQL's integer.
  const isPrice = price !== '' && Number(price) <= limits.priceCents
  const isKey = key === undefined || (sort === 'unit-price' ? isNumber(key) : wellFormed(key))
  if (!isPrice || !isId(id) || !isKey) refuse('malformed', { fields: { cursor: 'invalid' } })
  return { id, priceCents: Number(price), key }
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text))

/** Returns a page of a ranked list. Its cursor is the number of products before the page. Throws `malformed`. */
export function pageOfHits(hits: readonly { id: string }[], limit: number, cursor = '0') {
  const from = /^[0-9]{1,3}$/.test(cursor) ? Number(cursor) : refuse('malformed', { fields: { cursor: 'invalid' } })
  const ids = hits.slice(from, from + limit).map(({ id }) => id)
  return { ids, nextCursor: hits.length > from + limit ? String(from + limit) : null }
}
