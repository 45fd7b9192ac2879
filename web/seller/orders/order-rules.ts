import { dayIn } from '../../../contract/day.ts'
import type { Order } from '../../../contract/entities/order.ts'
import { mayFollow, type OrderStatus } from '../../../contract/order-status.ts'
import { shop } from '../../shop.ts'

/** Returns whether the seller's screen offers to cancel: an order that awaits payment ends by itself. */
export function maySellerCancel(status: OrderStatus): boolean {
  return status !== 'Awaiting payment' && mayFollow(status, 'Cancelled')
}

/** A step that can be undone. */
export type UndoableStep = 'Delivered' | 'Out for delivery'

export const isUndoable = (status: OrderStatus): status is UndoableStep =>
  status === 'Delivered' || status === 'Out for delivery'

/** Returns the status before a step that is undone. */
export const statusBefore = (step: UndoableStep) => (step === 'Delivered' ? 'Out for delivery' : 'Packing')

/** Returns the order's last step if it can still be undone: until the end of the shop's day on which it was made. */
export function undoableStep(
  { status, timeline }: Pick<Order, 'status' | 'timeline'>,
  now: number,
): UndoableStep | undefined {
  const made = timeline.findLast((step) => step.status === status)
  if (!isUndoable(status) || !made || dayOf(made.at) !== dayOf(new Date(now).toISOString())) return undefined
  return status
}

/** Returns the shop's day of a time, as YYYY-MM-DD. */
export function dayOf(iso: string): string {
  return dayIn(shop.timeZone, new Date(iso))
}
