import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Candidate } from './rank.ts'
import { archivedTerm, shelfTerm } from './terms.ts'
import { costs, type Plan } from './understand.ts'

/** Limits of a list's products besides the search text. */
export type ProductFilter = {
  category?: string | undefined
  sellable?: boolean | undefined
  /** The seller's stock switch, whatever the counted stock is. */
  switchedOn?: boolean | undefined
  onOffer?: boolean | undefined
  /** Limits of the offer price in cents, both inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** Archived products instead of those in the catalogue. */
  archived?: boolean | undefined
}

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
  candidates: 400,
  /** Matches of the index that are checked against the filter. */
  filtered: 3000,
  /** Alternatives of all words in one query of the index. */
  alternatives: 240,
  wished: 20,
  /** The first products whose names are searched for a part of a word. */
  scanned: 10_000,
}

/**
 * Returns products that may match one of the readings: those with the typed words first, so that among a million
 * products the limit leaves out the others. Reads the index; the caller ranks.
 */
export async function findCandidates(
  db: Db,
  plans: readonly Plan[],
  filter: ProductFilter,
): Promise<{ products: FoundProduct[]; state: State }> {
  const plain = queryOf(plans.slice(0, 1), filter, costs.joined)
  const any = queryOf(plans, filter, Number.POSITIVE_INFINITY)
  const wished = [...new Set(plans.flatMap((plan) => plan.wished))].slice(0, limits.wished).map(quoted)
  const found = (query: string) => sql`(
    select entry.product_id from (
      select product_id from search_entry where terms @@ ${query}::tsquery limit ${limits.filtered}
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
        'described', ${wished.length > 0 ? sql`described @@ ${anyOf(wished)}::tsquery` : sql`false`}, 'category', category, 'onOffer', on_offer,
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

/** Returns the ids of products whose names and descriptions have all words of a reading between them. */
export async function describedProducts(db: Db, plan: Plan, filter: ProductFilter): Promise<string[]> {
  const query = queryOf([plan], filter, costs.joined)
  if (query === undefined) return []
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

function conditionOf({
  category,
  sellable,
  switchedOn,
  onOffer,
  minPrice,
  maxPrice,
  archived,
}: ProductFilter): RawBuilder<boolean> {
  const conditions = [sql`archived_at is ${archived ? sql`not null` : sql`null`}`]
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (sellable !== undefined) conditions.push(sql`sellable = ${sellable}`)
  if (switchedOn !== undefined) conditions.push(sql`in_stock = ${switchedOn}`)
  if (onOffer !== undefined) conditions.push(sql`on_offer = ${onOffer}`)
  if (minPrice !== undefined) conditions.push(sql`offer_price_cents >= ${minPrice}`)
  if (maxPrice !== undefined) conditions.push(sql`offer_price_cents <= ${maxPrice}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * Returns a condition of the index that every product that matches a plan by alternatives of at most `maxCost` meets:
 * for each typed word, one of the spans that hold it.
 */
function queryOf(plans: readonly Plan[], { category, archived }: ProductFilter, maxCost: number): string | undefined {
  const readings = plans.flatMap((plan) => {
    const share = Math.ceil(limits.alternatives / plan.words)
    const words = Array.from({ length: plan.words }, (_, at) => {
      const alternatives = plan.spans
        .filter(({ from, to }) => from <= at && at < to)
        .flatMap((span) => span.alternatives)
        .filter(({ cost }) => cost <= maxCost)
      // A product may lack this word, so it is no condition.
      if (alternatives.some(({ terms }) => terms.length === 0)) return []
      const closest = alternatives.sort((a, b) => a.cost - b.cost).slice(0, share)
      return [closest.length === 0 ? undefined : anyOf([...new Set(closest.map(({ terms }) => allOf(terms.map(quoted))))])]
    }).flat()
    const conditions = words.filter((word) => word !== undefined)
    return conditions.length > 0 && conditions.length === words.length ? [allOf(conditions)] : []
  })
  if (readings.length === 0) return undefined
  const inCatalogue = `${archived ? '' : '!'}${quoted(archivedTerm)}`
  return allOf([anyOf(readings), inCatalogue, ...(category === undefined ? [] : [quoted(shelfTerm(category))])])
}

const allOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' & ')})`
const anyOf = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`
const quoted = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`
