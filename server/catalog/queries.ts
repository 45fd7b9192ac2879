import { type Insertable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ListSort } from '../../contract/calls.ts'
import { counted } from '../../contract/limits.ts'
import { type Db, literal, type Tx } from '../platform/database.ts'
import type { DB, Product as ProductTable } from '../platform/tables.ts'
import type { CheckedProduct } from './checked-product.ts'
import { type ProductRow, productColumns, type SellerProductRow, sellerProductColumns } from './product-record.ts'

export type ProductFilter = {
  category?: string | undefined
  /** Part of a name in either language, in any letter case; its characters mean themselves. */
  search?: string | undefined
  sellable?: boolean | undefined
  /** The archived ones instead of those of the catalogue. */
  archived?: boolean | undefined
  /** These only. */
  ids?: readonly string[] | undefined
}
export type PagePlace = { sort: ListSort; limit: number; after?: { id: string; priceCents: number } | undefined }

/** Words of a text that are looked up. */
const mostWords = 4

const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/**
 * The moment of a change: later than the last one by a millisecond at least, which is as finely as the wire tells it. So
 * nobody who saw a product before the change can take it for what it is after.
 */
const changedNow = sql<Date>`greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')`

function filtered(db: Db, filter: ProductFilter) {
  let query = db.selectFrom('product').where('archivedAt', filter.archived ? 'is not' : 'is', null)
  if (filter.category !== undefined) query = query.where('category', '=', filter.category)
  if (filter.sellable !== undefined) query = query.where('sellable', '=', filter.sellable)
  if (filter.ids !== undefined) query = query.where('id', '=', sql<string>`any(${filter.ids}::uuid[])`)
  if (filter.search !== undefined) query = query.where(holds(filter.search))
  return query
}

/** Whether a product's names hold the text: first what an index answers, which may let too many through, then exactly. */
function holds(search: string): RawBuilder<boolean> {
  const text = search.toLowerCase()
  // Not "greater than 0", of which PostgreSQL expects that one row of three passes.
  return sql<boolean>`(${foundBy(text)} and position(${text} in search_text) <> 0)`
}

/**
 * A condition that each product with the text meets, and that an index answers. All trigrams of a long text together
 * take ten times as long to look up as the ends of its words, and let hardly fewer through.
 */
function foundBy(text: string): RawBuilder<boolean> {
  const words = text.match(/[\p{Alphabetic}\p{N}]{3,}/gu)
  // A short Thai word with its tone mark: PostgreSQL makes trigrams up to the mark.
  if (!words && /[\p{Alphabetic}\p{N}\p{M}]{3}/u.test(text))
    return sql<boolean>`search_text like ${`%${literal(text)}%`}`
  if (!words) return sql<boolean>`search_pieces(search_text) @> ${piecesOf(text)}::text[]`
  const ends = words.flatMap((word) => {
    const letters = [...word]
    return letters.length < 6 ? [letters.slice(0, 3)] : [letters.slice(0, 3), letters.slice(-3)]
  })
  return sql<boolean>`search_text like ${`%${ends.map((letters) => letters.join('')).join('%')}%`}`
}

/** What the database's search_pieces gives for the text: pairs, or the character where it is one; none with a line break. */
function piecesOf(text: string): string[] {
  const letters = [...text]
  const pieces = letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return pieces.filter((piece) => !piece.includes('\n'))
}

/** Every product that isn't archived, oldest first; not more than so many. */
export function allProducts(db: Db, most: number): Promise<ProductRow[]> {
  return inCatalogue(db).select(productColumns).orderBy('id').limit(most).execute()
}

/** Whether there are more products than so many. */
export async function areMoreThan(db: Db, most: number): Promise<boolean> {
  return (await inCatalogue(db).select('id').orderBy('id').offset(most).limit(1).executeTakeFirst()) !== undefined
}

export type ListPage<Row> = { rows: Row[]; total: number }

