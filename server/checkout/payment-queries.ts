import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import type { Db, Tx } from '../database/database.ts'
import type { PaymentState } from './payment-steps.ts'

/** The gateway wants at least the promised minutes from when it hears of the page, and hearing takes a moment. */
const pageSeconds = limits.paymentMinutes * 60 + 30
/**
 * Seconds after which a page that was asked for, and never heard of, is asked for under another key. Longer than the
 * gateway is waited for; shorter than the half minute above, or the same page, asked for again, would close too early.
 */
const newTryAfter = 25

const expiry = sql<Date>`now() + make_interval(secs => ${pageSeconds})`

export type PaymentRow = {
  orderId: string
  state: PaymentState
  session: string | null
  url: string | null
  gatewayPayment: string | null
  amountCents: number
  currency: string
  /** When the gateway last noted that money which was sent back did not arrive; null once it was sent anew. */
  refundFailedAt: Date | null
  /** Milliseconds until its page closes, by the database's clock; below zero when it has. */
  closesIn: number
}

const columns = [
  'orderId',
  'state',
  'session',
  'url',
  'gatewayPayment',
  'amountCents',
  'currency',
  'refundFailedAt',
  sql<number>`(extract(epoch from expires_at - now()) * 1000)::float8`.as('closesIn'),
] as const

/** The statement that writes the payment which an order awaits. */
export function insertPayment(payment: {
  orderId: string
  amountCents: number
  currency: string
}): RawBuilder<unknown> {
  return sql`
    insert into payment (order_id, amount_cents, currency, expires_at)
    values (${payment.orderId}, ${payment.amountCents}, ${payment.currency}, ${expiry})`
}

/** How many online orders of a shopper await payment, and how many of the last 24 hours ended without one. */
export function countUnpaid(db: Db | Tx, shopperId: string): Promise<{ waiting: number; lapsed: number }> {
  const waiting = sql<boolean>`status = 'Awaiting payment'`
  const lapsed = sql<boolean>`status = 'Cancelled' and not listed and created_at > now() - interval '24 hours'`
  return db
    .selectFrom('shopOrder')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(waiting).as('waiting'),
      fn.countAll<number>().filterWhere(lapsed).as('lapsed'),
    ])
    .where('shopperId', '=', shopperId)
    .executeTakeFirstOrThrow()
}

/** The payment of an order, as it stands now; none of an order in cash. */
export function findPayment(db: Db | Tx, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .select(columns)
    .where('orderId', '=', orderId)
    .$narrowType<{ state: PaymentState }>()
    .executeTakeFirst()
}

/** The order that a payment of the gateway belongs to. */
export async function findOrderOfPayment(db: Db | Tx, gatewayPayment: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('payment')
    .select('orderId')
    .where('gatewayPayment', '=', gatewayPayment)
    .limit(1)
    .executeTakeFirst()
  return found?.orderId
}

/**
 * Notes that a page is asked for and gives which try this is. Two who ask at the same moment are on the same try, and
 * get the same page.
 */
export async function beginTry(
  db: Db,
  orderId: string,
): Promise<{ try: number; expiresAt: Date; currency: string } | undefined> {
  const again = sql`tried_at < now() - make_interval(secs => ${newTryAfter})`
  const { rows } = await sql<{ try: number; expiresAt: Date; currency: string }>`
    update payment set
      try = case when ${again} then try + 1 else try end,
      expires_at = case when ${again} then ${expiry} else expires_at end,
      tried_at = case when ${again} then now() else tried_at end
    where order_id = ${orderId} and state = 'opening'
    returning try, expires_at, currency`.execute(db)
  return rows[0]
}

/** Notes the page that was opened. Gives false when the payment isn't waiting for one. */
export async function setPageOpen(db: Db, orderId: string, page: { session: string; url: string }): Promise<boolean> {
  const opened = await db
    .updateTable('payment')
    .set({ ...page, state: 'open', updatedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('state', 'in', ['opening', 'open'])
    .executeTakeFirst()
  return opened.numUpdatedRows > 0n
}

/** Moves a payment on; the caller holds its order. */
export async function setPaymentState(
  tx: Tx,
  orderId: string,
  state: PaymentState,
  gatewayPayment?: string | undefined,
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      state,
      updatedAt: sql<Date>`now()`,
      ...(gatewayPayment === undefined ? {} : { gatewayPayment }),
      ...(state === 'refunded' ? { refundedAt: sql<Date>`now()`, refundFailedAt: null } : {}),
    })
    .where('orderId', '=', orderId)
    .execute()
}

/** Records that all of an order's money went back; the caller holds the order. */
export async function setRefunded(tx: Tx, orderId: string, gatewayPayment?: string | undefined): Promise<void> {
  await setPaymentState(tx, orderId, 'refunded', gatewayPayment)
  await tx
    .updateTable('shopOrder')
    .set((row) => ({ refundedCents: row.ref('amountCents') }))
    .where('id', '=', orderId)
    .execute()
}

/** Records how much of an order's money went back so far; an older notification that comes late changes nothing. */
export async function setRefundedPart(tx: Tx, orderId: string, cents: number): Promise<void> {
  await sql`
    update shop_order set refunded_cents = ${cents}
    where id = ${orderId} and refunded_cents < ${cents} and ${cents} <= amount_cents`.execute(tx)
  await tx.updateTable('payment').set({ refundFailedAt: null }).where('orderId', '=', orderId).execute()
}

/**
 * Records that an amount which was sent back did not arrive: the shop has it again, as after the payment. The caller holds
 * the order. A refund that is still to be asked for stays due.
 */
export async function setRefundFailed(tx: Tx, orderId: string, { cents, at }: { cents: number; at: Date }) {
  await sql`
    update payment set refund_failed_at = ${at}, updated_at = now(), refunded_at = null,
      state = case when state = 'refunded' then 'paid' else state end
    where order_id = ${orderId}`.execute(tx)
  await sql`
    update shop_order set refunded_cents = greatest(refunded_cents - ${cents}, 0) where id = ${orderId}`.execute(tx)
}

/** Notes that what was paid is to be sent back. Gives false when nothing was. */
export async function setPaidOwed(tx: Tx, orderId: string): Promise<boolean> {
  const owed = await tx
    .updateTable('payment')
    .set({ state: 'refund due', updatedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return owed.numUpdatedRows > 0n
}

/** Notes a notification. Gives false when it was noted before. */
export async function insertNotice(
  tx: Tx,
  notice: { id: string; kind: string; orderId: string | undefined },
): Promise<boolean> {
  const noted = await tx
    .insertInto('paymentNotice')
    .values({ id: notice.id, kind: notice.kind, orderId: notice.orderId ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (noted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** An order of a shopper, as far as paying it needs. */
export function findOwnOrder(db: Db, shopperId: string, orderId: string) {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'status'])
    .where('id', '=', orderId)
    .where('shopperId', '=', shopperId)
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirst()
}

/** Removes a payment whose page never opened. Gives false when it is open by now, or there is none. */
export async function deleteUnopened(tx: Tx, orderId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('payment')
    .where('orderId', '=', orderId)
    .where('state', '=', 'opening')
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Removes an order whose page never opened, as if it had not been tried. The caller returned its stock. */
export async function deleteOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('shopOrder').where('id', '=', orderId).execute()
}

/** Removes notices of so long ago that they don't come again: Stripe repeats a notification for three days. */
export async function removeOldNotices(db: Db): Promise<void> {
  await db.deleteFrom('paymentNotice').where('receivedAt', '<', sql<Date>`now() - interval '90 days'`).execute()
}
