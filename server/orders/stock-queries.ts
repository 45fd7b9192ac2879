import { sql } from 'kysely'
import { StaleRead, type Tx, wasUpdated } from '../database/database.ts'
import { prepared } from '../database/statement-names.ts'

/*
 * Counted stock, which orders take and return: the only statements of the checkout that write the products' table. If a
 * seller has counted a product since an order took pieces of it (`count_no`), the order returns none.
 */

/** Returns the products and quantities of an order. */
export function orderedQuantities(tx: Tx, orderId: string) {
  return tx.selectFrom('orderLine').select(['productId', 'quantity']).where('orderId', '=', orderId).execute()
}

/** Locks the rows with counted stock, in id order to prevent deadlocks. */
export async function lockCountedProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('product')
    .modifyFront(prepared)
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('stock', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Takes pieces of products with counted stock, and returns the number of the count of each product. Locks the products
 * in id order to prevent deadlocks. Throws `StaleRead` if there are too few of one, or it isn't counted any more.
 */
export async function takeStock(tx: Tx, pieces: readonly Pieces[]): Promise<ReadonlyMap<string, number>> {
  if (pieces.length === 0) return new Map()
  const ids = pieces.map(({ product }) => product)
  const { rows } = await sql<{ id: string; countNo: number }>`
    update ${prepared} product set stock = product.stock - taken.quantity
    from (select id from product where id = any(${ids}::uuid[]) order by id for no key update) as held
    join unnest(${ids}::uuid[], ${pieces.map(({ quantity }) => quantity)}::int[]) as taken (id, quantity) using (id)
    where product.id = held.id and product.stock >= taken.quantity
    returning product.id, product.count_no`.execute(tx)
  if (rows.length < pieces.length) throw new StaleRead()
  return new Map(rows.map(({ id, countNo }) => [id, countNo]))
}

/** The pieces of a row of order_line, named `line`, that weren't refunded. */
export const unrefundedPieces = sql`(line.quantity - coalesce((
  select sum((piece->>'quantity')::int) from refund, jsonb_array_elements(lines) as piece
  where refund.order_id = line.order_id and (piece->>'product')::uuid = line.product_id), 0))`

/**
 * Adds to counted stock what an order took from it, without pieces that were refunded: those are back already, or
 * aren't sold again. A product that wasn't counted when it was ordered, isn't counted now, or was counted anew since
 * stays unchanged.
 */
export async function addStockBack(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update product set stock = stock + ${unrefundedPieces}
    from order_line line
    where line.order_id = ${orderId} and product.id = line.product_id and product.stock is not null
      and product.count_no = line.count_no`.execute(tx)
}

/**
 * Records that the stock of an order is returned later, if the order was just cancelled while a rider has its goods.
 * Returns whether it is. The caller has locked the order.
 */
export async function setStockToReturn(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    update shop_order set stock_to_return = true
    where id = ${orderId} and exists (
      select from delivery_assignment where order_id = shop_order.id and outcome = 'cancelled' and brought_back_at is null)
    returning id`.execute(tx)
  return rows.length > 0
}

/** Records that no stock of an order waits to be returned. Returns whether it did. The caller has locked the order. */
export async function clearStockToReturn(tx: Tx, orderId: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('shopOrder')
    .set({ stockToReturn: false })
    .where('id', '=', orderId)
    .where('stockToReturn', '=', true)
    .executeTakeFirst()
  return wasUpdated(cleared)
}

/**
 * Takes again what {@link addStockBack} added. If other orders took some of these pieces meanwhile, stock becomes 0 and
 * counts as counted anew, so cancelling those orders returns nothing. The caller has locked the products.
 */
export async function takeStockAgain(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update product set stock = greatest(0, stock - ${unrefundedPieces}),
      count_no = product.count_no + (stock < ${unrefundedPieces})::int
    from order_line line
    where line.order_id = ${orderId} and product.id = line.product_id and product.stock is not null
      and product.count_no = line.count_no`.execute(tx)
}

/** Pieces of an order's line. */
export type Pieces = { product: string; quantity: number }

/**
 * Adds pieces of an order back to counted stock, unless the product was counted anew since. The caller has locked the
 * products.
 */
export async function addPiecesBack(tx: Tx, orderId: string, pieces: readonly Pieces[]): Promise<void> {
  await sql`
    update product set stock = stock + back.quantity
    from unnest(${pieces.map((each) => each.product)}::uuid[], ${pieces.map((each) => each.quantity)}::int[])
           as back (product_id, quantity)
    join order_line line on line.order_id = ${orderId} and line.product_id = back.product_id
    where product.id = back.product_id and product.stock is not null and product.count_no = line.count_no`.execute(tx)
}
