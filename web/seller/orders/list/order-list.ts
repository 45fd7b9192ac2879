import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from '../../../../contract/orders/order-status.ts'
import { type OrderList, withEach } from '../../../client/live-orders.ts'
import type { OrderChange } from '../../../client/order-events.ts'

/**
 * Updates the statuses from events, for orders that no read returns: filtered out, or far down. A late event with an
 * earlier status is ignored.
 */
export function withChangedStatuses(
  list: OrderList<SellerOrder>,
  changes: readonly OrderChange[],
): OrderList<SellerOrder> {
  const statuses = new Map(changes.map(({ order, status }) => [order, orderStatuses.find((each) => each === status)]))
  return withEach(list, (each) => {
    const status = statuses.get(each._id)
    return status !== undefined && isAhead(each.status, status) ? { ...each, status } : each
  })
}

/** Returns whether an order can get from one status to the other, in one step or several. */
function isAhead(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].some((next) => next === to || isAhead(next, to))
}

/** Returns whether an order, as read from the shop, has another status than it had. */
export const isMoved = (was: { orderId: string; status: OrderStatus }, { _id, status }: SellerOrder): boolean =>
  was.orderId === _id && was.status !== status

/** Returns whether an event reports that an order is further on than it was. Late events report earlier statuses. */
export function isFurther(was: { orderId: string; status: OrderStatus }, { order, status }: OrderChange): boolean {
  const to = orderStatuses.find((each) => each === status)
  return was.orderId === order && to !== undefined && isAhead(was.status, to)
}
