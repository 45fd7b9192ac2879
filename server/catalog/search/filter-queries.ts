import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ListSort } from '../../../contract/calls.ts'
import { type Db, literal } from '../../database/database.ts'
import type { DB } from '../../database/tables.ts'

/*
 * Which products a list shows, and in which order.
 */

export type ProductFilter = {
  category?: string | undefined
  /** Part of a name in either language, in any letter case; its characters mean themselves. */
  search?: string | undefined
  sellable?: boolean | undefined
  /** The seller's switch, whatever the count says. */
  switchedOn?: boolean | undefined
  /** The archived ones instead of those of the catalogue. */
  archived?: boolean | undefined
  /** These only. */
  ids?: readonly string[] | undefined
}

export const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/** The products that a filter lets through. */
export function filtered(db: Db, filter: ProductFilter) {
  let query = db.selectFrom('product').where('archivedAt', filter.archived ? 'is not' : 'is', null)
  if (filter.category !== undefined) query = query.where('category', '=', filter.category)
  if (filter.sellable !== undefined) query = query.where('sellable', '=', filter.sellable)
  if (filter.switchedOn !== undefined) query = query.where('inStock', '=', filter.switchedOn)
  if (filter.ids !== undefined) query = query.where('id', '=', sql<string>`any(${filter.ids}::uuid[])`)
  if (filter.search !== undefined) query = query.where(foundBy(filter.search)).where(holds(filter.search))
  return query
}

/** Products in the order of a list; two of the same price by their age. */
export function inOrder<Row>(query: SelectQueryBuilder<DB, 'product', Row>, sort: ListSort) {
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

/** Whether a product's names hold the text. The database makes both small, as languages differ in what that means. */
export function holds(search: string): RawBuilder<boolean> {
  // Not "greater than 0", of which PostgreSQL expects that one row of three passes.
  return sql<boolean>`position(lower(${search}) in search_text) <> 0`
}

/**
 * A condition that each product with the text meets, though others may too, and that an index answers. All trigrams of a
 * long text together take ten times as long to look up as the ends of its words, and let hardly fewer through.
 */
function foundBy(text: string): RawBuilder<boolean> {
  const words = text.match(/[\p{Alphabetic}\p{N}]{3,}/gu)
  // A short Thai word with its tone mark: PostgreSQL makes trigrams up to the mark.
  if (!words && /[\p{Alphabetic}\p{N}\p{M}]{3}/u.test(text))
    return sql<boolean>`search_text like lower(${`%${literal(text)}%`})`
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

/** What the database's search_pieces gives for the text: pairs, or the character where it is one; none with a line break. */
export function piecesOf(text: string): string[] {
  const letters = [...text]
  const pieces = letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return pieces.filter((piece) => !piece.includes('\n'))
}
