import { type Insertable, sql } from 'kysely'
import type { ListSort } from '../../contract/calls.ts'
import { counted } from '../../contract/limits.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Product as ProductTable } from '../database/tables.ts'
import type { CheckedProduct } from './checked-product.ts'
import { type ProductRow, productColumns, type SellerProductRow, sellerProductColumns } from './product-record.ts'
import { filtered, inCatalogue, inOrder, type ProductFilter } from './search/filter-queries.ts'
import { findMatches } from './search/search-queries.ts'

export type PagePlace = {
  sort: ListSort
  limit: number
  after?: { id: string; priceCents: number } | undefined
  /** Products that a search passes before it asks an index. */
  passed?: number
}

/**
 * The moment of a change: later than the last one by a millisecond at least, which is as finely as the wire tells it. So
 * nobody who saw a product before the change can take it for what it is after.
 */
const changedNow = sql<Date>`greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')`

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
  const { sort, limit, after, passed } = page
  const most = Math.max(counted.found, limit)
  const matches = await findMatches(db, { ...filter, search: filter.search }, { sort, most, passed })
  const total = Math.min(matches.ids.length, counted.found)
  if (total === 0) return { rows: [], total }
  const ids = matches.first && !after ? matches.ids.slice(0, limit) : matches.all ? matches.ids : undefined
  return { rows: await read(placed(db, ids ? { ...filter, search: undefined, ids } : filter, page)), total }
}

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

export function insertProduct(db: Db, product: Insertable<ProductTable>): Promise<ProductRow> {
  return db.insertInto('product').values(product).returning(productColumns).executeTakeFirstOrThrow()
}

/** Inserts a product that names its attempt. Returns undefined when that attempt has made one already. */
export function insertProductOnce(db: Db, product: Insertable<ProductTable>): Promise<ProductRow | undefined> {
  return db
    .insertInto('product')
    .values(product)
    .onConflict((conflict) => conflict.columns(['addedBy', 'attempt']).where('attempt', 'is not', null).doNothing())
    .returning(productColumns)
    .executeTakeFirst()
}

/** The product that an attempt of a seller's has made, archived or not, with the fingerprint of what was sent. */
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

/** Locks a product, archived or not, and gives it as it is then. */
export function lockProduct(tx: Tx, id: string): Promise<SellerProductRow | undefined> {
  return tx.selectFrom('product').select(sellerProductColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Writes what the seller made of a product that is locked. */
export function updateProduct(
  tx: Tx,
  id: string,
  product: CheckedProduct & { pictures: string[]; lastEdit: string },
): Promise<SellerProductRow> {
  return (
    tx
      .updateTable('product')
      // What a seller has edited is the shop's own, also when it came with the demo.
      .set({ ...product, demo: false, updatedAt: changedNow })
      .where('id', '=', id)
      .returning(sellerProductColumns)
      .executeTakeFirstOrThrow()
  )
}

/** Whether the form that was saved last has this fingerprint. */
export async function isLastEdit(db: Db | Tx, id: string, fingerprint: string): Promise<boolean> {
  const query = db.selectFrom('product').select('id').where('id', '=', id).where('lastEdit', '=', fingerprint)
  return (await query.executeTakeFirst()) !== undefined
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

/**
 * Sets the counted stock where it is still `seen`; null stands for not counted. Returns undefined where it isn't. What a
 * seller has counted or priced is the shop's own, also when it came with the demo.
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

/** Sets both prices where they are still `seen`. Returns undefined where they aren't. */
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
