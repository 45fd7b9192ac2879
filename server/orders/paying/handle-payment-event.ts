import { isId } from '../../common/ids.ts'
import type { Log } from '../../common/log.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { meaningOf } from '../../domain/payment-states.ts'
import { queueCancelledMail } from '../../mail/queue-mail.ts'
import type { PaymentEvent } from '../../payments/gateway.ts'
import { recordCardPayment } from '../ledger-queries.ts'
import { refundJob } from '../money/payment-jobs.ts'
import {
  addRefundsNeedingAction,
  clearRefundNeedingAction,
  findOrderOfPayment,
  findPayment,
  insertPaymentEvent,
  isPromptPay,
  type PaymentRow,
  setPaymentState,
  setProcessing,
  setRefunded,
  setRefundedPart,
  setRefundFailed,
} from '../money/payment-queries.ts'
import type { ShopTaxation } from '../money/retax-after-registration.ts'
import { lockOrder } from '../queries.ts'
import { cancelOrder } from '../steps/cancel-order.ts'
import { decideReaction, endsWithRefund } from './payment-reactions.ts'
import { placePaidOrder, removeGoodsFromCart } from './place-paid-order.ts'

export type PaymentEventDeps = { db: Db; log: Log; shop: ShopTaxation }

type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/**
 * Handles an event of the gateway once, all of it or nothing. Events about unknown orders are logged and not rejected,
 * as a repetition would change nothing. Payments that no order awaits are refunded.
 */
export async function handlePaymentEvent(deps: PaymentEventDeps, event: PaymentEvent): Promise<void> {
  const { db, log } = deps
  if (event.kind === 'other') return
  await inTransaction(db, async (tx) => {
    const orderId = await orderIdOf(tx, event)
    if (!(await insertPaymentEvent(tx, { id: event.id, kind: event.kind, orderId }))) return
    // Locks the order before its payment, like every other change of them.
    const order = orderId && (await lockOrder(tx, orderId))
    const payment = orderId && (await findPayment(tx, orderId))
    if (!order || !payment || isPromptPay(payment)) {
      if (event.ours) return refundStrayPayment(tx, log, event, 'no such order')
      return log.warn({ event: event.id }, 'ignored: payment of another shop on this account')
    }
    if (isEarlyRefund(event, payment)) return applyEarlyRefund(tx, deps, { event, order, payment })
    const isOwn = event.payment !== undefined && event.payment === payment.gatewayPayment
    if (event.kind !== 'paid' || isOwn || hasOrderAmount(event, payment))
      return applyEvent(tx, deps, { event, order, payment })
    await refundStrayPayment(tx, log, event, 'another sum')
    // The page can't be used again, so the order can't be paid any more.
    await applyEvent(tx, deps, { event: { ...event, kind: 'failed' }, order, payment })
  })
}

async function orderIdOf(tx: Tx, { kind, orderId, payment }: PaymentEvent): Promise<string | undefined> {
  if (orderId !== undefined) return isId(orderId) ? orderId : undefined
  // A refund has metadata of its own, not that of the shop's payment.
  const isOfRefund = kind === 'refund failed' || kind === 'refund needs action' || kind === 'refund continues'
  return isOfRefund && payment !== undefined ? findOrderOfPayment(tx, payment) : undefined
}

type EventOfOrder = { event: PaymentEvent; order: LockedOrder; payment: PaymentRow }

/** Returns whether an event tells of a refund before the shop knows of the payment: events arrive in any order. */
const isEarlyRefund = ({ kind }: PaymentEvent, { state }: PaymentRow): boolean =>
  (kind === 'refunded' || kind === 'refunded in part') && !meaningOf(state).isMoneyKnown

