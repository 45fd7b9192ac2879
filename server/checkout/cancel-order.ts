import type { OrderStatus } from '../../contract/order-status.ts'
import type { Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { setPaidOwed } from './payment-queries.ts'
import { refundJob } from './payment-steps.ts'
import { addStockBack, enterStatus, lockCountedProducts, orderedQuantities } from './queries.ts'

/**
 * Cancels an order that is in the given status: its counted stock returns, and money that was paid online goes back.
 * The caller holds the order's row. Gives false, with nothing changed, when the order is in another status.
 */
export async function cancelOrder(tx: Tx, orderId: string, from: OrderStatus, by?: string): Promise<boolean> {
  if (!(await enterStatus(tx, orderId, { from, to: 'Cancelled', by }))) return false
  await returnStock(tx, orderId)
  await owePaidMoney(tx, orderId)
  return true
}

/** Gives counted stock back that an order took. The caller holds the order's row. */
export async function returnStock(tx: Tx, orderId: string): Promise<void> {
  const ids = (await orderedQuantities(tx, orderId)).map((line) => line.productId)
  await lockCountedProducts(tx, ids)
  await addStockBack(tx, orderId)
}

/** What was paid online is owed from this moment; a job asks the gateway to send it back. */
async function owePaidMoney(tx: Tx, orderId: string): Promise<void> {
  if (await setPaidOwed(tx, orderId)) await queueJob(tx, ...refundJob(orderId))
}
