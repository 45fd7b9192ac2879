import { type Insertable, sql } from 'kysely'
import { idsAt } from '../common/ids.ts'
import { type Db, type Tx, wasUpdated } from '../database/database.ts'
import type { Product as ProductTable } from '../database/tables.ts'
import { statusIsOpen } from '../domain/order-conditions.ts'
import { countOfProducts } from '../domain/product-count-queries.ts'
import { type ProductFilter, sorted, unitPrice } from '../domain/product-filter-queries.ts'
import { filtered, idsOfPage, inCatalogue, type PageOptions } from './list-queries.ts'
import {
  type CheckedProduct,
  type ProductRow,
  productColumns,
  type SellerProductRow,
  sellerProductColumns,
} from './product-to-wire.ts'

/**
 * The time of a change: at least a millisecond after the previous change, because the API sends times in milliseconds.
 * So a product that was read before a change never has the same `updatedAt` as after it.
 */
export const changedNow = sql<Date>`greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')`

/** Returns the products that aren't archived, oldest first, at most `max`. */
export function allProducts(db: Db, max: number): Promise<ProductRow[]> {
  return inCatalogue(db).select(productColumns).orderBy('id').limit(max).execute()
}

/** Returns whether there are more than `max` products that aren't archived. */
export async function hasMoreThan(db: Db, max: number): Promise<boolean> {
  return (await inCatalogue(db).select('id').orderBy('id').offset(max).limit(1).executeTakeFirst()) !== undefined
}

/** Products of a page, with the unit price if the list sorts by it. */
export type ListPage<Row> = { rows: (Row & { unitPrice?: number })[]; total: number }

/**
 * Returns ids of new products. Lists sort by them, so they are made by the database's clock, as the servers' clocks may
 * differ.
 */
export async function newProductIds(tx: Tx, count: number): Promise<string[]> {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
  const { micros } = await tx.selectNoFrom(now.as('micros')).executeTakeFirstOrThrow()
  return idsAt(micros, count)
}

/** Returns the id of one new product. */
export async function newProductId(tx: Tx): Promise<string> {
  const [id] = await newProductIds(tx, 1)
  return id as string
}

/** Returns one page of the products that match a filter, and how many match in all. */
export async function pageOfProducts(db: Db, filter: ProductFilter, page: PageOptions): Promise<ListPage<ProductRow>> {
  const [rows, total] = await Promise.all([
    rowsOfPage(db, filter, page).select(productColumns).execute(),
    countOfProducts(db, filter),
  ])
  return { rows, total }
}

/** Returns one page of the products that match a filter, with the columns for sellers. */
export async function pageOfSellerProducts(
  db: Db,
  filter: ProductFilter,
  page: PageOptions,
): Promise<ListPage<SellerProductRow>> {
  const [rows, total] = await Promise.all([
    rowsOfPage(db, filter, page).select(sellerProductColumns).execute(),
    countOfProducts(db, filter),
  ])
  return { rows, total }
}

const rowsOfPage = (db: Db, filter: ProductFilter, page: PageOptions) =>
  sorted(db.selectFrom('product').where('id', 'in', idsOfPage(db, filter, page)), page.sort).$if(
    page.sort === 'unit-price',
    (query) => query.select(unitPrice.as('unitPrice')),
  )

/** Returns the products with these ids, archived or not, with the columns for sellers, in this order. */
export async function sellerProductsInOrder(db: Db, ids: readonly string[]): Promise<SellerProductRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('product').select(sellerProductColumns).where('id', 'in', ids).execute()
  return inOrder(rows, ids)
}

/** Returns the products with these ids in this order; unknown and archived ones are left out. */
export async function productsInOrder(db: Db, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const rows = await inCatalogue(db).select(productColumns).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return inOrder(rows, ids)
}

function inOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a product; undefined if it is archived, or there is none with this id. */
export function findProduct(db: Db, id: string): Promise<ProductRow | undefined> {
  return inCatalogue(db).select(productColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns a product, archived or not, with the columns for sellers. */
export function findSellerProduct(db: Db, id: string): Promise<SellerProductRow | undefined> {
  return db.selectFrom('product').select(sellerProductColumns).where('id', '=', id).executeTakeFirst()
}

/** Returns the names and sizes of those of these products that are archived. */
export function archivedProducts(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; name: string; nameTh: string | null; weight: string | null }[]> {
  return db
    .selectFrom('product')
    .select(['id', 'name', 'nameTh', 'weight'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archivedAt', 'is not', null)
    .execute()
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

/** Inserts a product, and returns it. */
export function insertProduct(tx: Tx, product: Insertable<ProductTable>): Promise<ProductRow> {
  return tx.insertInto('product').values(product).returning(productColumns).executeTakeFirstOrThrow()
}

/** Inserts a product with its idempotency key. Returns undefined if the seller has added one with that key already. */
export function insertProductOnce(tx: Tx, product: Insertable<ProductTable>): Promise<ProductRow | undefined> {
  return tx
    .insertInto('product')
    .values(product)
    .onConflict((conflict) =>
      conflict.columns(['addedBy', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning(productColumns)
    .executeTakeFirst()
}

/** Returns the product that a seller added with a key, archived or not, with the fingerprint of the form. */
export function findProductByKey(
  db: Db,
  { sellerId, key }: { sellerId: string; key: string },
): Promise<(ProductRow & { formFingerprint: string | null }) | undefined> {
  return db
    .selectFrom('product')
    .select([...productColumns, 'formFingerprint'])
    .where('addedBy', '=', sellerId)
    .where('idempotencyKey', '=', key)
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
export async function isLastEdit(db: Db, id: string, fingerprint: string): Promise<boolean> {
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
  return wasUpdated(result)
}

/**
 * Sets the counted stock if it still is `seen` (optimistic locking); null means not counted. Returns undefined if it
 * isn't. A product that a seller has counted or priced is no demo data any more.
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

/** Returns how many pieces of a product are in orders that aren't packed yet, or not paid. */
export async function reservedPieces(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::int as pieces from (
      select id from shop_order where listed and ${statusIsOpen} and status <> 'Out for delivery'
        and not exists (select from order_packed where order_packed.order_id = shop_order.id)
      union all select id from shop_order where status = 'Awaiting payment') as reserving
    join order_line on order_id = reserving.id where product_id = ${id}`.execute(db)
  return rows[0]?.pieces ?? 0
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
 * Returns the most frequent tax class among the newest 200 products of each of these categories, if it has products. Of
 * two equally frequent ones it is the newest product's.
 */
export async function usualTaxClasses(
  db: Db,
  categories: readonly string[],
): Promise<{ category: string; taxClass: string }[]> {
  const { rows } = await sql<{ category: string; taxClass: string }>`
    select category.path as category, usual.tax_class
    from unnest(${categories}::text[]) with ordinality as category(path, position)
    cross join lateral (
      select newest.tax_class
      from (
        select tax_class, row_number() over (order by id desc) as age
        from product
        where archived_at is null and category = category.path
        order by id desc
        limit 200
      ) as newest
      group by newest.tax_class
      order by count(*) desc, min(newest.age)
      limit 1
    ) as usual
    order by category.position`.execute(db)
  return rows
}

/**
 * Deletes prices at which nothing was sold within 30 days. A struck price whose 30 days end within the coming hour,
 * before this runs again, is no longer shown.
 */
export async function deleteOldPrices(db: Db): Promise<void> {
  await db.deleteFrom('priceHistory').where('askedUntil', '<', sql<Date>`now() - interval '30 days'`).execute()
  await db
    .updateTable('product')
    .set({ struckUntil: null })
    .where('struckUntil', '<', sql<Date>`now() + interval '65 minutes'`)
    .execute()
}
