import { type Insertable, sql } from 'kysely'
import type { ListSort } from '../../contract/calls.ts'
import { type Db, literal, type Tx } from '../platform/database.ts'
import type { Product as ProductTable } from '../platform/tables.ts'
import type { CheckedProduct } from './checked-product.ts'
import { type ProductRow, productColumns, type SellerProductRow, sellerProductColumns } from './product-record.ts'

export type ProductFilter = {
  category?: string | undefined
  /** Part of a name in either language, in any letter case; its characters mean themselves. */
  search?: string | undefined
  sellable?: boolean | undefined
  /** The archived ones instead of those of the catalogue. */
  archived?: boolean | undefined
}
export type PagePlace = { sort: ListSort; limit: number; after?: { id: string; priceCents: number } | undefined }

/** Totals are counted up to this: beyond it people read "1,000+", and counting a million rows would cost the page. */
export const countedUpTo = 1000

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
  if (filter.search !== undefined) query = query.where('searchText', 'like', `%${literal(filter.search)}%`)
  return query
}

/** Every product that isn't archived, oldest first; not more than so many. */
export function allProducts(db: Db, most: number): Promise<ProductRow[]> {
  return inCatalogue(db).select(productColumns).orderBy('id').limit(most).execute()
}

/** Whether there are more products than so many. */
export async function areMoreThan(db: Db, most: number): Promise<boolean> {
  return (await inCatalogue(db).select('id').orderBy('id').offset(most).limit(1).executeTakeFirst()) !== undefined
}

/** One page of the products that a filter lets through, after the given place. */
export function pageOfProducts(db: Db, filter: ProductFilter, page: PagePlace): Promise<ProductRow[]> {
  return placed(db, filter, page).select(productColumns).execute()
}

/** The same page as its seller sees it. */
export function pageOfSellerProducts(db: Db, filter: ProductFilter, page: PagePlace): Promise<SellerProductRow[]> {
  return placed(db, filter, page).select(sellerProductColumns).execute()
}

function placed(db: Db, filter: ProductFilter, page: PagePlace) {
  let query = filtered(db, filter).limit(page.limit)
  const { after } = page
  switch (page.sort) {
    case 'featured':
      query = query.orderBy('id')
      if (after) query = query.where('id', '>', after.id)
      break
    case 'newest':
      query = query.orderBy('id', 'desc')
      if (after) query = query.where('id', '<', after.id)
      break
    case 'price':
      query = query.orderBy('offerPriceCents').orderBy('id')
      if (after) query = query.where(sql<boolean>`(offer_price_cents, id) > (${after.priceCents}, ${after.id}::uuid)`)
      break
    case '-price':
      query = query.orderBy('offerPriceCents', 'desc').orderBy('id', 'desc')
      if (after) query = query.where(sql<boolean>`(offer_price_cents, id) < (${after.priceCents}, ${after.id}::uuid)`)
      break
  }
  return query
}

/** How many products a filter lets through, counted up to `countedUpTo`. */
export async function countOfProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('id').limit(countedUpTo).as('match'))
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
export function suggestedProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const matches = filtered(db, { search, sellable: true })
    .select([...productColumns, 'searchText'])
    .orderBy('id')
    .limit(comparedMatches)
  return db
    .selectFrom(matches.as('match'))
    .select(productColumns)
    .orderBy(sql`search_text like ${`${literal(search)}%`}`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Products in stock with a word close to the text, closest first: what a search that found nothing offers. */
export function nearProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const text = search.toLowerCase()
  const matches = inCatalogue(db)
    .select([...productColumns, 'searchText'])
    .where('sellable', '=', true)
    .where(sql<boolean>`${text} <% search_text`)
    .limit(comparedMatches)
  return db
    .selectFrom(matches.as('match'))
    .select(productColumns)
    .orderBy(sql`word_similarity(${text}, search_text)`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
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
