import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import { statusNames } from '../../../contract/orders/order-status.ts'
import { mayCall } from '../../../contract/staff/staff-roles.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import {
  countOpenAssignments,
  findOpenAssignment,
  insertAssignment,
} from '../../delivery/assignments/assignment-queries.ts'
import { queueStepMail } from '../../mail/queue-mail.ts'
import { lockOrder } from '../../orders/queries.ts'
import { enterStatus, insertPacked } from '../../orders/steps/step-queries.ts'
import { isRefused, lockRider } from '../trip/trip-queries.ts'
import { applyOnce, type TapRequest } from './apply-tap.ts'
import { momentOfTap } from './tap-moment.ts'

/**
 * Takes an order for delivery: it is out for delivery then, and no other rider can take it. Its shopper gets a mail. An
 * order that a seller has sent out without a rider stays where it is. Taking an order twice changes nothing.
 *
 * Throws what `applyOnce` throws, `taken_by_other`, `role_forbids` if the rider was removed meanwhile, `not_to_take`
 * unless it is being packed or out for delivery, or if its shopper refused it, and `trip_full`.
 */
export async function takeOrder(db: Db, tap: TapRequest): Promise<void> {
  const { order: orderId, rider } = tap
  await applyOnce(db, tap, 'take', async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseUnless(order?.listed, 'order_unknown')
    const assignment = await findOpenAssignment(tx, orderId)
    if (assignment?.rider === rider) return
    refuseUnless(!assignment, 'taken_by_other')
    const role = await lockRider(tx, rider)
    refuseUnless(role && mayCall(role, 'rider.take'), 'role_forbids')
    const isReady = order.status === 'Packing' || order.status === 'Out for delivery'
    if (!isReady || (await isRefused(tx, orderId)))
      return refuse('not_to_take', { values: { status: statusNames[order.status] } })
    const max = riderLimits.orders
    refuseUnless((await countOpenAssignments(tx, rider)) < max, 'trip_full', { values: { max } })
    const happenedAt = await momentOfTap(tx, tap)
    await insertAssignment(tx, orderId, rider, happenedAt)
    if (order.status === 'Out for delivery') return
    await enterStatus(tx, orderId, { from: 'Packing', to: 'Out for delivery', by: rider, happenedAt })
    await insertPacked(tx, orderId, undefined)
    await queueStepMail(tx, orderId, 'Out for delivery')
  })
}
