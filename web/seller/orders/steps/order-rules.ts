import { endsInCancel } from '../../../../contract/delivery/failed-attempt-rule.ts'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { mayUndoDelivery } from '../../../../contract/orders/order-actions.ts'
import {
  isUndoable,
  mayFollow,
  type OrderStatus,
  type UndoableStatus,
} from '../../../../contract/orders/order-status.ts'
import { shop } from '../../../shop.ts'
import { shopNow } from '../../../shop-clock.ts'
import { isForLater } from '../../order-ui/is-for-later.ts'
import { dayOf } from '../../order-ui/times.ts'

/** Returns whether an order came back because its shopper said that it isn't wanted. */
export const isRefused = ({ failedAttempt }: Pick<SellerOrder, 'failedAttempt'>): boolean =>
  failedAttempt?.back === true && endsInCancel(failedAttempt.reason)

/**
 * Returns whether a seller is asked before a step: before a delivery, and before an order goes out that was refused at
 * the door, or that is for a later day.
 */
export function needsConfirmation(
  step: OrderStatus | undefined,
  order: Pick<SellerOrder, 'failedAttempt' | 'delivery'>,
  now = new Date(shopNow()),
): step is 'Delivered' | 'Out for delivery' {
  if (step === 'Delivered') return true
  const { timeZone } = shop
  return (
    step === 'Out for delivery' && (isRefused(order) || isForLater({ from: order.delivery?.from }, { timeZone, now }))
  )
}

/** A step whose order has a button that undoes it. The earlier ones are undone by the message about them. */
export type LateStep = 'Delivered' | 'Out for delivery'

const isLate = (status: OrderStatus): status is LateStep => status === 'Delivered' || status === 'Out for delivery'

/**
 * Returns the step to a status if its message offers to undo it: the next one of an order, not one that undoing led
 * back to.
 */
export const undoneByMessage = (before: OrderStatus, status: OrderStatus): UndoableStatus | undefined =>
  isUndoable(status) && mayFollow(before, status) ? status : undefined

/**
 * Returns the order's last step if its button can still undo it: until the end of the shop's day on which it was
 * recorded, and a delivery only as `mayUndoDelivery` says. `hasGoods`: whether refunds left some of its goods.
 */
export function undoableStep(
  order: Pick<SellerOrder, 'status' | 'timeline' | 'amount' | 'paidOut' | 'wasCancelled'> & { money: { cost: number } },
  now: number,
  hasGoods: boolean,
): LateStep | undefined {
  const { status, timeline, amount, paidOut = 0, wasCancelled = false } = order
  const { cost } = order.money
  if (status === 'Delivered' && !mayUndoDelivery({ amount, cost, paidOut, hasGoods, wasCancelled })) return undefined
  const made = timeline.findLast((step) => step.status === status)
  if (!isLate(status) || !made || dayOf(recordedAt(made)) !== dayOf(new Date(now).toISOString())) return undefined
  return status
}

/** Returns whether an order is shown as paid while its step to the status `sending` is being sent, or undone. */
export function paidWhileSending(
  { status, isPaid, paymentType }: Pick<SellerOrder, 'status' | 'isPaid' | 'paymentType'>,
  sending: OrderStatus | undefined,
): boolean {
  if (sending === 'Delivered' || (status === 'Awaiting payment' && sending === 'Order Placed')) return true
  const isCashReturned = paymentType === 'COD' && status === 'Delivered' && sending === 'Out for delivery'
  return isPaid && !isCashReturned
}

/** Returns when a step was recorded: later than it happened if its rider's phone had no connection. */
const recordedAt = ({ at, sentAt = at }: { at: string; sentAt?: string }): string => sentAt
