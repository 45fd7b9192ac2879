import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { refundHasFailed } from '../domain/payment-conditions.ts'

/*
 * The queries of shop-problems.ts and readiness.ts.
 */

/** Returns the numbers of the orders whose refund failed within these days, the latest first. */
export async function ordersWithFailedRefund(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<number[]> {
  const failed = await db
    .selectFrom('payment')
    .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
    .select('shopOrder.number')
    .where('payment.refundFailedAt', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .where(refundHasFailed)
    .orderBy('payment.refundFailedAt', 'desc')
    .limit(limit)
    .execute()
  return failed.map(({ number }) => number)
}

/** Records the currency of a shop without orders. Returns the currency of the shop: of its orders, once it has any. */
export async function recordCurrency(db: Db, code: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into shop_currency (code) values (${code})
    on conflict ((true)) do update set
      code = case when exists (select from shop_order) then shop_currency.code else excluded.code end
    returning code`.execute(db)
  return rows[0]?.code ?? code
}

/** Returns the currency of the shop's orders; undefined if there are none. */
export async function currencyOfOrders(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('shopCurrency')
    .select('code')
    .where(({ exists, selectFrom }) => exists(selectFrom('shopOrder').select('id')))
    .executeTakeFirst()
  return row?.code
}

/** Returns whether the shop has an account of the staff. */
export async function hasSellers(db: Db): Promise<boolean> {
  return (await db.selectFrom('seller').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns whether the catalogue has a product that isn't archived. */
export async function hasProducts(db: Db): Promise<boolean> {
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('archivedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return product !== undefined
}

/**
 * Returns the time since which the LINE group has had no notices; undefined if it gets them. Missing replies of LINE
 * are a failure after `minutes`.
 */
export async function findLineFailingSince(db: Db, minutes: number): Promise<Date | undefined> {
  const failing = await db
    .selectFrom('lineChannel')
    .select('failingSince')
    .where('recipient', 'is not', null)
    .where(sql<boolean>`(failure <> 'unreachable' or failing_since < now() - make_interval(mins => ${minutes}))`)
    .executeTakeFirst()
  return failing?.failingSince ?? undefined
}

/** Returns whether the database takes no changes: as a standby, or while its provider protects it from growing. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as read_only`.execute(db)
  return rows[0]?.readOnly ?? false
}
