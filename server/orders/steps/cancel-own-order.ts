import { mayShopperCancel } from '../../../contract/orders/order-actions.ts'
import { byOtherOrder, byShopper } from '../../../contract/orders/order-status.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { queueCancelledMail, queueChangeMail } from '../../mail/queue-mail.ts'
import { findPayment } from '../money/payment-queries.ts'
import { findWaitingSlip } from '../money/slip-queries.ts'
import { lockOrder } from '../queries.ts'
import { cancelOrder, cancelUnpaidOrder } from './cancel-order.ts'
import { wasCancelledBy } from './step-queries.ts'

/**
 * Cancels an order of the shopper that awaits payment or that the shop hasn't confirmed yet. Counted stock returns at
 * once, and what was paid online is refunded. A job closes the order's payment page; a payment that arrives all the
 * same is refunded too. The shopper and the sellers of a placed order get a mail. An order that is cancelled already
 * stays unchanged.
 *
 * Throws `order_unknown` and `order_not_cancellable`.
 */
export async function cancelOwnOrder(
  db: Db,
  shopper: Pick<Shopper, 'id'>,
  { orderId }: { orderId: string },
): Promise<void> {
  refuseUnless(isId(orderId), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseUnless(order?.shopperId === shopper.id, 'order_unknown')
    if (order.status === 'Cancelled') return
    refuseUnless(mayShopperCancel(order.status), 'order_not_cancellable')
    if (order.status === 'Awaiting payment') {
      await cancelUnpaidOrder(tx, orderId, byShopper)
      return
    }
    await cancelOrder(tx, orderId, order.status, byShopper)
    await queueCancelledMail(tx, orderId, 'shopper')
    await queueChangeMail(tx, orderId, 'cancelled')
  })
}

/**
 * Cancels the unpaid order that the shopper's new order replaces, in the new one's transaction. One that is cancelled
 * already stays as it is; so does another shopper's. Returns the order's number if another order had replaced it
 * before.
 *
 * Throws `replaced_order_paid` if it was paid meanwhile, `order_being_paid` if it probably was: its slip waits, or its
 * payment is being processed, and `order_not_cancellable` if it was placed without a payment.
 */
export async function cancelReplacedOrder(tx: Tx, shopperId: string, orderId: string): Promise<number | undefined> {
  const order = isId(orderId) ? await lockOrder(tx, orderId) : undefined
  if (order?.shopperId !== shopperId) return
  if (order.status === 'Cancelled') return (await wasCancelledBy(tx, orderId, byOtherOrder)) ? order.number : undefined
  const isPlaced = order.status !== 'Awaiting payment'
  refuseUnless(!isPlaced || !order.isPaid, 'replaced_order_paid', { values: { number: order.number } })
  refuseUnless(!isPlaced, 'order_not_cancellable')
  const isBeingPaid = (await findPayment(tx, orderId))?.processingSince || (await findWaitingSlip(tx, orderId))
  refuseUnless(!isBeingPaid, 'order_being_paid')
  await cancelUnpaidOrder(tx, orderId, byOtherOrder)
}
