import { type Insertable, sql } from 'kysely'
import type { ListSort } from '../../contract/calls/product.ts'
import { counted } from '../../contract/limits.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Product as ProductTable } from '../database/tables.ts'
import type { CheckedProduct } from './checked-product.ts'
import { type ProductRow, productColumns, type SellerProductRow, sellerProductColumns } from './product-record.ts'
import { filtered, inCatalogue, type ProductFilter, sorted } from './search/filter-queries.ts'
import { findMatches } from './search/search-queries.ts'

export type PageOptions = {
  sort: ListSort
  limit: number
  after?: { id: string; priceCents: number } | undefined
  /** Products of the list that a search scans before it uses the search index. */
  scanned?: number
}

/**
 * The time of a change: at least a millisecond after the previous change, because the API sends times in milliseconds. So
 * a product that was read before a change never has the same `updatedAt` as after it.
 */
const changedNow = sql<Date>`greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')`

/** Returns the products that aren't archived, oldest first, at most `max`. */
export function allProducts(db: Db, max: number): Promise<ProductRow[]> {
  return inCatalogue(db).select(productColumns).orderBy('id').limit(max).execute()
}

/** Returns whether there are more than `max` products that aren't archived. */
export async function hasMoreThan(db: Db, max: number): Promise<boolean> {
  return (await inCatalogue(db).select('id').orderBy('id').offset(max).limit(1).executeTakeFirst()) !== undefined
}

export type ListPage<Row> = { rows: Row[]; total: number }

/** Returns one page of the products that match a filter, and how many match in all. */
export function pageOfProducts(db: Db, filter: ProductFilter, page: PageOptions): Promise<ListPage<ProductRow>> {
  return pageOf(db, filter, page, (ids) => rowsInOrder(db, ids, page.sort).select(productColumns).execute())
}

/** Returns one page of the products that match a filter, with the columns for sellers. */
export function pageOfSellerProducts(
  db: Db,
  filter: ProductFilter,
  page: PageOptions,
): Promise<ListPage<SellerProductRow>> {
  return pageOf(db, filter, page, (ids) => rowsInOrder(db, ids, page.sort).select(sellerProductColumns).execute())
}

async function pageOf<Row>(
  db: Db,
  filter: ProductFilter,
  page: PageOptions,
  read: (ids: Ids) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  if (filter.search === undefined) {
    const [rows, total] = await Promise.all([read(idsOfPage(db, filter, page)), countOfProducts(db, filter)])
    return { rows, total }
  }
  const { sort, limit, after, scanned } = page
  const max = Math.max(counted.found, limit)
  const matches = await findMatches(db, { ...filter, search: filter.search }, { sort, max, scanned })
  const total = Math.min(matches.ids.length, counted.found)
  if (total === 0) return { rows: [], total }
  const ids = matches.first && !after ? matches.ids.slice(0, limit) : matches.all ? matches.ids : undefined
  return { rows: await read(idsOfPage(db, ids ? { ...filter, search: undefined, ids } : filter, page)), total }
}

type Ids = ReturnType<typeof idsOfPage>

/** The ids of a page, read from the list's index alone, without reading rows. */
function idsOfPage(db: Db, filter: ProductFilter, page: PageOptions) {
  const query = sorted(filtered(db, filter).select('id'), page.sort).limit(page.limit)
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
  return sorted(db.selectFrom('product').where('id', 'in', ids), sort)
}

/** Counts the products that match a filter without a search text, up to `counted.all`. */
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