/** Handles such an event: it tells of the payment, too. The event of the payment then changes nothing. */
async function applyEarlyRefund(tx: Tx, deps: PaymentEventDeps, { event, order, payment }: EventOfOrder) {
  if (event.kind === 'refunded in part') {
    if (!hasOrderAmount(event, payment)) return
    await applyEvent(tx, deps, { event: { ...event, kind: 'paid' }, order, payment })
  } else if (event.currency === payment.currency)
    await recordCardPayment(tx, order.id, { cents: event.amountCents, reference: event.payment })
  const [orderNow, paymentNow] = [await lockOrder(tx, order.id), await findPayment(tx, order.id)]
  if (orderNow && paymentNow) await applyEvent(tx, deps, { event, order: orderNow, payment: paymentNow })
}

async function applyEvent(tx: Tx, { log, shop }: PaymentEventDeps, { event, order, payment }: EventOfOrder) {
  // Events arrive in any order: an older one is about the refund that failed since.
  if (event.kind.startsWith('refunded') && event.at && payment.refundFailedAt && event.at <= payment.refundFailedAt)
    return
  const isOther = payment.gatewayPayment !== null && event.payment !== payment.gatewayPayment
  switch (decideReaction(event.kind, payment.state, order.status, isOther ? 'other' : 'its own')) {
    case 'place':
      await setPaymentState(tx, order.id, 'paid', event.payment)
      await recordCardPayment(tx, order.id, { cents: payment.amountCents, reference: event.payment })
      await placePaidOrder(tx, order, { keepsCart: payment.processingSince !== null, shop })
      return
    case 'wait':
      // Its goods leave the cart as soon as they are probably paid, so that they aren't ordered twice.
      if (await setProcessing(tx, order.id)) await removeGoodsFromCart(tx, order)
      return
    case 'cancel':
      await cancelOrder(tx, order.id, 'Awaiting payment')
      await setPaymentState(tx, order.id, event.kind === 'failed' ? 'failed' : 'expired')
      return
    case 'refund late payment':
      log.warn({ order: order.id, payment: event.payment }, 'refunding a payment of a cancelled order')
      await setPaymentState(tx, order.id, 'refund due', event.payment)
      await recordCardPayment(tx, order.id, { cents: payment.amountCents, reference: event.payment })
      await queueJob(tx, ...refundJob(order.id))
      await queueCancelledMail(tx, order.id, 'late')
      return
    case 'refund extra payment':
      return refundStrayPayment(tx, log, event, 'paid twice')
    case 'refunded':
      if (endsWithRefund(order.status)) {
        await cancelOrder(tx, order.id, order.status)
        // An order that awaits payment was never confirmed by mail, so its cancelling isn't mailed either.
        if (order.isPaid) await queueCancelledMail(tx, order.id)
      }
      await setRefunded(tx, order.id, event.payment)
      return
    case 'refunded in part':
      log.warn({ order: order.id, refunded: event.refundedCents }, 'the gateway refunded a part of a payment')
      return setRefundedPart(tx, order.id, event.refundedCents ?? 0)
    case 'refund needs action':
      return addRefundsNeedingAction(tx, order.id, event.refund === undefined ? [] : [event.refund])
    case 'refund continues':
      if (event.refund !== undefined) await clearRefundNeedingAction(tx, order.id, event.refund)
      return
    case 'refund failed':
      log.error({ order: order.id, payment: event.payment }, 'a refund failed at the gateway')
      if (event.refund !== undefined) await clearRefundNeedingAction(tx, order.id, event.refund)
      return setRefundFailed(tx, order.id, { cents: event.amountCents, at: event.at ?? new Date() })
    case 'nothing':
      return
  }
}

const hasOrderAmount = (event: PaymentEvent, payment: PaymentRow) =>
  event.payment !== undefined && event.amountCents === payment.amountCents && event.currency === payment.currency

/** Refunds a payment that no order of the shop awaits. */
async function refundStrayPayment(
  tx: Tx,
  log: PaymentEventDeps['log'],
  event: PaymentEvent,
  why: string,
): Promise<void> {
  if (event.kind !== 'paid') return
  log.error(
    { event: event.id, order: event.orderId, payment: event.payment, why },
    'refunding a payment that no order awaits',
  )
  const { payment, amountCents } = event
  if (payment) await queueJob(tx, 'refund-stray', { payment, amountCents }, { key: `refund-stray:${payment}` })
}
