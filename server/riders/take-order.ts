import { type FailedTryReason, ridingLimits, whatFollows } from '../../contract/delivery/riding.ts'
import { statusNames } from '../../contract/orders/order-status.ts'
import { mayCall } from '../../contract/staff/staff-roles.ts'
import { isId } from '../common/ids.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { queueStepMail, queueTryMail } from '../mail/queue-mail.ts'
import { lockOrder } from '../orders/queries.ts'
import { deletePackedByLeaving, enterStatus, insertPacked, revertStatus } from '../orders/steps/step-queries.ts'
import { bringBack } from './bring-back.ts'
import {
  countOpenRuns,
  endRun,
  findOpenRun,
  findRunOfRider,
  findTap,
  insertRun,
  isRefused,
  lockRider,
  recordTap,
  recordTry,
} from './run-queries.ts'
import { momentOfTap } from './tap-moment.ts'

/** A call that a rider's phone may repeat: it is applied once. */
export type TapRequest = {
  /** Chosen by the phone. */
  id: string
  /** The id of the order. */
  order: string
  /** The rider's e-mail. */
  rider: string
  /** For how many milliseconds it has waited on the phone, as the phone says. */
  waited?: number
}

/**
 * Runs `work` once for a tap of a rider's phone, however often it is sent; a refused one has done nothing and can be
 * sent again. Throws `order_unknown`, and `id_reused` if its id belongs to another tap.
 */
export async function applyOnce(
  db: Db,
  { id, order, rider }: TapRequest,
  /** As it is stored with the tap. */
  kind: 'take' | 'returned' | 'delivered' | 'failed try',
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  refuseUnless(isId(order), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const what = `${kind} ${order}`
    if (await recordTap(tx, { id, rider, what })) return work(tx)
    const first = await findTap(tx, id)
    refuseUnless(first?.rider === rider && first.what === what, 'id_reused')
  })
}

/**
 * Takes an order for delivery: it is out for delivery then, and no other rider can take it. Its shopper gets a mail. An
 * order that a seller has sent out without a rider stays where it is. Taking an order twice changes nothing.
 *
 * Throws what `applyOnce` throws, `taken_by_other`, `role_forbids` if the rider was removed meanwhile, `not_to_take`
 * unless it is being packed or out for delivery, or if its shopper refused it, and `round_full`.
 */
export async function takeOrder(db: Db, tap: TapRequest): Promise<void> {
  const { order: orderId, rider } = tap
  await applyOnce(db, tap, 'take', async (tx) => {
    const order = await lockOrder(tx, orderId)
    refuseUnless(order?.listed, 'order_unknown')
    const run = await findOpenRun(tx, orderId)
    if (run?.rider === rider) return
    refuseUnless(!run, 'taken_by_other')
    const role = await lockRider(tx, rider)
    refuseUnless(role && mayCall(role, 'rider.take'), 'role_forbids')
    const isReady = order.status === 'Packing' || order.status === 'Out for delivery'
    if (!isReady || (await isRefused(tx, orderId)))
      return refuse('not_to_take', { values: { status: statusNames[order.status] } })
    const max = ridingLimits.orders
    refuseUnless((await countOpenRuns(tx, rider)) < max, 'round_full', { values: { max } })
    const happenedAt = await momentOfTap(tx, tap)
    await insertRun(tx, orderId, rider, happenedAt)
    if (order.status === 'Out for delivery') return
    await enterStatus(tx, orderId, { from: 'Packing', to: 'Out for delivery', by: rider, happenedAt })
    await insertPacked(tx, orderId, undefined)
    await queueStepMail(tx, orderId, 'Out for delivery')
  })
}

/**
 * Returns an order of a rider's round to the shop: it is being packed again, and packed if a seller had said so before
 * it was taken; of one that was cancelled, its stock is returned. Throws what `applyOnce` throws, and
 * `not_your_round`.
 */
export async function returnToShop(db: Db, tap: TapRequest): Promise<void> {
  await applyOnce(db, tap, 'returned', async (tx) => {
    const { run, happenedAt } = await lockOwnRun(tx, tap)
    if (run.isCancelled) return bringBack(tx, { orderId: tap.order, runId: run.id })
    await endRun(tx, run.id, { outcome: 'given back', happenedAt })
    await revertStatus(tx, tap.order, { from: 'Out for delivery', to: 'Packing', by: tap.rider, happenedAt })
    await deletePackedByLeaving(tx, tap.order)
  })
}

/**
 * Records that an order couldn't be handed over. What follows is the rule of contract/delivery/riding.ts: the rider
 * keeps it and tries again later, or it is packed again, to be taken later or cancelled by the shop. Its shopper gets a
 * mail. Throws what `applyOnce` throws, and `not_your_round`.
 */
export async function reportFailedTry(db: Db, tap: TapRequest & { reason: FailedTryReason }): Promise<void> {
  await applyOnce(db, tap, 'failed try', async (tx) => {
    const { run, happenedAt } = await lockOwnRun(tx, tap)
    // A cancelled order comes back without a further try.
    if (run.isCancelled) return
    const triedAt = await recordTry(tx, run.id, { reason: tap.reason, happenedAt })
    const follows = whatFollows(tap.reason, run.tries + 1)
    await queueTryMail(tx, tap.order, {
      run: run.id,
      times: run.tries + 1,
      reason: tap.reason,
      back: follows !== 'again',
      at: triedAt.toISOString(),
    })
    if (follows === 'again') return
    await endRun(tx, run.id, { outcome: 'came back', happenedAt })
    await revertStatus(tx, tap.order, { from: 'Out for delivery', to: 'Packing', by: tap.rider, happenedAt })
  })
}

/**
 * Locks an order of the rider's round, which may be cancelled, and to be brought back. Returns it with its run and, if
 * the tap waited, when it was made. Throws `not_your_round`.
 */
export async function lockOwnRun(tx: Tx, tap: TapRequest) {
  const { order: orderId, rider } = tap
  const order = await lockOrder(tx, orderId)
  const run = order && (await findRunOfRider(tx, orderId, rider))
  refuseUnless(order && run, 'not_your_round')
  return { order, run, happenedAt: await momentOfTap(tx, tap, run.id) }
}
