import { takeFromCart } from '../cart/queries.ts'
import { isId } from '../common/ids.ts'
import type { Log } from '../common/log.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { newOrderJobs, queueCancelledMail } from '../mail/queue-mail.ts'
import type { Notice } from '../payments/gateway.ts'
import { cancelOrder } from './cancel-order.ts'
import {
  findOrderOfPayment,
  findPayment,
  insertNotice,
  type PaymentRow,
  setPaymentState,
  setRefunded,
  setRefundedPart,
  setRefundFailed,
} from './payment-queries.ts'
import { endsWithRefund, refundJob, stepAfter } from './payment-steps.ts'
import { enterStatus, lockOrder, orderedQuantities, setPaid } from './queries.ts'

export type NoticeDeps = { db: Db; log: Log }

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/**
 * Does what a notification of the gateway asks for, once, all of it or nothing. What it can't make sense of it logs:
 * sending it again would change nothing. Money that belongs to no order that can have it goes back.
 */
export async function takeNotice({ db, log }: NoticeDeps, notice: Notice): Promise<void> {
  if (notice.kind === 'other') return
  await inTransaction(db, async (tx) => {
    const orderId = await orderOf(tx, notice)
    if (!(await insertNotice(tx, { id: notice.id, kind: notice.kind, orderId }))) return
    // The order first, then its payment: everybody who changes them locks in this way.
    const order = orderId && (await lockOrder(tx, orderId))
    const payment = orderId && (await findPayment(tx, orderId))
    if (!order || !payment) {
      if (notice.ours) return strayMoney(tx, log, notice, 'no such order')
      return log.warn({ notice: notice.id }, 'a payment on this account that is not of this shop is left alone')
    }
    const isOwn = notice.payment !== undefined && notice.payment === payment.gatewayPayment
    if (notice.kind !== 'paid' || isOwn || isOfSum(notice, payment)) return take(tx, log, notice, order, payment)
    await strayMoney(tx, log, notice, 'another sum')
    // Its page is used up: nobody can pay the order any more.
    await take(tx, log, { ...notice, kind: 'failed' }, order, payment)
  })
}

async function orderOf(tx: Tx, { kind, orderId, payment }: Notice): Promise<string | undefined> {
  if (orderId !== undefined) return isId(orderId) ? orderId : undefined
  // A refund carries what its maker wrote on it, not what the shop wrote on the payment.
  return kind === 'refund failed' && payment !== undefined ? findOrderOfPayment(tx, payment) : undefined
}

async function take(tx: Tx, log: NoticeDeps['log'], notice: Notice, order: LockedOrder, payment: PaymentRow) {
  // Notifications come in any order: one of before the failure tells of the refund that failed.
  if (notice.kind.startsWith('refunded') && notice.at && payment.refundFailedAt && notice.at <= payment.refundFailedAt)
    return
  const isOther = payment.gatewayPayment !== null && notice.payment !== payment.gatewayPayment
  switch (stepAfter(notice.kind, payment.state, order.status, isOther ? 'other' : 'its own')) {
    case 'settle':
      await setPaymentState(tx, order.id, 'paid', notice.payment)
      await setPaid(tx, order.id)
      await enterStatus(tx, order.id, { from: 'Awaiting payment', to: 'Order Placed' })
      await leaveCart(tx, order)
      for (const job of newOrderJobs(order.id)) await queueJob(tx, ...job)
      return
    case 'cancel':
      await cancelOrder(tx, order.id, 'Awaiting payment')
      await setPaymentState(tx, order.id, notice.kind === 'failed' ? 'failed' : 'expired')
      return
    case 'owe back':
      log.warn({ order: order.id, payment: notice.payment }, 'money came for a cancelled order and goes back')
      await setPaymentState(tx, order.id, 'refund due', notice.payment)
      await queueJob(tx, ...refundJob(order.id))
      return
    case 'send back':
      return strayMoney(tx, log, notice, 'paid twice')
    case 'refunded':
      if (endsWithRefund(order.status)) {
        await cancelOrder(tx, order.id, order.status)
        // Of an order that was never placed the shopper had no mail that this one would take back.
        if (order.isPaid) await queueCancelledMail(tx, order.id)
      }
      await setRefunded(tx, order.id, notice.payment)
      return
    case 'refunded in part':
      log.warn({ order: order.id, refunded: notice.refundedCents }, 'a part of the money went back at the gateway')
      return setRefundedPart(tx, order.id, notice.refundedCents ?? 0)
    case 'refund failed':
      log.error(
        { order: order.id, payment: notice.payment },
        'a refund failed at the gateway: the money did not go back',
      )
      return setRefundFailed(tx, order.id, { cents: notice.amountCents, at: notice.at ?? new Date() })
    case 'nothing':
      return
  }
}

const isOfSum = (notice: Notice, payment: PaymentRow) =>
  notice.payment !== undefined && notice.amountCents === payment.amountCents && notice.currency === payment.currency

/** What was bought leaves the saved cart; a cart call from before can't bring it back. */
async function leaveCart(tx: Tx, order: LockedOrder): Promise<void> {
  const bought = await orderedQuantities(tx, order.id)
  const products = bought.map((line) => line.productId)
  await takeFromCart(order.shopperId, products, monotonicMicroseconds()).execute(tx)
}

/** Money that no order of the shop is waiting for goes back by itself; nobody would ever look for it. */
async function strayMoney(tx: Tx, log: NoticeDeps['log'], notice: Notice, why: string): Promise<void> {
  if (notice.kind !== 'paid') return
  log.error({ notice: notice.id, order: notice.orderId, payment: notice.payment, why }, 'stray money goes back')
  const { payment, amountCents } = notice
  if (payment) await queueJob(tx, 'refund-stray', { payment, amountCents }, { key: `refund-stray:${payment}` })
}
