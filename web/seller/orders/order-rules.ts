import { dayIn } from '../../../contract/day.ts'
import type { Order } from '../../../contract/entities.ts'
import { mayFollow, type OrderStatus } from '../../../contract/order-status.ts'
import { shop } from '../../shop.ts'

/** Returns whether the seller's screen offers to cancel: an order that awaits payment ends by itself. */
export function maySellerCancel(status: OrderStatus): boolean {
  return status !== 'Awaiting payment' && mayFollow(status, 'Cancelled')
}

/** Returns whether "Delivered" can still be undone: until the end of the shop's day on which it was set. */
export function canUndoDelivered({ status, timeline }: Pick<Order, 'status' | 'timeline'>, now: number): boolean {
  const delivered = timeline.findLast((step) => step.status === 'Delivered')
  return status === 'Delivered' && delivered !== undefined && dayOf(delivered.at) === dayOf(new Date(now).toISOString())
}

/** Returns the shop's day of a time, as YYYY-MM-DD. */
export function dayOf(iso: string): string {
  return dayIn(shop.timeZone, new Date(iso))
}
