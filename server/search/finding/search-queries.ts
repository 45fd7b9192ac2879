import { sql } from 'kysely'
import type { ShopSort } from '../../../contract/calls/product.ts'
import type { Db } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import { type ProductFilter, sorted } from './filter-queries.ts'
import type { TermQueries } from './term-query.ts'

/** A candidate, with the columns for the counts of lists. */
export type FoundProduct = {
  id: string
  /** Its terms, as the index stores them. */
  words: string
  /** Whether its name or description has one of the wished words. */
  hasWished: boolean
  sellable: boolean
  category: string
  onOffer: boolean
  offerPriceCents: number
}

/** The state that a search reads besides products: whether its cached knowledge of the shop is outdated. */
export type State = { pending: boolean; lastWord: number; synonyms: string }

/**
 * Returns at most 240 products that may match a search: those with the typed words first, so that among a million
 * products the limit excludes the other ones. The caller ranks.
 */
export async function findCandidates(
  db: Db,
  { plain = null, wide = null, wished = null }: { [query in keyof TermQueries]: TermQueries[query] | null },
  filter: ProductFilter,
): Promise<{ products: FoundProduct[]; state: State }> {
  const { archived = false, category, sellable, switchedOn, onOffer, offers, minPrice, maxPrice } = filter
  const { rows } = await sql<State & (FoundProduct | { id: null })>`
    select ${prepared} state.*, found.*
    from (
      select exists (select from search_pending) as pending,
        (select coalesce(max(id), 0) from search_word) as last_word,
        (select count(*) || ' ' || coalesce(max(id::text), '') from search_synonym) as synonyms
    ) as state
    left join search_candidates(
      ${plain}::tsquery, ${wide}::tsquery[], ${wished}::tsquery, ${archived}, ${category ?? null}, ${sellable ?? null},
      ${switchedOn ?? null}, ${onOffer ?? null}, ${offers?.onlyStruck ?? false}, ${offers?.products ?? []}::uuid[],
      ${offers?.categories ?? []}::text[], ${minPrice ?? null}, ${maxPrice ?? null}
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
