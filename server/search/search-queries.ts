import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { conditionOf } from './filter-queries.ts'
import type { ProductFilter } from './product-filter.ts'
import type { Candidate } from './rank.ts'
import type { TermQueries } from './term-query.ts'

/** A candidate with what lists are sorted and counted by. */
export type FoundProduct = Candidate & {
  category: string
  onOffer: boolean
  offerPriceCents: number
  unitPrice: number
  name: string
  nameTh: string | null
}

/** What a search reads besides products: whether its knowledge of the catalogue is outdated. */
export type State = { pending: boolean; lastWord: number; synonyms: string }

const limits = {
  /** Products that are ranked. */
  candidates: 240,
  /** Matches of the index that are checked against the filter. */
  filtered: 3000,
  /** The first products whose names are searched for a part of a word. */
  scanned: 10_000,
}

/**
 * Returns products that may match a search: those with the typed words first, so that among a million products the limit
 * leaves out the others. Reads the index; the caller ranks.
 */
export async function findCandidates(
  db: Db,
  { plain, any, wished }: TermQueries,
  filter: ProductFilter,
): Promise<{ products: FoundProduct[]; state: State }> {
  // Without a filter each match is a candidate, so no more are read.
  const { sellable, switchedOn, onOffer, minPrice, maxPrice } = filter
  const isFiltered = [sellable, switchedOn, onOffer, minPrice, maxPrice].some((value) => value !== undefined)
  const most = isFiltered ? limits.filtered : limits.candidates
  const found = (query: string) => sql`(
    select entry.product_id from (
      select product_id from search_by_terms(${query}::tsquery, ${most}) as found (product_id)
    ) as entry join product on product.id = entry.product_id
    where ${conditionOf(filter)} limit ${limits.candidates}
  )`
  const matching =
    any === undefined ? undefined : plain === undefined ? found(any) : sql`${found(plain)} union all ${found(any)}`
  const { rows } = await sql<State & { products: FoundProduct[] | null }>`
    select
      exists (select from search_pending) as pending,
      (select coalesce(max(id), 0) from search_word) as last_word,
      (select count(*) || ' ' || coalesce(max(id::text), '') from search_synonym) as synonyms,
      ${
        matching
          ? sql`(
      select json_agg(json_build_object(
        'id', product.id, 'english', english, 'thai', thai, 'also', also, 'sellable', sellable,
        'described', ${wished === undefined ? sql`false` : sql`described @@ ${wished}::tsquery`}, 'category', category, 'onOffer', on_offer,
        'offerPriceCents', offer_price_cents, 'unitPrice', unit_price, 'name', name, 'nameTh', name_th
      ))
      from (select product_id from (${matching}) as found limit ${limits.candidates}) as found
      join search_entry on search_entry.product_id = found.product_id
      join product on product.id = found.product_id
      )`
          : sql`null::json`
      } as products`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a statement without a table returned no row')
  const { products, ...state } = row
  return { products: [...new Map((products ?? []).map((product) => [product.id, product])).values()], state }
}

/** Returns the ids of products that meet a query of the index with their names and descriptions together. */
export async function describedProducts(db: Db, query: string, filter: ProductFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product.id from (
      select product_id from search_entry where described @@ ${query}::tsquery limit ${limits.filtered}
    ) as entry join product on product.id = entry.product_id
    where ${conditionOf(filter)}
    order by sellable desc, product.id limit ${limits.candidates}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of products whose names contain a text, of the first ones of the catalogue. */
export async function namesContaining(db: Db, text: string, filter: ProductFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select * from product where archived_at is null order by id limit ${limits.scanned}
    ) as product
    where position(lower(${text}) in search_text) > 0 and ${conditionOf(filter)}
    order by sellable desc, id limit ${limits.candidates}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The synonyms of the owner, folded, both ways. */
export async function foldedSynonyms(
  db: Db,
): Promise<{ one: string; other: string; oneFolded: string; otherFolded: string }[]> {
  return db.selectFrom('searchSynonym').select(['one', 'other', 'oneFolded', 'otherFolded']).execute()
}
