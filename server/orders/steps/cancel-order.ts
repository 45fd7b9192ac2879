import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { Tx } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { returnCapacity } from '../../delivery/windows/window-queries.ts'
import { returnUses } from '../../promotions/queries.ts'
import { recordCancelled } from '../ledger-queries.ts'
import { closePageJob, refundJob } from '../money/payment-jobs.ts'
import { findPayment, setPaymentState, setRefundDue } from '../money/payment-queries.ts'
import {
  addStockBack,
  clearStockToReturn,
  lockCountedProducts,
  orderedQuantities,
  setStockToReturn,
} from '../stock-queries.ts'
import { enterStatus } from './step-queries.ts'

/**
 * Cancels an order that is in the given status: returns its counted stock, its uses of promotions and its capacity in a
 * delivery window, and queues a refund of what was paid online. If a rider has its goods, {@link returnStockOnceBack}
 * returns the stock. The caller has locked the order. Returns false, with nothing changed, if the order is in another
 * status.
 */
export async function cancelOrder(tx: Tx, orderId: string, from: OrderStatus, by?: string): Promise<boolean> {
  if (!(await enterStatus(tx, orderId, { from, to: 'Cancelled', by }))) return false
  const isOnTheWay = from === 'Out for delivery' && (await setStockToReturn(tx, orderId))
  if (!isOnTheWay) await returnStock(tx, orderId)
  await returnUses(tx, orderId)
  await returnCapacity(tx, orderId)
  await recordCancelled(tx, orderId, by)
  await queueRefund(tx, orderId)
  return true
}

/**
 * Cancels an order that awaits payment, and queues the closing of its payment page. It queues no mail: an unpaid order
 * was never confirmed by one. The caller has locked the order. Returns false if it doesn't await payment.
 */
export async function cancelUnpaidOrder(tx: Tx, orderId: string, by?: string): Promise<boolean> {
  if (!(await cancelOrder(tx, orderId, 'Awaiting payment', by))) return false
  const payment = await findPayment(tx, orderId)
  await setPaymentState(tx, orderId, 'expired')
  if (payment?.session) await queueJob(tx, ...closePageJob(orderId, payment.session))
  return true
}

/** Returns the counted stock that an order took. The caller has locked the order. */
export async function returnStock(tx: Tx, orderId: string): Promise<void> {
  const ids = (await orderedQuantities(tx, orderId)).map((line) => line.productId)
  await lockCountedProducts(tx, ids)
  await addStockBack(tx, orderId)
}

/**
 * Returns, once, the counted stock of an order that was cancelled while a rider had its goods, which are back in the
 * shop. The caller has locked the order.
 */
export async function returnStockOnceBack(tx: Tx, orderId: string): Promise<void> {
  if (await clearStockToReturn(tx, orderId)) await returnStock(tx, orderId)
}

/** Marks what was paid online as due to be refunded, and queues the job that refunds it. */
async function queueRefund(tx: Tx, orderId: string): Promise<void> {
  if (await setRefundDue(tx, orderId)) await queueJob(tx, ...refundJob(orderId))
}
