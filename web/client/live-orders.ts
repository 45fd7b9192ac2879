import type { Order } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { makeStore } from '../store.ts'
import { makeReader, type Refused } from './reader.ts'

/*
 * A list of orders that is read by pages and stays live: the shopper's own, or those that a seller's filter lets through.
 * A change makes what is shown be read again, and merged into the list, so that nothing moves or vanishes under a finger.
 */

/** The orders on the screen in their order, and those that have come but don't move what is being read yet. */
export type OrderList = {
  orders: readonly Order[]
  held: readonly Order[]
  /** Where those that follow begin; null when there are none. */
  nextCursor: string | null
  oldestFirst: boolean
}

export type OrdersPage = { orders: readonly Order[]; nextCursor?: string | null | undefined }

/** What a reply brought: orders that weren't in the list, and those of the list that have come to another state. */
export type OrdersNews = { arrived: readonly Order[]; moved: readonly Moved[] }
export type Moved = { order: Order; from: Order['status'] }

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
 * Takes in the first orders, read again. Known ones are brought up to date where they stand; those that the filter no
 * longer lets through stay. New ones are held back if `hold` says so, unless they come at the end, where they move
 * nothing.
 */
export function withRead(list: OrderList, page: OrdersPage, hold: boolean): { list: OrderList } & OrdersNews {
  const fresh = new Map(page.orders.map((order) => [order._id, order]))
  const moved: Moved[] = []
  const update = (order: Order) => {
    const read = fresh.get(order._id)
    // A read that was under way while the order was moved brings it as it was before.
    if (!read || read.updatedAt < order.updatedAt) return order
    if (read.status !== order.status) moved.push({ order: read, from: order.status })
    return read
  }
  const known = new Set([...list.orders, ...list.held].map(({ _id }) => _id))
  const arrived = page.orders.filter(({ _id }) => !known.has(_id))

  // More has come than one page holds: what lies between isn't known, so the list begins anew.
  const apart = !list.oldestFirst && list.orders.length > 0 && page.nextCursor && arrived.length === page.orders.length
  if (apart) return { list: listOf(page), arrived, moved }

  const last = list.orders.at(-1)
  const isBeyond = ({ _id }: Order) => last === undefined || (list.oldestFirst ? _id > last._id : _id < last._id)
  const waiting = hold ? arrived.filter((order) => !isBeyond(order)) : []
  const next = {
    ...list,
    orders: [...list.orders.map(update), ...arrived.filter((order) => !waiting.includes(order))],
    held: [...list.held.map(update), ...waiting],
    nextCursor: last === undefined || page.orders.some(isBeyond) ? (page.nextCursor ?? null) : list.nextCursor,
  }
  return { list: { ...next, orders: inOrder(next, next.orders), held: inOrder(next, next.held) }, arrived, moved }
}

/** Shows what was held back. */
export function withHeldShown(list: OrderList): OrderList {
  return { ...list, orders: inOrder(list, [...list.orders, ...list.held]), held: [] }
}

/** The list with each of its orders as `update` returns it. */
export function withEach(list: OrderList, update: (order: Order) => Order): OrderList {
  return { ...list, orders: list.orders.map(update), held: list.held.map(update) }
}

/** Ids begin with the time at which an order was placed. */
function inOrder({ oldestFirst }: Pick<OrderList, 'oldestFirst'>, orders: readonly Order[]): Order[] {
  return [...orders].sort((a, b) => (a._id < b._id === oldestFirst ? -1 : 1))
}

type PageReply = ({ success: true } & OrdersPage) | Refused

export type LiveOrdersWorld = {
  /** Asks the shop for a page: so many orders after the cursor. */
  read: (page: { limit: string; cursor: string | undefined }, options: { signal?: AbortSignal }) => Promise<PageReply>
  /** Orders of one page. */
  pageSize: number
  /** The one that has waited longest comes first. */
  oldestFirst?: boolean
  /** The list as it was left. */
  first?: OrderList | undefined
  /** Whether what comes in has to wait, because it would move what is being read. */
  mustHold?: () => boolean
  /** Gets what has changed in a list that was known, and whether new orders are held back. */
  onNews?: (news: OrdersNews, held: boolean) => void
}

export type LiveOrders = ReturnType<typeof makeLiveOrders>

/** A live list of orders in the given world; it reads from `start` until `stop`. */
export function makeLiveOrders(world: LiveOrdersWorld) {
  const { pageSize, oldestFirst = false } = world
  const readingMore = makeStore(false)

  const { update, ...reader } = makeReader<PageReply, OrderList>({
    first: world.first,
    read: (signal, list) => readAgain(list, signal),
    take: (page, before) => {
      if (!before) return listOf(page, oldestFirst)
      const hold = world.mustHold?.() ?? false
      const { list, arrived, moved } = withRead(before, page, hold)
      if (arrived.length + moved.length > 0) world.onNews?.({ arrived, moved }, hold)
      return list
    },
  })

  /**
   * Reads the first orders, as many as are shown; newest first no more than one call returns, as what has come is among
   * them. Oldest first it stands behind them all.
   */
  async function readAgain(list: OrderList | undefined, signal: AbortSignal): Promise<PageReply> {
    const shown = Math.max(list ? list.orders.length + list.held.length : 0, pageSize)
    const most = oldestFirst ? shown : Math.min(shown, limits.pageSize)
    const orders: Order[] = []
    let cursor: string | undefined
    for (;;) {
      const limit = Math.min(most - orders.length, limits.pageSize)
      const reply = await world.read({ limit: String(limit), cursor }, { signal })
      if (!reply.success) return reply
      orders.push(...reply.orders)
      if (!reply.nextCursor || orders.length >= most) return { ...reply, orders }
      cursor = reply.nextCursor
    }
  }

  /** Reads the page that follows. Resolves to why it couldn't be read, where it couldn't. */
  async function readMore(): Promise<string | undefined> {
    const cursor = reader.state.get().data?.nextCursor
    if (readingMore.get() || !cursor) return undefined
    readingMore.set(true)
    try {
      const reply = await world.read({ limit: String(pageSize), cursor }, {})
      if (!reply.success) return reply.message
      // A list that has begun anew meanwhile, or reaches further, doesn't end where this page begins.
      update((list) => (list.nextCursor === cursor ? withMore(list, reply) : list))
      return undefined
    } finally {
      readingMore.set(false)
    }
  }

  return { ...reader, update, readingMore, readMore }
}
