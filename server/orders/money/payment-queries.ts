import { sql } from 'kysely'
import { limits } from '../../../contract/values/limits.ts'
import { type Db, type Tx, wasDeleted, wasInserted, wasUpdated } from '../../database/database.ts'
import {
  gatewayIsRefunding,
  paymentIs,
  paymentIsPending,
  refundIsDue,
  stateValue,
} from '../../domain/payment-conditions.ts'
import type { PaymentState } from '../../domain/payment-states.ts'
import { refundEventId } from '../../payments/gateway.ts'
import { recordFailedRefund, recordFullRefund, recordRefund } from '../ledger-queries.ts'

/**
 * Seconds until a page closes: the gateway requires at least the promised minutes when the request arrives, so some are
 * added.
 */
const pageSeconds = limits.paymentMinutes * 60 + 30
/**
 * Seconds after which a page whose request got no reply is requested with a new idempotency key. Longer than the
 * timeout of a call to the gateway; shorter than the half minute above, or the page of the first request would close
 * too early.
 */
const newKeyAfter = 25

/** Minutes for another slip after one was rejected. */
const minutesAfterRejection = 15

/** Hours for which an order waits for a payment that the gateway is processing. */
const processingHours = 24

const expiry = sql<Date>`now() + make_interval(secs => ${pageSeconds})`

export type PaymentRow = {
  orderId: string
  state: PaymentState
  session: string | null
  url: string | null
  gatewayPayment: string | null
  amountCents: number
  currency: string
  /** When the gateway last recorded a failed refund; null once the money was refunded again. */
  refundFailedAt: Date | null
  /** When the gateway said that the payment is being processed; null if it hasn't. */
  processingSince: Date | null
  /** The text of PromptPay's code; null for a payment at the gateway, like the next two. */
  payload: string | null
  receiver: string | null
  proxyNumber: string | null
  createdAt: Date
  expiresAt: Date
  /** Milliseconds until its page closes, by the database's clock; negative once it has. */
  closesIn: number
}

/** Milliseconds until a payment ends. */
const closesIn = sql<number>`(extract(epoch from expires_at - now()) * 1000)::float8`

const columns = [
  'orderId',
  'state',
  'session',
  'url',
  'gatewayPayment',
  'amountCents',
  'currency',
  'refundFailedAt',
  'processingSince',
  'payload',
  'receiver',
  'proxyNumber',
  'createdAt',
  'expiresAt',
  closesIn.as('closesIn'),
] as const

/** Whether a payment is made at the gateway, and not by a PromptPay code, whose text it would have. */
export const isAtGateway = sql<boolean>`payment.payload is null`

/** Returns whether a payment is made by PromptPay, and not at the gateway. */
export function isPromptPay(
  payment: PaymentRow,
): payment is PaymentRow & { payload: string; receiver: string; proxyNumber: string } {
  return payment.payload !== null
}

/** Inserts the payment of an order: by a PromptPay code, or at the gateway. */
export async function insertPayment(
  tx: Tx,
  payment: {
    orderId: string
    amountCents: number
    currency: string
    code: { payload: string; receiver: string; proxyNumber: string } | undefined
  },
): Promise<void> {
  const { code, ...values } = payment
  // A code can be paid at once. A page at the gateway has to be opened.
  const state: PaymentState = code ? 'open' : 'opening'
  await tx
    .insertInto('payment')
    .values({ ...values, ...code, state, expiresAt: expiry })
    .execute()
}

/**
 * Extends a payment by PromptPay to a quarter of an hour from now, unless it lasts longer. Returns when it ends, and in
 * how many milliseconds. The caller has locked the order.
 */
export async function extendPayment(tx: Tx, orderId: string): Promise<{ expiresAt: Date; closesIn: number }> {
  const { rows } = await sql<{ expiresAt: Date; closesIn: number }>`
    update payment set expires_at = greatest(expires_at, now() + make_interval(mins => ${minutesAfterRejection}))
    where order_id = ${orderId}
    returning expires_at, ${closesIn} as closes_in`.execute(tx)
  if (!rows[0]) throw new Error(`the order ${orderId} has no payment`)
  return rows[0]
}

/**
 * Returns the payments of the shopper's unpaid orders that are probably the same purchase as an order: it has all their
 * goods, they come to the same address at the same time, and were made before it was placed. Only payments at the
 * gateway, which can tell whether they were paid: a code by PromptPay that was shown may have been.
 */
