import { statusNames } from '../../../contract/orders/order-status.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { findCancelledAssignment, recordBroughtBack } from '../../delivery/assignments/assignment-queries.ts'
import { lockOrder } from '../../orders/queries.ts'
import { returnStockOnceBack } from '../../orders/steps/cancel-order.ts'

/**
 * Records that the goods of an order that was cancelled on the way are back in the shop, and returns its counted stock.
 * The caller has locked the order and seen that they aren't back yet.
 */
export async function bringBack(
  tx: Tx,
  { orderId, assignmentId }: { orderId: string; assignmentId: string },
): Promise<void> {
  await recordBroughtBack(tx, assignmentId)
  await returnStockOnceBack(tx, orderId)
}

/**
 * Records, for a seller, that the goods of an order that was cancelled on the way are back in the shop. Does nothing if
 * that is recorded.
 *
 * Throws `order_unknown`, and `status_changed` unless the order was cancelled on the way, or if its shopper got it
 * nevertheless.
 */
export async function recordBackInShop(db: Db, orderId: string): Promise<void> {
  refuseUnless(isId(orderId), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseUnless(order?.listed, 'order_unknown')
    const assignment = await findCancelledAssignment(tx, orderId)
    if (!assignment) return refuse('status_changed', { values: { status: statusNames[order.status] } })
    if (!assignment.isBack) await bringBack(tx, { orderId, assignmentId: assignment.id })
  })
}
