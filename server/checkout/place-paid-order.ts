import { takeFromCart } from '../cart/queries.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import type { Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { newOrderJobs } from '../mail/queue-mail.ts'
import { newOrderNoticeJob } from '../notices/queue-notices.ts'
import { cancelReplacedJob } from './payment-steps.ts'
import { enterStatus, orderedQuantities, setPaid } from './queries.ts'

/**
 * Places an order that was awaiting payment: marks it as paid, removes its products from the saved cart, and queues its mails
 * and the job that cancels the shopper's unpaid orders of the same goods. The caller has locked the order. `by` is the seller
 * who said that the money came. `leavesCart`: its products left the cart before, so those that are there are wanted again.
 */
export async function placePaidOrder(
  tx: Tx,
  order: { id: string; shopperId: string },
  { by, leavesCart = false }: { by?: string | undefined; leavesCart?: boolean } = {},
): Promise<void> {
  await setPaid(tx, order.id)
  await enterStatus(tx, order.id, { from: 'Awaiting payment', to: 'Order Placed', by })
  if (!leavesCart) await takeGoodsFromCart(tx, order)
  for (const job of [...newOrderJobs(order.id), newOrderNoticeJob(order.id), cancelReplacedJob(order.id)])
    await queueJob(tx, ...job)
}

/** Removes an order's products from its shopper's saved cart. */
export async function takeGoodsFromCart(tx: Tx, order: { id: string; shopperId: string }): Promise<void> {
  const products = (await orderedQuantities(tx, order.id)).map((line) => line.productId)
  // An older cart call can't bring them back.
  await takeFromCart(order.shopperId, products, monotonicMicroseconds()).execute(tx)
}
