import { sql } from 'kysely'
import type { ListSort } from '../../../contract/calls/product.ts'
import { counted } from '../../../contract/limits.ts'
import type { Db } from '../../database/database.ts'
import { type ProductRow, productColumns } from '../product-record.ts'
import { filtered, inCatalogue, nameContains, type ProductFilter, sorted } from './filter-queries.ts'
import { hasWordsOf } from './word-queries.ts'

type Search = ProductFilter & { search: string }

/**
 * Products of the list that a search scans first. In a smaller shop these are all; among a million products, a word that
 * one in a hundred has occurs often enough in them, and an index would collect 10,000 entries before returning one.
 */
const maxScanned = 10_000

export type Matches = {
  ids: string[]
  /** Whether these are the first matches of the list, in its order. */
  first: boolean
  /** Whether these are all matches. */
  all: boolean
}

/**
 * Finds up to `max` products whose names contain a text. Scans the first `scanned` products of the list; unless these are
 * all products or contain `max` matches, takes any matches from an index.
 */
export async function findMatches(
  db: Db,
  filter: Search,
  { sort, max, scanned = maxScanned }: { sort: ListSort; max: number; scanned?: number },
): Promise<Matches> {
  if (!filter.archived) {
    const matches = await firstOfList(db, filter, { sort, max, scanned })
    if (matches.all || matches.ids.length === max) return matches
  }
  const rows = await filtered(db, filter).select('id').limit(max).execute()
  const ids = rows.map((row) => row.id)
  return { ids, first: false, all: ids.length < max }
}

/**
 * Returns the matches among the first products of a list. Reads the list's index alone, and not even that if no product
 * has the words: then the empty result is complete.
 */
async function firstOfList(
  db: Db,
  { search, category, sellable }: Search,
  { sort, max, scanned }: { sort: ListSort; max: number; scanned: number },
): Promise<Matches> {
  const columns = ['id', 'category', 'sellable', 'searchText'] as const
  const list = sorted(inCatalogue(db).select(columns), sort).limit(scanned)
  let matching = db.selectFrom(list.as('scanned')).select(sql<string | null>`id`.as('id')).where(nameContains(search))
  if (category !== undefined) matching = matching.where('category', '=', category)
  if (sellable !== undefined) matching = matching.where('sellable', '=', sellable)
  // A row without an id, if there are further products. Evaluated only if the limit isn't reached before.
  const others = inCatalogue(db).select(sql<string | null>`null::uuid`.as('id')).offset(scanned).limit(1)
  const found = matching.unionAll(({ parens }) => parens(others))
  let query = db.selectFrom(found.as('found')).select('id').limit(max)
  for (const condition of hasWordsOf(search)) query = query.where(condition)
  const rows = await query.execute()
  const ids = rows.flatMap(({ id }) => id ?? [])
  return { ids, first: true, all: ids.length === rows.length && rows.length < max }
}

/** Returns products in stock whose names contain the text; of the matches that are read, those that begin with it come first. */
export async function suggestedProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const { ids } = await findMatches(db, { search, sellable: true }, { sort: 'featured', max: counted.found })
  if (ids.length === 0) return []
  return filtered(db, { ids, sellable: true })
    .select(productColumns)
    .orderBy(sql`position(lower(${search}) in search_text) = 1`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