/** Returns a product, archived or not, with the columns for sellers. */
export function findSellerProduct(db: Db, id: string): Promise<SellerProductRow | undefined> {
  return db.selectFrom('product').select(sellerProductColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the products with these ids, in no particular order; unknown and archived ones are left out. */
export function productsByIds(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return inCatalogue(db).select(productColumns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

/** Returns products of a category that are in stock, except one. */
export function relatedProducts(db: Db, category: string, exceptId: string, limit: number): Promise<ProductRow[]> {
  return filtered(db, { category, sellable: true })
    .select(productColumns)
    .where('id', '<>', exceptId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function insertProduct(db: Db, product: Insertable<ProductTable>): Promise<ProductRow> {
  return db.insertInto('product').values(product).returning(productColumns).executeTakeFirstOrThrow()
}

/** Inserts a product with its attempt. Returns undefined if that attempt has added one already. */
export function insertProductOnce(db: Db, product: Insertable<ProductTable>): Promise<ProductRow | undefined> {
  return db
    .insertInto('product')
    .values(product)
    .onConflict((conflict) => conflict.columns(['addedBy', 'attempt']).where('attempt', 'is not', null).doNothing())
    .returning(productColumns)
    .executeTakeFirst()
}

/** Returns the product that a seller's attempt added, archived or not, with the fingerprint of the form. */
export function findProductOfAttempt(
  db: Db,
  { sellerId, key }: { sellerId: string; key: string },
): Promise<(ProductRow & { attemptFingerprint: string | null }) | undefined> {
  return db
    .selectFrom('product')
    .select([...productColumns, 'attemptFingerprint'])
    .where('addedBy', '=', sellerId)
    .where('attempt', '=', key)
    .executeTakeFirst()
}

/** Locks a product, archived or not, and returns its current row. */
export function lockProduct(tx: Tx, id: string): Promise<SellerProductRow | undefined> {
  return tx.selectFrom('product').select(sellerProductColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Updates a product that the caller has locked. */
export function updateProduct(
  tx: Tx,
  id: string,
  product: CheckedProduct & { pictures: string[]; lastEdit: string },
): Promise<SellerProductRow> {
  return (
    tx
      .updateTable('product')
      // A product that a seller has edited is no demo data any more.
      .set({ ...product, demo: false, updatedAt: changedNow })
      .where('id', '=', id)
      .returning(sellerProductColumns)
      .executeTakeFirstOrThrow()
  )
}

/** Returns whether the last saved form of a product has this fingerprint. */
export async function isLastEdit(db: Db | Tx, id: string, fingerprint: string): Promise<boolean> {
  const query = db.selectFrom('product').select('id').where('id', '=', id).where('lastEdit', '=', fingerprint)
  return (await query.executeTakeFirst()) !== undefined
}

/** Sets the seller's stock switch. Returns whether the product exists. */
export async function setInStock(db: Db, id: string, inStock: boolean): Promise<boolean> {
  const result = await db
    .updateTable('product')
    .set({ inStock, updatedAt: changedNow })
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Sets the counted stock if it still is `seen`; null means not counted. Returns undefined if it isn't. A product that a
 * seller has counted or priced is no demo data any more.
 */
export function setStock(
  db: Db,
  id: string,
  { stock, seen }: { stock: number | null; seen: number | null },
): Promise<SellerProductRow | undefined> {
  return db
    .updateTable('product')
    .set({ stock, demo: false, updatedAt: changedNow })
    .where('id', '=', id)
    .where('stock', 'is not distinct from', seen)
    .returning(sellerProductColumns)
    .executeTakeFirst()
}

type PriceCents = { priceCents: number; offerPriceCents: number }

/** Sets both prices if they still are `seen`. Returns undefined if they aren't. */
export function setPrices(
  db: Db,
  id: string,
  { seen, ...prices }: PriceCents & { seen: PriceCents },
): Promise<SellerProductRow | undefined> {
  return db
    .updateTable('product')
    .set({ ...prices, demo: false, updatedAt: changedNow })
    .where('id', '=', id)
    .where('priceCents', '=', seen.priceCents)
    .where('offerPriceCents', '=', seen.offerPriceCents)
    .returning(sellerProductColumns)
    .executeTakeFirst()
}

/** Archives or restores a product. Returns undefined if it is in that state already. */
export function setArchived(db: Db, id: string, archived: boolean): Promise<SellerProductRow | undefined> {
  return db
    .updateTable('product')
    .set({ archivedAt: archived ? sql<Date>`now()` : null, updatedAt: changedNow })
    .where('id', '=', id)
    .where('archivedAt', archived ? 'is' : 'is not', null)
    .returning(sellerProductColumns)
    .executeTakeFirst()
}

/**
 * Deletes prices that were last asked for more than 30 days ago. A product's price that stops to count as asked for within the
 * coming hour, when this runs again, is no longer shown struck through.
 */
export async function removeOldPrices(db: Db): Promise<void> {
  await db.deleteFrom('priceHistory').where('askedUntil', '<', sql<Date>`now() - interval '30 days'`).execute()
  await db
    .updateTable('product')
    .set({ struckUntil: null })
    .where('struckUntil', '<', sql<Date>`now() + interval '65 minutes'`)
    .execute()
}
