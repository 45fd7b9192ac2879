import type { Order } from '../../../contract/entities.ts'
import { nextStatuses, type OrderStatus, orderStatuses } from '../../../contract/order-status.ts'
import type { OrderChange } from '../../client/order-events.ts'

/** The orders on the screen in their order, and those that have come but don't move what is being read yet. */
export type OrderList = {
  orders: readonly Order[]
  held: readonly Order[]
  /** Where those that follow begin; null when there are none. */
  nextCursor: string | null
  oldestFirst: boolean
}

export type OrdersPage = { orders: readonly Order[]; nextCursor?: string | null | undefined }

export function listOf(page: OrdersPage, oldestFirst = false): OrderList {
  return { orders: page.orders, held: [], nextCursor: page.nextCursor ?? null, oldestFirst }
}

/** The list with the orders of the next `page` at its end. */
export function withMore(list: OrderList, page: OrdersPage): OrderList {
  const known = new Set(list.orders.map(({ _id }) => _id))
  return {
    ...list,
    orders: [...list.orders, ...page.orders.filter(({ _id }) => !known.has(_id))],
    nextCursor: page.nextCursor ?? null,
  }
}

/**
 * Takes in the first orders, read again. Known ones are brought up to date where they stand, also when the filter
 * would no longer let them through, so that nothing vanishes under a finger. New ones are held back where `hold` says
 * so, unless they come at the end, where they move nothing. Returns the list and the orders that have just come.
 */
export function withRead(list: OrderList, page: OrdersPage, hold: boolean): { list: OrderList; arrived: Order[] } {
  const fresh = new Map(page.orders.map((order) => [order._id, order]))
  // A read that was under way while the order was moved brings it as it was before.
  const update = (order: Order) => {
    const read = fresh.get(order._id)
    return read && read.updatedAt >= order.updatedAt ? read : order
  }
  const known = new Set([...list.orders, ...list.held].map(({ _id }) => _id))
  const arrived = page.orders.filter(({ _id }) => !known.has(_id))

  // More has come than one page holds: what lies between isn't known, so the list begins anew.
  const apart = !list.oldestFirst && list.orders.length > 0 && page.nextCursor && arrived.length === page.orders.length
  if (apart) return { list: listOf(page), arrived }

  const last = list.orders.at(-1)
  const isBeyond = ({ _id }: Order) => last === undefined || (list.oldestFirst ? _id > last._id : _id < last._id)
  const next = {
    ...list,
    orders: list.orders.map(update),
    held: list.held.map(update),
    nextCursor: last === undefined || page.orders.some(isBeyond) ? (page.nextCursor ?? null) : list.nextCursor,
  }
  const moving = hold ? arrived.filter((order) => !isBeyond(order)) : []
  return {
    list: {
      ...next,
      orders: inOrder(next, [...next.orders, ...arrived.filter((order) => !moving.includes(order))]),
      held: inOrder(next, [...next.held, ...moving]),
    },
    arrived,
  }
}

/** Shows what was held back. */
export function withHeldShown(list: OrderList): OrderList {
  return { ...list, orders: inOrder(list, [...list.orders, ...list.held]), held: [] }
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
function inOrder({ oldestFirst }: Pick<OrderList, 'oldestFirst'>, orders: readonly Order[]): Order[] {
  return [...orders].sort((a, b) => (a._id < b._id === oldestFirst ? -1 : 1))
}
