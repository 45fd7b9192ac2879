import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ListSort } from '../../../contract/calls/product.ts'
import { type Db, escapeLike } from '../../database/database.ts'
import type { DB } from '../../database/tables.ts'

export type ProductFilter = {
  category?: string | undefined
  /** Part of a name in either language, in any letter case; characters such as % have no special meaning. */
  search?: string | undefined
  sellable?: boolean | undefined
  /** The seller's stock switch, whatever the counted stock is. */
  switchedOn?: boolean | undefined
  onOffer?: boolean | undefined
  /** Limits of the offer price in cents, both inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** Archived products instead of those in the catalogue. */
  archived?: boolean | undefined
  /** Products with these ids only. */
  ids?: readonly string[] | undefined
}

export const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/** Selects the products that match a filter. */
export function filtered(db: Db, filter: ProductFilter) {
  let query = db.selectFrom('product').where('archivedAt', filter.archived ? 'is not' : 'is', null)
  if (filter.category !== undefined) query = query.where('category', '=', filter.category)
  if (filter.sellable !== undefined) query = query.where('sellable', '=', filter.sellable)
  if (filter.switchedOn !== undefined) query = query.where('inStock', '=', filter.switchedOn)
  if (filter.onOffer) query = query.where(sql<boolean>`offer_price_cents < price_cents`)
  if (filter.minPrice !== undefined) query = query.where('offerPriceCents', '>=', filter.minPrice)
  if (filter.maxPrice !== undefined) query = query.where('offerPriceCents', '<=', filter.maxPrice)
  if (filter.ids !== undefined) query = query.where('id', '=', sql<string>`any(${filter.ids}::uuid[])`)
  if (filter.search !== undefined) query = query.where(indexCondition(filter.search)).where(nameContains(filter.search))
  return query
}

/** Sorts a list of products; those of the same price by age. */
export function sorted<Row>(query: SelectQueryBuilder<DB, 'product', Row>, sort: ListSort) {
  switch (sort) {
    case 'featured':
      return query.orderBy('id')
    case 'newest':
      return query.orderBy('id', 'desc')
    case 'price':
      return query.orderBy('offerPriceCents').orderBy('id')
    case '-price':
      return query.orderBy('offerPriceCents', 'desc').orderBy('id', 'desc')
  }
}

/** The condition that a product's names contain the text. The database lower-cases both, so that both follow the same rules. */
export function nameContains(search: string): RawBuilder<boolean> {
  // Not "greater than 0": the planner assumes that a third of the rows matches such a comparison.
  return sql<boolean>`position(lower(${search}) in search_text) <> 0`
}

/**
 * A condition that an index answers and that every product with the text meets, though others may too. It looks up the
 * ends of the text's words only: all trigrams of a long text take ten times as long and exclude hardly more products.
 */
function indexCondition(text: string): RawBuilder<boolean> {
  const words = text.match(/[\p{Alphabetic}\p{N}]{3,}/gu)
  // A short Thai word with a tone mark, before which PostgreSQL ends its trigrams.
  if (!words && /[\p{Alphabetic}\p{N}\p{M}]{3}/u.test(text))
    return sql<boolean>`search_text like lower(${`%${escapeLike(text)}%`})`
  if (!words) {
    const pieces = piecesOf(text).map((piece) => sql`lower(${piece})`)
    return sql<boolean>`search_pieces(search_text) @> array[${sql.join(pieces)}]::text[]`
  }
  const ends = words.flatMap((word) => {
    const letters = [...word]
    return letters.length < 6 ? [letters.slice(0, 3)] : [letters.slice(0, 3), letters.slice(-3)]
  })
  return sql<boolean>`search_text like lower(${`%${ends.map((letters) => letters.join('')).join('%')}%`})`
}

/** Returns what the database's search_pieces returns: pairs of characters, or a single character; none with a line break. */
export function piecesOf(text: string): string[] {
  const letters = [...text]
  const pieces = letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return pieces.filter((piece) => !piece.includes('\n'))
}
