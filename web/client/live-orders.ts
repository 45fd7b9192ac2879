import type { Order } from '../../contract/entities/order.ts'
import { limits } from '../../contract/values/limits.ts'
import { makeStore } from '../store.ts'
import { makeReader, type ReadFailure } from './reader.ts'

/*
 * A list of orders that is read in pages and stays live: the shopper's own, or those that match a seller's filter.
 * After a change the shown orders are read again and merged into the list, so that nothing moves or disappears while it
 * is being pressed.
 */

/** What is read here of an order: a shopper's own one, or as a seller sees it. */
export type ListedOrder = Pick<Order, '_id' | 'status' | 'updatedAt'>

/** The orders on the screen in their order, and new ones that aren't shown yet because they would move the others. */
export type OrderList<O extends ListedOrder = Order> = {
  orders: readonly O[]
  pending: readonly O[]
  /** The cursor of the next page; null if there is none. */
  nextCursor: string | null
  sort: OrdersSort<O>
}

/** Whether the order that has waited longest is first, and the sort key before that. */
export type OrdersSort<O extends ListedOrder = Order> = { oldestFirst: boolean; rank?: (order: O) => string }

const newestFirst = { oldestFirst: false }

export type OrdersPage<O extends ListedOrder = Order> = { orders: readonly O[]; nextCursor?: string | null }

/** The changes that a reply contained: orders new in the list, and orders with another status. */
export type OrdersNews<O extends ListedOrder = Order> = {
  arrived: readonly O[]
  statusChanges: readonly StatusChange<O>[]
}
export type StatusChange<O extends ListedOrder = Order> = { order: O; from: Order['status'] }

/** Returns a list with the orders of its first page. */
export function listOf<O extends ListedOrder>(page: OrdersPage<O>, sort: OrdersSort<O> = newestFirst): OrderList<O> {
  return { orders: page.orders, pending: [], nextCursor: page.nextCursor ?? null, sort }
}

/** Returns the list with the orders of the next `page` at its end. */
export function withMore<O extends ListedOrder>(list: OrderList<O>, page: OrdersPage<O>): OrderList<O> {
  const known = new Set(list.orders.map(({ _id }) => _id))
  return {
    ...list,
    orders: [...list.orders, ...page.orders.filter(({ _id }) => !known.has(_id))],
    nextCursor: page.nextCursor ?? null,
  }
}

/**
 * Merges the first orders, read again. Known ones are updated in place; those that no longer match the filter stay. New
 * ones are held back if `holdBack` is set, unless they belong at the end, where they move nothing.
 */
export function withRead<O extends ListedOrder>(
  list: OrderList<O>,
  page: OrdersPage<O>,
  holdBack: boolean,
): { list: OrderList<O> } & OrdersNews<O> {
  const fresh = new Map(page.orders.map((order) => [order._id, order]))
  const statusChanges: StatusChange<O>[] = []
  const update = (order: O) => {
    const read = fresh.get(order._id)
    // A read that started before the status changed returns its old state.
    if (!read || read.updatedAt < order.updatedAt) return order
    if (read.status !== order.status) statusChanges.push({ order: read, from: order.status })
    return read
  }
  const known = new Set([...list.orders, ...list.pending].map(({ _id }) => _id))
  const arrived = page.orders.filter(({ _id }) => !known.has(_id))

  // More new orders than a page: those between aren't known, so the list starts again with this page.
  const isGap =
    !list.sort.oldestFirst && list.orders.length > 0 && page.nextCursor && arrived.length === page.orders.length
  if (isGap) return { list: listOf(page, list.sort), arrived, statusChanges }

  const last = list.orders.at(-1)
  const isBeyond = (order: O) => last === undefined || compare(list.sort, order, last) > 0
  const waiting = holdBack ? arrived.filter((order) => !isBeyond(order)) : []
  const next = {
    ...list,
    orders: [...list.orders.map(update), ...arrived.filter((order) => !waiting.includes(order))],
    pending: [...list.pending.map(update), ...waiting],
    nextCursor: last === undefined || page.orders.some(isBeyond) ? (page.nextCursor ?? null) : list.nextCursor,
  }
  return {
    list: { ...next, orders: inOrder(next, next.orders), pending: inOrder(next, next.pending) },
    arrived,
    statusChanges,
  }
}

