import { maySellerCancel, mayUndoDelivery } from '../../../contract/orders/order-actions.ts'
import {
  mayFollow,
  type OrderStatus,
  statusBefore,
  statusNames,
  type UndoableStatus,
} from '../../../contract/orders/order-status.ts'
import { cashToCollect } from '../../../contract/pricing/cash-coins.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { setDeliveryUndone } from '../../delivery/assignments/assignment-queries.ts'
import { queueCancelledMail, queueStepMail, queueUndeliveredMail } from '../../mail/queue-mail.ts'
import { recordCash, undoCash } from '../ledger-queries.ts'
import { hasGoods } from '../money/refund-queries.ts'
import { findWaitingSlip } from '../money/slip-queries.ts'
import { costOf } from '../order-cost.ts'
import { lockOrder, setPaid, setUnpaidIfOwed } from '../queries.ts'
import { cancelOrder, cancelUnpaidOrder } from './cancel-order.ts'
import {
  deletePacked,
  deletePackedByLeaving,
  enterStatus,
  insertPacked,
  revertStatus,
  wasCancelledUntilDelivered,
} from './step-queries.ts'

export type OrderStep = {
  id: string
  /** The status that the seller saw. */
  from: OrderStatus
  to: OrderStatus
  /** What the seller saw to be collected in cash, in the shop's currency. */
  toCollect?: number
  /** The seller's e-mail, shown in the timeline. */
  by: string
}

/**
 * Moves an order to another status for a seller. Cancelling refunds what was paid online, mails the shopper, and
 * returns counted stock, at once unless a rider has the goods; delivering a cash order marks it as paid. The shopper
 * also gets a mail when the order is out for delivery and when it is delivered.
 *
 * An order that awaits payment can only be cancelled: payments and slips place it.
 *
 * Throws `order_unknown` (also for an unpaid order, unless it is cancelled), `status_changed` if its status isn't
 * `from` any more, `status_not_next`, `slip_undecided` for an unpaid order whose slip waits, and `balance_changed` if a
 * cash order is delivered and costs something else than `toCollect`.
 */
export async function takeStep(db: Db, { id, from, to, toCollect, by }: OrderStep): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    const cancelsUnpaid = from === 'Awaiting payment' && to === 'Cancelled'
    refuseUnless(order && (order.listed || cancelsUnpaid), 'order_unknown')
    refuseUnless(order.status === from, 'status_changed', { values: { status: statusNames[order.status] } })
    refuseUnless(mayFollow(from, to), 'status_not_next', {
      values: { from: statusNames[from], to: statusNames[to] },
    })
    if (to === 'Cancelled') {
      const slipWaits = cancelsUnpaid && (await findWaitingSlip(tx, id)) !== undefined
      refuseUnless(maySellerCancel(from, { slipWaits }), 'slip_undecided')
      if (cancelsUnpaid) await cancelUnpaidOrder(tx, id, by)
      else await cancelOrder(tx, id, from, by)
      await queueCancelledMail(tx, id)
      return
    }
    if (to === 'Delivered' && order.paymentType === 'COD') {
      const owed = cashToCollect(order)
      refuseUnless(toCollect === undefined || centsFromWire(toCollect) === owed, 'balance_changed', {
        values: { amount: { cents: owed } },
      })
      await setPaid(tx, id)
      // First: the step ends the assignment of the rider who has the cash.
      await recordCash(tx, id, by)
    }
    await enterStatus(tx, id, { from, to, by })
    if (to === 'Out for delivery') await insertPacked(tx, id, undefined)
    if (to === 'Out for delivery' || to === 'Delivered') await queueStepMail(tx, id, to)
  })
}

/**
 * Undoes an order's last step. The step stays in the database, with who did it and who undid it.
 *
 * - Delivered, the default: a cash order is unpaid again, and its shopper gets a mail if there was one that it was
 *   delivered. An order that was cancelled on the way, and whose rider noted that it had been handed over already, is
 *   cancelled again, and its rider is to bring it back; its shopper gets a mail.
 * - Packing: the order isn't packed either.
 * - Out for delivery: the order isn't packed unless a seller had marked it as packed.
 *
 * Throws `order_unknown`; `status_changed` if that isn't the order's last step; `money_went_back` if it is delivered
 * and was refunded whole or all its goods were, or money of it was paid out, unless it is cancelled again;
 * `too_late_to_undo` once the day of the step is over in the shop's time zone.
 */
export async function undoStep(
  db: Db,
  { id, from = 'Delivered', by, timeZone }: { id: string; from?: UndoableStatus; by: string; timeZone: string },
): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order?.listed, 'order_unknown')
    refuseUnless(order.status === from, 'status_changed', { values: { status: statusNames[order.status] } })
    const isDelivered = from === 'Delivered'
    const wasCancelled = isDelivered && (await wasCancelledUntilDelivered(tx, id))
    if (isDelivered) {
      const sums = { amount: order.amountCents, cost: costOf(order), paidOut: order.paidOutCents }
      refuseUnless(mayUndoDelivery({ ...sums, hasGoods: await hasGoods(tx, id), wasCancelled }), 'money_went_back')
    }
    refuseUnless(await revertStatus(tx, id, { from, to: statusBefore[from], by, timeZone }), 'too_late_to_undo')
    if (from === 'Packing') await deletePacked(tx, id)
    if (from === 'Out for delivery') await deletePackedByLeaving(tx, id)
    if (!isDelivered) return
    await undoCash(tx, id, by)
    await setUnpaidIfOwed(tx, id)
    if (!wasCancelled) {
      await setDeliveryUndone(tx, id, 'undone')
      return queueUndeliveredMail(tx, id)
    }
    // First: whether cancelling returns the stock depends on it.
    await setDeliveryUndone(tx, id, 'cancelled')
    await cancelOrder(tx, id, 'Out for delivery', by)
    await queueCancelledMail(tx, id)
  })
}