/** One page of the products that a filter lets through, after the given place, and how many it lets through in all. */
export function pageOfProducts(db: Db, filter: ProductFilter, page: PagePlace): Promise<ListPage<ProductRow>> {
  return pageOf(db, filter, page, (ids) => rowsInOrder(db, ids, page.sort).select(productColumns).execute())
}

/** The same page as its seller sees it. */
export function pageOfSellerProducts(
  db: Db,
  filter: ProductFilter,
  page: PagePlace,
): Promise<ListPage<SellerProductRow>> {
  return pageOf(db, filter, page, (ids) => rowsInOrder(db, ids, page.sort).select(sellerProductColumns).execute())
}

async function pageOf<Row>(
  db: Db,
  filter: ProductFilter,
  page: PagePlace,
  read: (ids: Ids) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  if (filter.search === undefined) {
    const [rows, total] = await Promise.all([read(placed(db, filter, page)), countOfProducts(db, filter)])
    return { rows, total }
  }
  const { found, filter: narrow } = await searched(db, { ...filter, search: filter.search }, counted.found)
  return { rows: found === 0 ? [] : await read(placed(db, narrow, page)), total: found }
}

/**
 * How many products a search finds, counted up to `most`, and a filter that lets the same through. Matches are taken as
 * they come. Where they are fewer than `most` they are all of them, and putting them in order is nothing; where they
 * aren't, they are so frequent that a walk through the list meets them.
 */
async function searched(
  db: Db,
  filter: ProductFilter & { search: string },
  most: number,
): Promise<{ found: number; filter: ProductFilter }> {
  let query = filtered(db, filter).select('id').limit(most)
  // The table of words is of the catalogue alone.
  if (!filter.archived) for (const part of partsOf(filter.search)) query = query.where(isOfWord(part))
  const ids = (await query.execute()).map((row) => row.id)
  return { found: ids.length, filter: ids.length < most ? { ...filter, ids } : filter }
}

/** What the index of trigrams finds a text by, at the least. Tone marks of Thai are no letters to it. */
const threeLetters = /[\p{Alphabetic}\p{N}]{3}/u

