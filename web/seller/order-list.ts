import type { Order } from '../../contract/entities.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from '../../contract/order-status.ts'
import type { OrderChange } from '../session/order-events.ts'

/** The orders on the screen, newest first, and those that have come but don't move what is being read yet. */
export type OrderList = {
  orders: readonly Order[]
  held: readonly Order[]
  /** Where the older ones begin; null when there are none. */
  nextCursor: string | null
}

export type OrdersPage = { orders: readonly Order[]; nextCursor?: string | null | undefined }

export function listOf(page: OrdersPage): OrderList {
  return { orders: page.orders, held: [], nextCursor: page.nextCursor ?? null }
}

/** The list with the older orders of `page` at its end. */
export function withOlder(list: OrderList, page: OrdersPage): OrderList {
  const known = new Set(list.orders.map(({ _id }) => _id))
  return {
    ...list,
    orders: [...list.orders, ...page.orders.filter(({ _id }) => !known.has(_id))],
    nextCursor: page.nextCursor ?? null,
  }
}

/**
 * Takes in the newest orders, read again. Known ones are brought up to date where they stand, also when the filter
 * would no longer let them through, so that nothing vanishes under a finger. New ones are held back where `hold` says
 * so. Gives the list and the orders that have just come.
 */
export function withNewest(list: OrderList, page: OrdersPage, hold: boolean): { list: OrderList; arrived: Order[] } {
  const fresh = new Map(page.orders.map((order) => [order._id, order]))
  // A read that was under way while the order was moved brings it as it was before.
  const update = (order: Order) => {
    const read = fresh.get(order._id)
    return read && read.updatedAt >= order.updatedAt ? read : order
  }
  const known = new Set([...list.orders, ...list.held].map(({ _id }) => _id))
  const arrived = page.orders.filter(({ _id }) => !known.has(_id))

  // More has come than one page holds: what lies between isn't known, so the list begins anew.
  const apart = list.orders.length > 0 && page.nextCursor && arrived.length === page.orders.length
  if (apart) return { list: listOf(page), arrived }

  const last = list.orders.at(-1)
  const reachesFurther = last === undefined || page.orders.some(({ _id }) => _id < last._id)
  const next = {
    orders: list.orders.map(update),
    held: list.held.map(update),
    nextCursor: reachesFurther ? (page.nextCursor ?? null) : list.nextCursor,
  }
  return {
    list: hold
      ? { ...next, held: newestFirst([...next.held, ...arrived]) }
      : { ...next, orders: newestFirst([...next.orders, ...arrived]) },
    arrived,
  }
}

/** Shows what was held back. */
export function withHeldShown(list: OrderList): OrderList {
  return { ...list, orders: newestFirst([...list.orders, ...list.held]), held: [] }
}

/** The list with one order as it is now. */
export function withOrder(list: OrderList, order: Order): OrderList {
  const update = (each: Order) => (each._id === order._id ? order : each)
  return { ...list, orders: list.orders.map(update), held: list.held.map(update) }
}

/**
 * The list with the states that events told of, for orders that no read brings: filtered out, or far down. An event that
 * comes late tells of a state that the order has left behind.
 */
export function withChanges(list: OrderList, changes: readonly OrderChange[]): OrderList {
  const told = new Map(changes.map(({ order, status }) => [order, orderStatuses.find((each) => each === status)]))
  const update = (each: Order) => {
    const status = told.get(each._id)
    return status !== undefined && isAhead(each.status, status) ? { ...each, status } : each
  }
  return { ...list, orders: list.orders.map(update), held: list.held.map(update) }
}

/** Whether an order can come from one state to the other, by one step or several. */
function isAhead(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].some((next) => next === to || isAhead(next, to))
}

/** Ids begin with the time at which an order was placed. */
function newestFirst(orders: readonly Order[]): Order[] {
  return [...orders].sort((a, b) => (a._id < b._id ? 1 : -1))
}
