import { sql } from 'kysely'
import type { ShopSort } from '../../../contract/calls/product.ts'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import { conditionOf, type ProductFilter, sorted } from '../../domain/product-filter-queries.ts'
import type { TermQueries } from './term-query.ts'

/** A product that may match a search. */
export type FoundProduct = {
  id: string
  /** Its terms, as the index stores them. */
  words: string
  /** Whether its name or description has one of the wished words. */
  hasWished: boolean
  sellable: boolean
}

/** The state that a search reads besides products: whether its cached knowledge of the shop is outdated. */
export type State = { pending: boolean; lastWord: number; synonyms: string }

type Queries = { [query in keyof TermQueries]: TermQueries[query] | null }

/** The most products that are ranked. */
const mostRanked = 240
/** The most entries that are read to find as many within a filter: the second number if the first isn't enough. */
const mostRead = [300, 3000] as const

/**
 * Returns at most 240 products that may match a search: those with the typed words first, so that among a million
 * products the limit excludes the other ones. The caller ranks.
 */
export async function findCandidates(
  db: Db,
  queries: Queries,
  filter: ProductFilter,
): Promise<{ products: FoundProduct[]; state: State }> {
  const [few, many] = mostRead
  const { products, state } = await candidatesAmong(db, queries, filter, few)
  const isWhole = products.length === mostRanked || state.read < few
  return isWhole ? { products, state } : candidatesAmong(db, queries, filter, many)
}

async function candidatesAmong(
  db: Db,
  { plain = null, wide = null, wished = null }: Queries,
  filter: ProductFilter,
  most: number,
): Promise<{ products: FoundProduct[]; state: State & { read: number } }> {
  const { rows } = await sql<State & { read: number } & (FoundProduct | { id: null })>`
    with ${prepared} entry as materialized (
      select * from search_candidates(${plain}::tsquery, ${wide}::tsquery[], ${most})
    )
    select state.*, found.*
    from (
      select exists (select from search_pending) as pending,
        (select coalesce(max(id), 0) from search_word) as last_word,
        (select count(*) || ' ' || coalesce(max(id::text), '') from search_synonym) as synonyms,
        (select count(*) from entry) as read
    ) as state
    left join (
      select product.id, words, coalesce(terms @@ ${wished}::tsquery, false) as has_wished, sellable
      from entry cross join lateral (
        select id, sellable from product where id = product_id and ${conditionOf(filter)} offset 0
      ) as product
      limit ${sql.lit(mostRanked)}
    ) as found on true`.execute(db)
  const [state] = rows
  if (!state) throw new Error('a left join of one row returned none')
  return { products: rows.filter((row) => row.id !== null), state }
}

/** Returns the lines of products' descriptions, in both languages. */
export function descriptionsOf(db: Db, ids: readonly string[]): Promise<{ id: string; lines: string[] }[]> {
  return db
    .selectFrom('product')
    .select(['id', sql<string[]>`description || coalesce(description_th, '{}')`.as('lines')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Returns the ids of products in the order of a list. */
export async function sortedIds(db: Db, ids: readonly string[], sort: ShopSort): Promise<string[]> {
  const all = db.selectFrom('product').where('id', '=', sql<string>`any(${ids}::uuid[])`)
  return (await sorted(all.select('product.id'), sort).execute()).map(({ id }) => id)
}

/** The synonyms of the owner, folded, both ways. */
export async function foldedSynonyms(
  db: Db,
): Promise<{ one: string; other: string; oneFolded: string; otherFolded: string }[]> {
  return db.selectFrom('searchSynonym').select(['one', 'other', 'oneFolded', 'otherFolded']).execute()
}
