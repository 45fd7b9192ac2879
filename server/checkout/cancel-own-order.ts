import { byShopper } from '../../contract/order-status.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import type { Shopper } from '../http/sessions.ts'
import { queueCancelledMail } from '../mail/queue-mail.ts'
import { cancelOrder } from './cancel-order.ts'
import { findPayment, setPaymentState } from './payment-queries.ts'
import { closePageJob } from './payment-steps.ts'
import { lockOrder } from './queries.ts'

/**
 * Cancels an order of the shopper that awaits payment or that the shop hasn't confirmed yet. Counted stock returns at
 * once, and what was paid online is refunded. A job closes the order's payment page; a payment that arrives all the same
 * is refunded too. The shopper of a placed order gets a mail. An order that is cancelled already stays unchanged.
 *
 * Refuses `order_unknown` and `order_not_cancellable`.
 */
export async function cancelOwnOrder(db: Db, shopper: Pick<Shopper, 'id'>, orderId: string): Promise<void> {
  refuseUnless(isId(orderId), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseUnless(order?.shopperId === shopper.id, 'order_unknown')
    if (order.status === 'Cancelled') return
    const isUnpaid = order.status === 'Awaiting payment'
    refuseUnless(isUnpaid || order.status === 'Order Placed', 'order_not_cancellable')
    await cancelOrder(tx, orderId, order.status, byShopper)
    // An order that awaits payment was never confirmed by mail, so its cancelling isn't mailed either.
    if (!isUnpaid) return queueCancelledMail(tx, orderId, 'shopper')
    const payment = await findPayment(tx, orderId)
    await setPaymentState(tx, orderId, 'expired')
    if (payment?.session) await queueJob(tx, ...closePageJob(orderId, payment.session))
  })
}
