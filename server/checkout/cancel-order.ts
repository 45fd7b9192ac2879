import { sql } from 'kysely'
import type { OrderStatus } from '../../contract/order-status.ts'
import type { Tx } from '../platform/database.ts'
import { queueJob } from '../platform/jobs.ts'
import { refundJob } from './payment-steps.ts'
import { enterStatus, lockCountedProducts, orderedQuantities } from './queries.ts'

/**
 * Cancels an order that is in the given status: its counted stock returns, and money that was paid online goes back.
 * The caller holds the order's row. Gives false, with nothing changed, when the order is in another status.
 */
export async function cancelOrder(tx: Tx, orderId: string, from: OrderStatus): Promise<boolean> {
  if (!(await enterStatus(tx, orderId, { from, to: 'Cancelled' }))) return false
  await returnStock(tx, orderId)
  await owePaidMoney(tx, orderId)
  return true
}

/** Gives counted stock back that an order took. The caller holds the order's row. */
export async function returnStock(tx: Tx, orderId: string): Promise<void> {
  const ids = (await orderedQuantities(tx, orderId)).map((line) => line.productId)
  await lockCountedProducts(tx, ids)
  // A product that isn't counted any more, or is gone, has nothing to return to.
  await sql`
    update product set stock = stock + line.quantity
    from order_line line
    where line.order_id = ${orderId} and product.id = line.product_id and product.stock is not null`.execute(tx)
}

/** What was paid online is owed from this moment; a job asks the gateway to send it back. */
async function owePaidMoney(tx: Tx, orderId: string): Promise<void> {
  const owed = await tx
    .updateTable('payment')
    .set({ state: 'refund due', updatedAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  if (owed.numUpdatedRows > 0n) await queueJob(tx, ...refundJob(orderId))
}
