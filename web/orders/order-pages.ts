import type { Order } from '../../contract/entities.ts'
import type { OrderStatus } from '../../contract/order-status.ts'

/** The orders that a shopper has before them, newest first. */
export type OrderPages = {
  orders: readonly Order[]
  /** Where the older ones begin; null when there are none. */
  nextCursor: string | null
}

/** A page as the shop gives it. */
export type OrderPage = { orders: readonly Order[]; nextCursor?: string | null | undefined }

export function pagesOf(page: OrderPage): OrderPages {
  return { orders: page.orders, nextCursor: page.nextCursor ?? null }
}

/** Adds a page of older orders. */
export function withOlder(pages: OrderPages, page: OrderPage): OrderPages {
  return { orders: merged(pages.orders, page.orders), nextCursor: page.nextCursor ?? null }
}

/** Takes in the newest orders, read again: known ones as they are now, new ones on top. The older ones stay. */
export function withNewest(pages: OrderPages, page: OrderPage): OrderPages {
  const known = new Set(pages.orders.map(({ _id }) => _id))
  // More has come than one page holds: what lies between isn't known, so the list begins anew.
  if (page.nextCursor && !page.orders.some(({ _id }) => known.has(_id))) return pagesOf(page)
  const last = pages.orders.at(-1)?._id
  const reachesFurther = last === undefined || page.orders.some(({ _id }) => _id < last)
  return {
    orders: merged(pages.orders, page.orders),
    nextCursor: reachesFurther ? (page.nextCursor ?? null) : pages.nextCursor,
  }
}

/** Brings known orders up to date where they stand. */
export function withUpdated(pages: OrderPages, orders: readonly Order[]): OrderPages {
  const fresh = new Map(orders.map((order) => [order._id, order]))
  return { ...pages, orders: pages.orders.map((order) => fresh.get(order._id) ?? order) }
}

/** Which stretches of the list have to be read again, beside `page`, to know how the named orders stand. Without names, all. */
export function stretchesBeside(
  pages: OrderPages,
  page: OrderPage,
  ids: readonly string[] | undefined,
): { cursor: string; count: number }[] {
  const read = new Set(page.orders.map(({ _id }) => _id))
  const rest = pages.orders.map(({ _id }, at) => ({ _id, at })).filter(({ _id }) => !read.has(_id))
  const before = (at: number) => pages.orders[at - 1]?._id
  if (ids !== undefined) {
    const wanted = new Set(ids)
    return rest.flatMap(({ _id, at }) => {
      const cursor = before(at)
      return wanted.has(_id) && cursor !== undefined ? [{ cursor, count: 1 }] : []
    })
  }
  const first = rest[0]
  const cursor = first && before(first.at)
  return cursor === undefined ? [] : [{ cursor, count: rest.length }]
}

/** An order that has come to another state since it was read before. */
export type Moved = { order: Order; from: OrderStatus }

export function movedBetween(before: OrderPages, after: OrderPages): Moved[] {
  const known = new Map(before.orders.map((order) => [order._id, order.status]))
  return after.orders.flatMap((order) => {
    const from = known.get(order._id)
    return from === undefined || from === order.status ? [] : [{ order, from }]
  })
}

function merged(older: readonly Order[], newer: readonly Order[]): Order[] {
  const byId = new Map([...older, ...newer].map((order) => [order._id, order]))
  // Ids begin with the time at which an order was placed.
  return [...byId.values()].sort((one, other) => (one._id < other._id ? 1 : -1))
}
