import { sql } from 'kysely'
import type { ListSort } from '../../../contract/calls.ts'
import { counted } from '../../../contract/limits.ts'
import type { Db } from '../../database/database.ts'
import { type ProductRow, productColumns } from '../product-record.ts'
import { filtered, holds, inCatalogue, inOrder, type ProductFilter } from './filter-queries.ts'
import { hasWordsOf } from './word-queries.ts'

type Search = ProductFilter & { search: string }

/**
 * Products that the first look at a list passes. In a smaller shop these are all; in one of a million, a word of one
 * product in a hundred is met often enough among them, and an index would collect 10,000 of its entries before giving one.
 */
const mostPassed = 10_000

export type Matches = {
  ids: string[]
  /** Whether they are the first of the list, in its order. */
  first: boolean
  /** Whether there are no others. */
  all: boolean
}

/**
 * Finds products whose names hold a text, up to `most`: the first of the list where its first `passed` products are all there
 * are or have so many, else any, by an index.
 */
export async function findMatches(
  db: Db,
  filter: Search,
  { sort, most, passed = mostPassed }: { sort: ListSort; most: number; passed?: number },
): Promise<Matches> {
  if (!filter.archived) {
    const walked = await firstOfList(db, filter, { sort, most, passed })
    if (walked.all || walked.ids.length === most) return walked
  }
  const rows = await filtered(db, filter).select('id').limit(most).execute()
  const ids = rows.map((row) => row.id)
  return { ids, first: false, all: ids.length < most }
}

/**
 * What the first products of a list have of a search. Reads the list's index alone, and not even that where the catalogue
 * hasn't the words: then nothing is all there is.
 */
async function firstOfList(
  db: Db,
  { search, category, sellable }: Search,
  { sort, most, passed }: { sort: ListSort; most: number; passed: number },
): Promise<Matches> {
  const columns = ['id', 'category', 'sellable', 'searchText'] as const
  const list = inOrder(inCatalogue(db).select(columns), sort).limit(passed)
  let fitting = db.selectFrom(list.as('passed')).select(sql<string | null>`id`.as('id')).where(holds(search))
  if (category !== undefined) fitting = fitting.where('category', '=', category)
  if (sellable !== undefined) fitting = fitting.where('sellable', '=', sellable)
  // Asked only where those before don't give enough: whether there are others, as a row without an id.
  const others = inCatalogue(db).select(sql<string | null>`null::uuid`.as('id')).offset(passed).limit(1)
  const seen = fitting.unionAll(({ parens }) => parens(others))
  let query = db.selectFrom(seen.as('seen')).select('id').limit(most)
  for (const condition of hasWordsOf(search)) query = query.where(condition)
  const rows = await query.execute()
  const ids = rows.flatMap(({ id }) => id ?? [])
  return { ids, first: true, all: ids.length === rows.length && rows.length < most }
}

/** Products in stock whose names hold the text; of the matches that are looked at, those that begin with it come first. */
export async function suggestedProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const { ids } = await findMatches(db, { search, sellable: true }, { sort: 'featured', most: counted.found })
  if (ids.length === 0) return []
  return filtered(db, { ids, sellable: true })
    .select(productColumns)
    .orderBy(sql`position(lower(${search}) in search_text) = 1`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