export async function unpaidWithGoodsOf(
  db: Db,
  orderId: string,
): Promise<{ orderId: string; session: string | null }[]> {
  const { rows } = await sql<{ orderId: string; session: string | null }>`
    select unpaid.id as order_id, payment.session
    from shop_order as placed
    join shop_order as unpaid on unpaid.shopper_id = placed.shopper_id and unpaid.status = 'Awaiting payment'
    join payment on payment.order_id = unpaid.id
    where placed.id = ${orderId} and ${isAtGateway}
      and unpaid.address = placed.address and unpaid.window_id is not distinct from placed.window_id
      -- With a slip, the order's goods left the cart before it was placed: an order made since is wanted besides.
      and unpaid.created_at < least(
        (select min(at) from order_event where order_id = placed.id and status = 'Order Placed'),
        (select min(created_at) from slip where slip.order_id = placed.id))
      -- Probably paid: the gateway decides.
      and payment.processing_since is null
      and not exists (
        select from order_line as wanted
        where wanted.order_id = unpaid.id and not exists (
          select from order_line as bought
          where bought.order_id = placed.id and bought.product_id = wanted.product_id
            and bought.quantity >= wanted.quantity))`.execute(db)
  return rows
}

/** Returns the payment of an order; undefined for a cash order. */
export function findPayment(db: Db, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .select(columns)
    .where('orderId', '=', orderId)
    .$narrowType<{ state: PaymentState }>()
    .executeTakeFirst()
}

/** Returns the id of the order that a payment of the gateway belongs to. */
export async function findOrderOfPayment(db: Db, gatewayPayment: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('payment')
    .select('orderId')
    .where('gatewayPayment', '=', gatewayPayment)
    .limit(1)
    .executeTakeFirst()
  return found?.orderId
}

/**
 * Records that a page is being requested and returns its number, which is part of the idempotency key:
 * concurrent requests have the same number and get the same page. Returns undefined if the page is open already.
 */
export async function beginPageRequest(
  db: Db,
  orderId: string,
): Promise<{ pageRequest: number; expiresAt: Date; currency: string } | undefined> {
  const isStale = sql`page_requested_at < now() - make_interval(secs => ${newKeyAfter})`
  const { rows } = await sql<{ pageRequest: number; expiresAt: Date; currency: string }>`
    update payment set
      page_request = case when ${isStale} then page_request + 1 else page_request end,
      expires_at = case when ${isStale} then ${expiry} else expires_at end,
      page_requested_at = case when ${isStale} then now() else page_requested_at end
    where order_id = ${orderId} and ${paymentIs('opening')}
    returning page_request, expires_at, currency`.execute(db)
  return rows[0]
}