/** Returns the list with the held-back orders shown. */
export function withPendingShown<O extends ListedOrder>(list: OrderList<O>): OrderList<O> {
  return { ...list, orders: inOrder(list, [...list.orders, ...list.pending]), pending: [] }
}

/** Returns the list with `update` applied to each order. */
export function withEach<O extends ListedOrder>(list: OrderList<O>, update: (order: O) => O): OrderList<O> {
  return { ...list, orders: list.orders.map(update), pending: list.pending.map(update) }
}

function inOrder<O extends ListedOrder>({ sort }: Pick<OrderList<O>, 'sort'>, orders: readonly O[]): O[] {
  return [...orders].sort((a, b) => compare(sort, a, b))
}

/** Ids start with the time of the order. */
function compare<O extends ListedOrder>({ oldestFirst, rank }: OrdersSort<O>, a: O, b: O): number {
  const [one, other] = rank ? [rank(a), rank(b)] : ['', '']
  if (one !== other) return one < other ? -1 : 1
  return a._id < b._id === oldestFirst ? -1 : 1
}

type PageReply<O extends ListedOrder> = ({ success: true } & OrdersPage<O>) | ReadFailure

export type LiveOrdersDeps<O extends ListedOrder = Order> = {
  /** Reads a page: `limit` orders after the cursor. */
  read: (
    page: { limit: string; cursor: string | undefined },
    options: { signal?: AbortSignal },
  ) => Promise<PageReply<O>>
  /** Orders per page. */
  pageSize: number
  sort?: OrdersSort<O>
  /** The list to start with, when it is shown again. */
  first?: OrderList<O>
  /** Returns whether new orders must be held back, because they would move what is being read. */
  mustHoldBack?: () => boolean
  /** Called with the changes of a known list, and whether new orders are held back. */
  onNews?: (news: OrdersNews<O>, areHeldBack: boolean) => void
}

export type LiveOrders<O extends ListedOrder = Order> = ReturnType<typeof makeLiveOrders<O>>

/** Makes a live list of orders; it reads from `start` until `stop`. */
export function makeLiveOrders<O extends ListedOrder>(deps: LiveOrdersDeps<O>) {
  const { pageSize, sort = newestFirst } = deps
  const readingMore = makeStore(false)

  const { update, ...reader } = makeReader<PageReply<O>, OrderList<O>>({
    first: deps.first,
    read: (signal, list) => reload(list, signal),
    take: (page, before) => {
      if (!before) return listOf(page, sort)
      const holdBack = deps.mustHoldBack?.() ?? false
      const { list, arrived, statusChanges } = withRead(before, page, holdBack)
      if (arrived.length + statusChanges.length > 0) deps.onNews?.({ arrived, statusChanges }, holdBack)
      return list
    },
  })

  /**
   * Reads the first orders, as many as are shown. Newest first, at most as many as one call returns, since new ones are
   * among them; oldest first, new ones come after those that are shown.
   */
  async function reload(list: OrderList<O> | undefined, signal: AbortSignal): Promise<PageReply<O>> {
    const shown = Math.max(list ? list.orders.length + list.pending.length : 0, pageSize)
    const most = sort.oldestFirst ? shown : Math.min(shown, limits.pageSize)
    const orders: O[] = []
    let cursor: string | undefined
    for (;;) {
      const limit = Math.min(most - orders.length, limits.pageSize)
      const reply = await deps.read({ limit: String(limit), cursor }, { signal })
      if (!reply.success) return reply
      orders.push(...reply.orders)
      if (!reply.nextCursor || orders.length >= most) return { ...reply, orders }
      cursor = reply.nextCursor
    }
  }

  /** Reads the next page. Resolves to the message of a refusal; rejects if there is no reply. */
  async function readMore(): Promise<string | undefined> {
    const cursor = reader.state.get().data?.nextCursor
    if (readingMore.get() || !cursor) return undefined
    readingMore.set(true)
    try {
      const reply = await deps.read({ limit: String(pageSize), cursor }, {})
      if (!reply.success) return reply.message
      // Only if the list still ends where this page begins.
      update((list) => (list.nextCursor === cursor ? withMore(list, reply) : list))
      return undefined
    } finally {
      readingMore.set(false)
    }
  }

  return { ...reader, update, readingMore, readMore }
}
