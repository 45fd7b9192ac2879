import type { Db } from '../../database/database.ts'
import { endAssignment } from '../../delivery/assignments/assignment-queries.ts'
import { deletePackedByLeaving, revertStatus } from '../../orders/steps/step-queries.ts'
import { applyOnce, lockOwnAssignment, type TapRequest } from './apply-tap.ts'
import { bringBack } from './bring-back.ts'

/**
 * Returns an order of a rider's trip to the shop: it is being packed again, and packed if a seller had said so before
 * it was taken; of one that was cancelled, its stock is returned. Throws what `applyOnce` throws, and
 * `not_your_trip`.
 */
export async function returnToShop(db: Db, tap: TapRequest): Promise<void> {
  await applyOnce(db, tap, 'returned', async (tx) => {
    const { assignment, happenedAt } = await lockOwnAssignment(tx, tap)
    if (assignment.isCancelled) return bringBack(tx, { orderId: tap.order, assignmentId: assignment.id })
    await endAssignment(tx, assignment.id, { outcome: 'returned', happenedAt })
    await revertStatus(tx, tap.order, { from: 'Out for delivery', to: 'Packing', by: tap.rider, happenedAt })
    await deletePackedByLeaving(tx, tap.order)
  })
}
