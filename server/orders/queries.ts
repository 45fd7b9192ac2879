import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import type { Language } from '../../contract/values/languages.ts'
import type { Db, Tx } from '../database/database.ts'
import { type OrderRow, type SellerOrderRow, sellerColumns, shopperColumns } from './order-columns-queries.ts'
import { orders } from './order-list-queries.ts'

/**
 * Locks an order until the end of the transaction. Every change of an order takes this lock first. `listed`: whether
 * sellers see it, as an order in cash or one that was paid.
 */
export function lockOrder(tx: Tx, orderId: string) {
  return tx
    .selectFrom('shopOrder')
    .select(['id', 'number', 'shopperId', 'status', 'isPaid', 'paymentType', 'amountCents', 'language', 'windowId'])
    .select(['reductionCents', 'paidOutCents', 'balanceCents', 'coinCents', 'listed'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType; language: Language }>()
    .executeTakeFirst()
}

/** Marks a cash order as unpaid if something of it is to be collected, or it costs nothing and isn't delivered. */
export async function setUnpaidIfOwed(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ isPaid: false })
    .where('id', '=', orderId)
    .where('paymentType', '=', 'COD')
    .where(sql<boolean>`(balance_cents > 0 or (amount_cents = 0 and status <> 'Delivered'))`)
    .execute()
}

/** Marks an order as paid. */
export async function setPaid(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ isPaid: true, updatedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute()
}

/** Returns an order as its shopper sees it. Throws if there is none with this id. */
export const getOrder = (db: Db, orderId: string): Promise<OrderRow> => getWith(db, orderId, shopperColumns)

/** Returns an order as the shop's staff see it. Throws if there is none with this id. */
export const getSellerOrder = (db: Db, orderId: string): Promise<SellerOrderRow> => getWith(db, orderId, sellerColumns)

async function getWith<Row>(db: Db, orderId: string, columns: RawBuilder<Row>): Promise<Row> {
  const [order] = await orders(db, sql`id = ${orderId}`, { limit: 1 }, columns)
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}

/** Returns an order as its shopper sees it; undefined if it isn't one of this shopper. */
export async function findOrderOfShopper(db: Db, shopperId: string, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await orders(db, sql`id = ${orderId} and shopper_id = ${shopperId}`, { limit: 1 }, shopperColumns)
  return order
}

/** Leaves out the next numbers of orders. */
export async function skipOrderNumbers(tx: Tx, count: number): Promise<void> {
  const numbers = sql`pg_get_serial_sequence('shop_order', 'number')::regclass`
  await sql`select setval(${numbers}, nextval(${numbers}) + ${count - 1}::int)`.execute(tx)
}

/** How many orders of a shopper await their payment, and how many of the last 24 hours ended without one. */
export async function countUnpaid(db: Db, shopperId: string): Promise<{ waiting: number; lapsed: number }> {
  // Two counts, each from a partial index of its own: one over both would read all orders of the shopper.
  const { rows } = await sql<{ waiting: number; lapsed: number }>`
    select
      (select count(*) from shop_order
        where shopper_id = ${shopperId} and status = 'Awaiting payment') as waiting,
      (select count(*) from shop_order
        where shopper_id = ${shopperId} and status = 'Cancelled' and not listed
          and created_at > now() - interval '24 hours') as lapsed`.execute(db)
  const [counts = { waiting: 0, lapsed: 0 }] = rows
  return counts
}

/** Returns the status and payment type of an order; undefined if it isn't one of this shopper. */
export function findOwnOrderStatus(db: Db, shopperId: string, orderId: string) {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'status', 'paymentType'])
    .where('id', '=', orderId)
    .where('shopperId', '=', shopperId)
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType }>()
    .executeTakeFirst()
}

/** Deletes an order whose page was never opened. The caller has returned its stock. */
export async function deleteOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('shopOrder').where('id', '=', orderId).execute()
}
