import type { Tx } from '../../database/database.ts'
import { takeCapacityAgain } from '../../delivery/windows/window-queries.ts'
import { takeUsesAgain } from '../../promotions/queries.ts'
import { recordRestored } from '../ledger-queries.ts'
import { isGatewayRefunding } from '../money/payment-queries.ts'
import { clearStockToReturn, lockCountedProducts, orderedQuantities, takeStockAgain } from '../stock-queries.ts'
import { clearWindow } from './order-window-queries.ts'
import { revertStatus } from './step-queries.ts'

/**
 * Takes back the cancelling of an order that its shopper received nevertheless: it is out for delivery again.
 *
 * - It costs what it did before, unless money was paid out meanwhile (`recordRestored`).
 * - It has its uses of promotions again, and its capacity in a window as far as there is some.
 * - Its counted stock is taken again if it was returned.
 *
 * `cash` is what its rider took, in cents. The caller has locked the order and seen that it is cancelled.
 */
export async function restoreOrder(tx: Tx, orderId: string, restored: { cash: number; by: string }): Promise<void> {
  const wasReturned = !(await clearStockToReturn(tx, orderId))
  await revertStatus(tx, orderId, { from: 'Cancelled', to: 'Out for delivery', by: restored.by })
  if (wasReturned) {
    const ids = (await orderedQuantities(tx, orderId)).map((line) => line.productId)
    await lockCountedProducts(tx, ids)
    await takeStockAgain(tx, orderId)
  }
  await takeUsesAgain(tx, orderId)
  if (!(await takeCapacityAgain(tx, orderId))) await clearWindow(tx, orderId)
  await recordRestored(tx, orderId, { ...restored, isRefunding: await isGatewayRefunding(tx, orderId) })
}
