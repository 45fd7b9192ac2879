import type { Order } from '../../../contract/entities/order.ts'
import { mayShopperMoveWindow } from '../../../contract/orders/order-actions.ts'
import { byShopper, isFinal, isUnconfirmed, type OrderStatus } from '../../../contract/orders/order-status.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { deleteHold, lockHold, releaseExpired } from '../../delivery/windows/hold-queries.ts'
import {
  addTaken,
  comingWindows,
  findFreeNumber,
  lockWindows,
  type OpenWindowRow,
  openWindows,
  serves,
} from '../../delivery/windows/window-queries.ts'
import { refuseClosed, refuseFull } from '../../delivery/windows/windows.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { lockShopper } from '../../domain/shopper-lock.ts'
import { queueChangeMail, queueWindowMail } from '../../mail/queue-mail.ts'
import { movedNoticeJob } from '../../notices/queue-notices.ts'
import { lockOrder } from '../queries.ts'
import { findOrderWindow, setOrderWindow } from './order-window-queries.ts'

/** Who moves an order to another window. */
type Mover = { shopper: Pick<Shopper, 'id'> } | { seller: string }

/**
 * Returns the windows that an order can be moved to, the next first: for a seller also those past their cut-off. For a
 * shopper those with a higher fee than `maxFeeCents`, which the order paid for its window when it was placed, are among
 * them, and can't be chosen; the capacity that the shopper holds counts as left. Throws `order_unknown`.
 */
export async function windowsForMove(
  db: Db,
  orderId: string,
  by: Mover,
): Promise<{ windows: OpenWindowRow[]; maxFeeCents: number }> {
  const shopper = 'shopper' in by ? by.shopper : undefined
  const order = isId(orderId) ? await findOrderWindow(db, orderId) : undefined
  refuseUnless(order && (!shopper || order.shopperId === shopper.id), 'order_unknown')
  const windows = await (shopper
    ? openWindows(db, order.zoneId, { shopperId: shopper.id })
    : comingWindows(db, order.zoneId))
  return { windows, maxFeeCents: order.windowFeeCents }
}

/**
 * Moves an order to another window of its zone: it takes capacity there, and returns that of its own. What the order
 * costs stays.
 *
 * - A shopper may move an order until the cut-off of its window or until it is picked, and once more, whatever the
 *   cut-off, if its rider has brought it back; an order without a window until the shop confirms it. Not to a window
 *   with a higher fee than it paid for its window when it was placed. A hold of the window is used, as by an order that
 *   is placed. The staff get a notice and a mail, the shopper a mail with the new time.
 * - A seller may move it until it is delivered, also to a window past its cut-off, or with a higher fee: the paid fee
 *   stays. The shopper gets a mail.
 *
 * Throws `order_unknown`, `window_move_late`, `window_move_packing`, `window_closed`, also for a window that doesn't
 * serve the zone, `window_dearer`, `window_full`, and `too_many_windows` for a shopper's order without one.
 */
export async function moveWindow(
  db: Db,
  { orderId, windowId, by }: { orderId: string; windowId: string; by: Mover },
): Promise<void> {
  refuseUnless(isId(orderId), 'order_unknown')
  const shopper = 'shopper' in by ? by.shopper : undefined
  const movedBy = 'seller' in by ? by.seller : byShopper
  await inTransaction(db, async (tx) => {
    // As an order that is placed: both choose a free number.
    if (shopper) await lockShopper(tx, shopper.id)
    const order = await lockOrder(tx, orderId)
    const booked = await findOrderWindow(tx, orderId)
    const isTheirs = shopper ? order?.shopperId === shopper.id : order?.listed
    refuseUnless(order && booked && isTheirs, 'order_unknown')
    const { windowId: from, zoneId, failedAttempt, windowFeeCents } = booked
    const to = windowId.toLowerCase()
    if (from === to) return
    refuseUnless(!isFinal(order.status), 'window_move_late')
    // Holds are locked before windows everywhere.
    const held = shopper && (await lockHold(tx, shopper.id))
    const isHeld = held?.windowId === to
    const windows = await lockWindows(
      tx,
      [from, to].filter((id): id is string => id !== null && isId(id)),
    )
    const ownWindow = windows.find(({ id }) => id === from)
    const wanted = windows.find(({ id }) => id === to)
    if (shopper) refuseShopperMove(order.status, { ownWindow, failedAttempt })
    const isTooLate = shopper ? wanted?.isCutOff : wanted?.isOver
    if (!wanted?.isOffered || isTooLate || !serves(wanted, zoneId)) return refuseClosed(tx, zoneId, to)
    refuseUnless(!shopper || wanted.feeCents <= windowFeeCents, 'window_dearer')
    const hasCapacity = wanted.left > 0 || isHeld || (await releaseExpired(tx, to)) > 0
    if (!hasCapacity) return refuseFull(tx, zoneId, to)
    const unconfirmedNumber = shopper && !ownWindow ? await findFreeNumber(tx, shopper.id, 'window') : undefined
    refuseUnless(unconfirmedNumber !== null, 'too_many_windows', { values: { max: serverLimits.windowOrders } })
    if (shopper && isHeld) await deleteHold(tx, shopper.id)
    await addTaken(tx, to, 1)
    if (ownWindow) await addTaken(tx, ownWindow.id, -1)
    await setOrderWindow(tx, orderId, { ...wanted, unconfirmedNumber, by: movedBy })
    // Sellers don't know yet of an order that awaits payment, and the mail after the payment has its time.
    if (order.status === 'Awaiting payment') return
    await queueWindowMail(tx, orderId, to, shopper ? 'shopper' : 'shop')
    if (!shopper) return
    await queueChangeMail(tx, orderId, 'moved')
    await queueJob(tx, ...movedNoticeJob(orderId))
  })
}

/** Throws `window_move_packing` or `window_move_late` if a shopper can't move an order of this status any more. */
function refuseShopperMove(
  status: OrderStatus,
  { ownWindow, failedAttempt }: { ownWindow: { isCutOff: boolean } | undefined } & Pick<Order, 'failedAttempt'>,
): void {
  // Goods that are picked would wait for days. An order that came back needs another time.
  const cameBack = failedAttempt?.back === true
  const mayMove = mayShopperMoveWindow(status, { cameBack })
  refuseUnless(mayMove || status !== 'Packing', 'window_move_packing')
  // Its window has usually begun by then, so the cut-off counts again once another one was chosen.
  const cutOffCounts = !cameBack || failedAttempt.moved
  const isInTime = ownWindow ? !(cutOffCounts && ownWindow.isCutOff) : isUnconfirmed(status)
  refuseUnless(mayMove && isInTime, 'window_move_late')
}