/** What stands between words, here and in the database's search_words. */
const betweenWords = /[ ,.;:!?()[\]{}"/\t\n\r]/

/**
 * Patterns of words that the catalogue must have where a product's name holds the text: what stands in it between two
 * spaces or signs is a whole word, what it begins and ends with are the end and the beginning of one. Only those that the index
 * of words finds: no numbers, nothing without three letters in a row.
 */
function partsOf(text: string): string[] {
  const parts = text.toLowerCase().split(betweenWords)
  return parts
    .map((part, at) => ({ part, pattern: `${at > 0 ? '' : '%'}${literal(part)}${at < parts.length - 1 ? '' : '%'}` }))
    .filter(({ part }) => /[^0-9]/.test(part) && threeLetters.test(part))
    .sort((a, b) => b.part.length - a.part.length)
    .slice(0, mostWords)
    .map(({ pattern }) => pattern)
}

/**
 * Whether the catalogue has such a word, which is asked once and before any product is looked at. Where it has none, a
 * search needn't read every product with the same first letters to learn that it finds nothing.
 */
const isOfWord = (pattern: string) => sql<boolean>`exists (select from product_word where word like ${pattern})`

type Ids = ReturnType<typeof placed>

/** The ids of a page, which the list's index gives without reading a row. */
function placed(db: Db, filter: ProductFilter, page: PagePlace) {
  const query = inOrder(filtered(db, filter).select('id'), page.sort).limit(page.limit)
  const { after } = page
  if (!after) return query
  switch (page.sort) {
    case 'featured':
      return query.where('id', '>', after.id)
    case 'newest':
      return query.where('id', '<', after.id)
    case 'price':
      return query.where(sql<boolean>`(offer_price_cents, id) > (${after.priceCents}, ${after.id}::uuid)`)
    case '-price':
      return query.where(sql<boolean>`(offer_price_cents, id) < (${after.priceCents}, ${after.id}::uuid)`)
  }
}

function rowsInOrder(db: Db, ids: Ids, sort: ListSort) {
  return inOrder(db.selectFrom('product').where('id', 'in', ids), sort)
}

function inOrder<Row>(query: SelectQueryBuilder<DB, 'product', Row>, sort: ListSort) {
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

/** How many products a filter without a text lets through, counted up to `counted.all`. */
async function countOfProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('id').limit(counted.all).as('match'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return inCatalogue(db).select(productColumns).where('id', '=', id).executeTakeFirst()
}

/** A product as its seller sees it, archived or not. */
export function findSellerProduct(db: Db, id: string): Promise<SellerProductRow | undefined> {
  return db.selectFrom('product').select(sellerProductColumns).where('id', '=', id).executeTakeFirst()
}

/** The products with these ids, in no particular order; unknown ones are left out. */
export function productsByIds(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return inCatalogue(db).select(productColumns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

/** Products in stock of a category, without one of them. */
export function relatedProducts(db: Db, category: string, exceptId: string, limit: number): Promise<ProductRow[]> {
  return filtered(db, { category, sellable: true })
    .select(productColumns)
    .where('id', '<>', exceptId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Matches among which the best are looked for. A shop of a million products has ten thousands of a common word, and
 * putting them all in order would take a second.
 */
const comparedMatches = 200

/** Products in stock whose names hold the text; names that begin with it come first. */
export async function suggestedProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const { found, filter } = await searched(db, { search, sellable: true }, comparedMatches)
  if (found === 0) return []
  const beginsWithIt = sql`search_text like ${`${literal(search)}%`}`
  const first = placed(db, filter, { sort: 'featured', limit: comparedMatches }).select('searchText')
  const best = db.selectFrom(first.as('match')).select('id').orderBy(beginsWithIt, 'desc').orderBy('id').limit(limit)
  return db
    .selectFrom('product')
    .select(productColumns)
    .where('id', 'in', best)
    .orderBy(beginsWithIt, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * What is looked at to find what is close: words like one of the text's, the closest of all of these, the newest products,
 * products with such words. A word of one product in 100 is on so many of the newest; the index of trigrams would collect
 * 10,000 entries of a million first.
 */
const near = { like: 500, words: 8, newest: 3000, products: 24 }

/** A word of the catalogue and how close it is to one that was typed: from 0.35 up to 2.5, at which it is the same. */
type NearWord = { word: string; closeness: number }

/**
 * Products in stock whose names hold words close to those of the text, closest first: what a search that found nothing
 * offers. Those that hold the closest word for each come before those that hold any of the close words.
 */
export async function nearProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const words = await nearWords(db, search)
  const closest = words.flatMap(([first]) => first ?? [])
  if (closest.length === 0) return []
  const closeness = sql<number>`(${sql.join(words.map(closenessOf), sql` + `)})`
  const enough = 0.35 * closest.reduce((sum, each) => sum + each.closeness, 0)
  const holding = (condition: RawBuilder<boolean>) => {
    const catalogue = filtered(db, { sellable: true })
    const newest = catalogue.select(['id', 'searchText']).orderBy('id', 'desc').limit(near.newest)
    const inNewest = db.selectFrom(newest.as('newest')).select('id').where(condition)
    // Where the newest products give enough, the others aren't looked at.
    const found = inNewest.unionAll(catalogue.select('id').where(condition)).limit(near.products)
    return catalogue
      .select(productColumns)
      .where('id', 'in', found)
      .where(closeness, '>', enough)
      .orderBy(closeness, 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  }
  const anyOf = words.flat().map(hasWord)
  const all = await holding(sql`(${sql.join(closest.map(hasWord), sql` and `)})`)
  if (all.length === limit || anyOf.length === 1) return all
  const any = await holding(sql`(${sql.join(anyOf, sql` or `)})`)
  return [...all, ...any.filter((row) => !all.some(({ id }) => id === row.id))].slice(0, limit)
}

/**
 * Whether a product's names hold a word. All of it is looked up: by the ends of one that few products have, PostgreSQL might
 * plan to read every product that shares its beginning.
 */
function hasWord({ word }: NearWord): RawBuilder<boolean> {
  if (threeLetters.test(word)) return sql`search_text like ${`%${literal(word)}%`}`
  // The pieces last: where no index is used, making them takes longest.
  return sql`(position(${word} in search_text) <> 0 and search_pieces(search_text) @> ${piecesOf(word)}::text[])`
}

/** How close the closest of the words is that a product's name holds; half as close where it isn't a word's beginning. */
function closenessOf(words: readonly NearWord[]): RawBuilder<number> {
  const each = words.map(
    ({ word, closeness }) => sql`${closeness}::float8 * case
      when position(${` ${word}`} in ' ' || search_text) > 0 then 1 when position(${word} in search_text) > 0 then 0.5 else 0
    end`,
  )
  return sql`greatest(${sql.join(each)})`
}

/** For each word of a text the words of the catalogue that are close to it, closest first; those that have none are left out. */
async function nearWords(db: Db, search: string): Promise<NearWord[][]> {
  const terms = [...new Set(search.toLowerCase().split(betweenWords))]
    .filter((term) => term.length > 1)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords)
  if (terms.length === 0) return []
  const typed = JSON.stringify(terms.map((term) => ({ term, meant: [term, ...swapsOf(term)] })))
  const { rows } = await sql<{ term: string } & NearWord>`
    select term, word, closeness
    from jsonb_to_recordset(${typed}::jsonb) as typed (term text, meant text[])
    cross join lateral (
      select word, word_similarity(term, word) + similarity(term, word) / 2 + (word = any(meant))::int as closeness
      from (
        (select word from product_word where term <% word and gone_at is null limit ${near.like})
        union select word from product_word where word = any(meant) and gone_at is null
      ) as found
      order by closeness desc, word
      limit ${Math.ceil(near.words / terms.length)}
    ) as closest
    order by closeness desc, word`.execute(db)
  return [...Map.groupBy(rows, ({ term }) => term).values()]
}

/** A word with each two letters that follow one another turned round, as people type in a hurry: trigrams miss those. */
function swapsOf(term: string): string[] {
  const letters = [...term]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}

export function insertProduct(db: Db, product: Insertable<ProductTable>): Promise<ProductRow> {
  return db.insertInto('product').values(product).returning(productColumns).executeTakeFirstOrThrow()
}

/** Locks a product, archived or not, and gives it as it is then. */
export function lockProduct(tx: Tx, id: string): Promise<SellerProductRow | undefined> {
  return tx.selectFrom('product').select(sellerProductColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Writes what the seller made of a product that is locked. */
export function updateProduct(
  tx: Tx,
  id: string,
  product: CheckedProduct & { pictures: string[] },
): Promise<SellerProductRow> {
  return tx
    .updateTable('product')
    .set({ ...product, updatedAt: changedNow })
    .where('id', '=', id)
    .returning(sellerProductColumns)
    .executeTakeFirstOrThrow()
}

/** Sets the seller's switch. Gives whether there is such a product. */
export async function setInStock(db: Db, id: string, inStock: boolean): Promise<boolean> {
  const result = await db
    .updateTable('product')
    .set({ inStock, updatedAt: changedNow })
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Sets the counted stock where it is still `seen`; null stands for not counted. Gives nothing where it isn't. */
export function setStock(
  db: Db,
  id: string,
  { stock, seen }: { stock: number | null; seen: number | null },
): Promise<SellerProductRow | undefined> {
  return db
    .updateTable('product')
    .set({ stock, updatedAt: changedNow })
    .where('id', '=', id)
    .where('stock', 'is not distinct from', seen)
    .returning(sellerProductColumns)
    .executeTakeFirst()
}

/** Takes a product out of the catalogue or puts it back. Gives nothing where it is there already. */
export function setArchived(db: Db, id: string, archived: boolean): Promise<SellerProductRow | undefined> {
  return db
    .updateTable('product')
    .set({ archivedAt: archived ? sql<Date>`now()` : null, updatedAt: changedNow })
    .where('id', '=', id)
    .where('archivedAt', archived ? 'is' : 'is not', null)
    .returning(sellerProductColumns)
    .executeTakeFirst()
}