/** Records the opened page. Returns false if the payment isn't open or opening. */
export async function setPageOpen(db: Db, orderId: string, page: { session: string; url: string }): Promise<boolean> {
  const opened = await db
    .updateTable('payment')
    .set({ ...page, state: stateValue('open'), updatedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where(paymentIsPending)
    .executeTakeFirst()
  return wasUpdated(opened)
}

/** Sets the state of a payment. The caller has locked its order. */
export async function setPaymentState(
  tx: Tx,
  orderId: string,
  state: PaymentState,
  gatewayPayment?: string,
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

/**
 * Records that the gateway is processing a payment, which moves the end of its time. Returns false if that is known.
 * The caller has locked the order.
 */
export async function setProcessing(tx: Tx, orderId: string): Promise<boolean> {
  const now = sql<Date>`now()`
  const expiresAt = sql<Date>`now() + make_interval(hours => ${processingHours})`
  const marked = await tx
    .updateTable('payment')
    .set({ processingSince: now, expiresAt, updatedAt: now })
    .where('orderId', '=', orderId)
    .where('processingSince', 'is', null)
    .executeTakeFirst()
  return wasUpdated(marked)
}

/**
 * Records the refunds of an order that need the shopper's action. The events of a refund come in any order: one that
 * continued, or failed, needs none any more. The caller has locked the order.
 */
export async function addRefundsNeedingAction(tx: Tx, orderId: string, refunds: readonly string[]): Promise<void> {
  if (refunds.length === 0) return
  await sql`
    update payment set updated_at = now(), refunds_needing_action = array(
      select refund from unnest(refunds_needing_action || ${[...refunds]}::text[]) as refund
      where not exists (select from payment_event
        where id in (${refundEventId('refund continues', '')} || refund, ${refundEventId('refund failed', '')} || refund))
      group by refund)
    where order_id = ${orderId}`.execute(tx)
}

/** Records that a refund needs no action any more. The caller has locked the order. */
export async function clearRefundNeedingAction(tx: Tx, orderId: string, refund: string): Promise<void> {
  await sql`
    update payment set refunds_needing_action = array_remove(refunds_needing_action, ${refund}), updated_at = now()
    where order_id = ${orderId} and ${refund} = any(refunds_needing_action)`.execute(tx)
}

/** Records that an order was refunded in full. The caller has locked the order. */
export async function setRefunded(tx: Tx, orderId: string, gatewayPayment?: string): Promise<void> {
  await setPaymentState(tx, orderId, 'refunded', gatewayPayment)
  await recordFullRefund(tx, orderId)
}

/**
 * Records how much of an order's payment the gateway has refunded so far. A smaller sum, of an older event that arrives
 * late, changes nothing. The caller has locked the order.
 */
export async function setRefundedPart(tx: Tx, orderId: string, cents: number): Promise<void> {
  await recordRefund(tx, orderId, cents)
  await clearRefundFailure(tx, orderId)
  await sql`
    update payment set state = ${stateValue('refunded')}, refunded_at = now(), updated_at = now()
    where order_id = ${orderId} and (${paymentIs('paid')} and amount_cents <= ${cents}
      or ${refundIsDue} and exists (select from shop_order where id = order_id and balance_cents >= 0))`.execute(tx)
}

/** Clears the mark of a failed refund once nothing is owed to the shopper any more. */
export async function clearRefundFailure(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update payment set refund_failed_at = null
    where order_id = ${orderId} and refund_failed_at is not null
      and exists (select from shop_order where id = order_id and balance_cents >= 0)`.execute(tx)
}

/** Returns whether the gateway has yet to refund an order, or a part of it. */
export async function isGatewayRefunding(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${gatewayIsRefunding} as found
    from shop_order left join payment on payment.order_id = shop_order.id
    where shop_order.id = ${orderId}`.execute(tx)
  return rows[0]?.found ?? false
}

/**
 * Records that the gateway refuses to refund an order, or can't be reached for days: a seller pays the money out by
 * hand.
 */
export async function giveUpRefund(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update payment set refund_failed_at = now(), updated_at = now(),
      state = case when ${refundIsDue} then ${stateValue('paid')} else state end
    where order_id = ${orderId}`.execute(tx)
}

/**
 * Records a failed refund: the shop has the money again, as after the payment. A refund that is still due stays due.
 * The caller has locked the order.
 */
export async function setRefundFailed(tx: Tx, orderId: string, { cents, at }: { cents: number; at: Date }) {
  await sql`
    update payment set refund_failed_at = ${at}, updated_at = now(), refunded_at = null,
      state = case when ${paymentIs('refunded')} then ${stateValue('paid')} else state end
    where order_id = ${orderId}`.execute(tx)
  await recordFailedRefund(tx, orderId, cents)
}

/** Marks a payment as due to be refunded by the gateway. Returns false if it isn't paid, or wasn't paid there. */
export async function setRefundDue(tx: Tx, orderId: string): Promise<boolean> {
  const marked = await tx
    .updateTable('payment')
    .set({ state: stateValue('refund due'), updatedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where(paymentIs('paid'))
    .where(isAtGateway)
    .executeTakeFirst()
  return wasUpdated(marked)
}

/** Records an event. Returns false if it was recorded before. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { id: string; kind: string; orderId: string | undefined },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('paymentEvent')
    .values({ id: event.id, kind: event.kind, orderId: event.orderId ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return wasInserted(inserted)
}

/** Deletes a payment whose page was never opened. Returns false if it is open by now or doesn't exist. */
export async function deleteUnopenedPayment(tx: Tx, orderId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('payment')
    .where('orderId', '=', orderId)
    .where(paymentIs('opening'))
    .executeTakeFirst()
  return wasDeleted(deleted)
}

/** Deletes records of old events: Stripe repeats an event for three days at most. */
export async function deleteOldPaymentEvents(db: Db): Promise<void> {
  await db.deleteFrom('paymentEvent').where('receivedAt', '<', sql<Date>`now() - interval '90 days'`).execute()
}
