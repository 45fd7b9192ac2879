import type { Order } from '../../../contract/entities.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from '../../../contract/order-status.ts'
import { type OrderList, withEach } from '../../client/live-orders.ts'
import type { OrderChange } from '../../client/order-events.ts'

/** The list with one order as it is now. */
export function withOrder(list: OrderList, order: Order): OrderList {
  return withEach(list, (each) => (each._id === order._id ? order : each))
}

/**
 * The list with the states that events told of, for orders that no read brings: filtered out, or far down. An event that
 * comes late tells of a state that the order has left behind.
 */
export function withChanges(list: OrderList, changes: readonly OrderChange[]): OrderList {
  const told = new Map(changes.map(({ order, status }) => [order, orderStatuses.find((each) => each === status)]))
  return withEach(list, (each) => {
    const status = told.get(each._id)
    return status !== undefined && isAhead(each.status, status) ? { ...each, status } : each
  })
}

/** Whether an order can come from one state to the other, by one step or several. */
function isAhead(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].some((next) => next === to || isAhead(next, to))
}
