import { expect, test, vi } from 'vitest'
import type { Order } from '../../contract/entities/order.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  type LiveOrdersDeps,
  listOf,
  makeLiveOrders,
  type OrderList,
  withEach,
  withMore,
  withPendingShown,
  withRead,
} from './live-orders.ts'

const order = (id: number, status: OrderStatus = 'Order Placed', updatedAt = '2026-11-21T09:00:00.000Z') =>
  ({ _id: `0${id}`, number: id, status, updatedAt }) as Order
const orders = (...ids: number[]) => ids.map((id) => order(id))
const ids = (list: OrderList) => list.orders.map(({ number }) => number)
const pending = (list: OrderList) => list.pending.map(({ number }) => number)

const list = listOf({ orders: orders(5, 4, 3), nextCursor: '03' })

test('a new order is added at the top, and the cursor of older ones stays', () => {
  const next = withRead(list, { orders: orders(6, 5, 4), nextCursor: '04' }, false)
  expect(ids(next.list)).toEqual([6, 5, 4, 3])
  expect(next.list.nextCursor).toBe('03')
  expect(next.arrived.map(({ number }) => number)).toEqual([6])
})

test('new orders are held back while the user is scrolled down, each counted once', () => {
  const first = withRead(list, { orders: orders(6, 5, 4) }, true)
  const second = withRead(first.list, { orders: orders(7, 6, 5) }, true)
  expect(ids(second.list)).toEqual([5, 4, 3])
  expect(pending(second.list)).toEqual([7, 6])
  expect(second.arrived.map(({ number }) => number)).toEqual([7])
  expect(ids(withPendingShown(second.list))).toEqual([7, 6, 5, 4, 3])
  expect(pending(withPendingShown(second.list))).toEqual([])
})

test('an order that was paid late is inserted by its time', () => {
  const gap = listOf({ orders: orders(9, 7), nextCursor: null })
  expect(ids(withRead(gap, { orders: orders(9, 8, 7) }, false).list)).toEqual([9, 8, 7])
})

test('an order that no longer matches the filter stays', () => {
  const next = withRead(list, { orders: orders(5, 3), nextCursor: null }, false)
  expect(ids(next.list)).toEqual([5, 4, 3])
  expect(next.arrived).toEqual([])
})

test('orders that were read again are updated', () => {
  const next = withRead(list, { orders: [order(5, 'Confirmed'), order(4), order(3)] }, false)
  expect(next.list.orders[0]?.status).toBe('Confirmed')
})

test('ignores an older read', () => {
  const moved = withEach(list, (each) => (each.number === 4 ? order(4, 'Packing', '2026-11-21T09:00:01.000Z') : each))
  const next = withRead(moved, { orders: [order(5), order(4, 'Confirmed'), order(3)] }, false)
  expect(next.list.orders[1]?.status).toBe('Packing')
})

test('starts again if there are more new orders than a page has', () => {
  const next = withRead(list, { orders: orders(29, 28, 27), nextCursor: '027' }, true)
  expect(ids(next.list)).toEqual([29, 28, 27])
  expect(next.list.nextCursor).toBe('027')
})

test('an empty list takes the page and its cursor', () => {
  const next = withRead(listOf<Order>({ orders: [] }), { orders: orders(2, 1), nextCursor: '01' }, false)
  expect(ids(next.list)).toEqual([2, 1])
  expect(next.list.nextCursor).toBe('01')
})

test('a page that is longer than the list brings its own cursor', () => {
  const next = withRead(list, { orders: orders(5, 4, 3, 2), nextCursor: '02' }, false)
  expect(ids(next.list)).toEqual([5, 4, 3, 2])
  expect(next.list.nextCursor).toBe('02')
})

test('older orders are appended, none twice', () => {
  const next = withMore(list, { orders: orders(3, 2, 1), nextCursor: null })
  expect(ids(next)).toEqual([5, 4, 3, 2, 1])
  expect(next.nextCursor).toBeNull()
})

test('oldest first, a new order is appended at once, as it moves nothing', () => {
  const queue = listOf({ orders: orders(3, 4), nextCursor: null }, { oldestFirst: true })
  const next = withRead(queue, { orders: orders(3, 4, 5), nextCursor: null }, true)
  expect([ids(next.list), pending(next.list)]).toEqual([[3, 4, 5], []])
  expect(next.arrived.map(({ number }) => number)).toEqual([5])
})

test('oldest first, an order that returns to the top is held back while the user is scrolled down', () => {
  const queue = listOf({ orders: orders(3, 4), nextCursor: null }, { oldestFirst: true })
  const next = withRead(queue, { orders: orders(2, 3, 4), nextCursor: null }, true)
  expect([ids(next.list), pending(next.list)]).toEqual([[3, 4], [2]])
  expect(ids(withPendingShown(next.list))).toEqual([2, 3, 4])
})

test('oldest first, delivered orders stay until the list is opened again, and the cursor moves on', () => {
  const queue = listOf({ orders: orders(1, 2), nextCursor: '02' }, { oldestFirst: true })
  const next = withRead(queue, { orders: orders(2, 3), nextCursor: '03' }, false)
  expect(ids(next.list)).toEqual([1, 2, 3])
  expect(next.list.nextCursor).toBe('03')
  expect(ids(withMore(next.list, { orders: orders(4), nextCursor: null }))).toEqual([1, 2, 3, 4])
})

test('with a rank, an order goes before those of a later one, and the cursor of those below stays', () => {
  const rank = ({ number }: Order) => (number % 2 === 0 ? 'today' : 'tomorrow')
  const queue = listOf({ orders: orders(2, 4, 1), nextCursor: '01' }, { oldestFirst: true, rank })
  const { list } = withRead(queue, { orders: orders(2, 4, 6), nextCursor: '06' }, false)
  expect([ids(list), list.nextCursor]).toEqual([[2, 4, 6, 1], '01'])
  const withPending = withRead(queue, { orders: orders(2, 4, 6), nextCursor: '06' }, true).list
  expect([ids(withPending), pending(withPending), ids(withPendingShown(withPending))]).toEqual([
    [2, 4, 1],
    [6],
    [2, 4, 6, 1],
  ])
  expect(ids(withRead(list, { orders: orders(2, 4, 6, 1, 3) }, true).list)).toEqual([2, 4, 6, 1, 3])
})

test('reports the orders whose status changed, without new ones', () => {
  const { statusChanges } = withRead(list, { orders: [order(6), order(5, 'Confirmed'), order(4)] }, false)
  expect(statusChanges).toEqual([{ order: order(5, 'Confirmed'), from: 'Order Placed' }])
})

/** A simulated shop with these orders, whose replies the test releases. */
function aShop(...placed: Order[]) {
  const shop = { orders: placed, calls: [] as string[], broken: '' }
  const waiting: (() => void)[] = []
  let holds = false
  const read: LiveOrdersDeps['read'] = async ({ limit, cursor }, { signal }) => {
    shop.calls.push(cursor === undefined ? limit : `${limit} after ${cursor}`)
    const after = shop.orders.filter(({ _id }) => cursor === undefined || _id < cursor)
    const page = after.slice(0, Number(limit))
    const reply = {
      success: true as const,
      orders: page,
      nextCursor: after.length > page.length ? page.at(-1)?._id : null,
    }
    const { broken } = shop
    if (holds) await new Promise<void>((resolve) => waiting.push(resolve))
    signal?.throwIfAborted()
    return broken ? { success: false, message: broken } : reply
  }
  return Object.assign(shop, {
    read,
    /** Holds back the replies of the next calls until `arrive`. */
    delay: () => {
      holds = true
    },
    arrive: () => {
      holds = false
      for (const go of waiting.splice(0)) go()
      return vi.waitFor(() => expect(waiting).toEqual([]), eventually)
    },
  })
}

/** The live list of a shop, with three orders per page, after its first page was read. */
async function aLiveList(shop: ReturnType<typeof aShop>, deps: Partial<LiveOrdersDeps> = {}) {
  const live = makeLiveOrders({ read: shop.read, pageSize: 3, ...deps })
  live.start()
  await vi.waitFor(() => expect(live.state.get().loading).toBe(false), eventually)
  return Object.assign(live, { shown: () => ids(live.state.get().data ?? listOf<Order>({ orders: [] })) })
}

test('reads a page, then the next ones, up to the end of the list', async () => {
  const shop = aShop(...orders(7, 6, 5, 4, 3, 2, 1))
  const live = await aLiveList(shop)
  expect(live.shown()).toEqual([7, 6, 5])
  for (const _page of [2, 3, 4]) expect(await live.readMore()).toBeUndefined()
  expect(live.shown()).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(live.state.get().data?.nextCursor).toBeNull()
  expect(shop.calls).toEqual(['3', '3 after 05', '3 after 02'])
})

test('a change reads all shown pages again, and reports what is new', async () => {
  const shop = aShop(...orders(4, 3, 2, 1))
  const onNews = vi.fn<NonNullable<LiveOrdersDeps['onNews']>>()
  const live = await aLiveList(shop, { onNews })
  await live.readMore()
  shop.orders = [order(5), order(4), order(3), order(2, 'Confirmed'), order(1)]
  live.changed()
  await vi.waitFor(() => expect(live.shown()).toEqual([5, 4, 3, 2, 1]), eventually)
  expect(shop.calls.at(-1)).toBe('4')
  expect(onNews.mock.calls).toEqual([
    [{ arrived: [order(5)], statusChanges: [{ order: order(2, 'Confirmed'), from: 'Order Placed' }] }, false],
  ])
})

test('a change during the first read causes another read', async () => {
  const shop = aShop(...orders(2, 1))
  shop.delay()
  const live = makeLiveOrders({ read: shop.read, pageSize: 3 })
  live.start()
  shop.orders = orders(3, 2, 1)
  live.changed()
  await shop.arrive()
  await vi.waitFor(() => expect(ids(live.state.get().data ?? list)).toEqual([3, 2, 1]), eventually)
})

test('a next page is appended also if a change arrives while it is read', async () => {
  const shop = aShop(...orders(4, 3, 2, 1))
  const live = await aLiveList(shop)
  shop.delay()
  const more = live.readMore()
  shop.orders = orders(5, 4, 3, 2, 1)
  live.changed()
  await shop.arrive()
  await more
  await vi.waitFor(() => expect(live.state.get().loading).toBe(false), eventually)
  expect(live.shown()).toEqual([5, 4, 3, 2, 1])
})

test('a next page is ignored if the list has started again meanwhile, since orders between them are missing', async () => {
  const shop = aShop(...orders(4, 3, 2, 1))
  const live = await aLiveList(shop)
  shop.delay()
  const more = live.readMore()
  const begun = listOf({ orders: orders(29, 28, 27), nextCursor: '027' })
  live.update(() => begun)
  await shop.arrive()
  await more
  expect(live.state.get().data).toEqual(begun)
})

test('orders that arrive while the user is scrolled down are held back until shown', async () => {
  const shop = aShop(...orders(2, 1))
  const live = await aLiveList(shop, { mustHoldBack: () => true })
  shop.orders = orders(3, 2, 1)
  live.changed()
  await vi.waitFor(() => expect(pending(live.state.get().data ?? list)).toEqual([3]), eventually)
  live.update(withPendingShown)
  expect(live.shown()).toEqual([3, 2, 1])
})

test('an order that leaves the filter stays in the list', async () => {
  const shop = aShop(...orders(3, 2, 1))
  const live = await aLiveList(shop)
  shop.orders = orders(4, 3, 1)
  live.changed()
  await vi.waitFor(() => expect(live.shown()).toEqual([4, 3, 2, 1]), eventually)
})

test('orders stay on the screen if they can’t be read again, until the shop is reachable', async () => {
  const shop = aShop(...orders(2, 1))
  const live = await aLiveList(shop)
  shop.broken = 'The shop is counting'
  live.changed()
  await vi.waitFor(() => expect(live.state.get().failure).toBe('The shop is counting'), eventually)
  expect(live.shown()).toEqual([2, 1])
  shop.broken = ''
  shop.orders = orders(3, 2, 1)
  live.retry()
  await vi.waitFor(() => expect(live.shown()).toEqual([3, 2, 1]), eventually)
  expect(live.state.get().failure).toBeUndefined()
})

test('a next page that can’t be read returns the error and leaves the list', async () => {
  const shop = aShop(...orders(4, 3, 2, 1))
  const live = await aLiveList(shop)
  shop.broken = 'The shop is counting'
  expect(await live.readMore()).toBe('The shop is counting')
  expect(live.readingMore.get()).toBe(false)
  shop.broken = ''
  await live.readMore()
  expect(live.shown()).toEqual([4, 3, 2, 1])
})

test('a list that is shown again starts with its old orders, which are all read again', async () => {
  const shop = aShop(...orders(5, 4, 3, 2, 1))
  const left = listOf({ orders: orders(4, 3, 2, 1), nextCursor: null })
  const live = makeLiveOrders({ read: shop.read, pageSize: 3, first: left })
  expect(live.state.get().data).toBe(left)
  live.start()
  await vi.waitFor(() => expect(ids(live.state.get().data ?? list)).toEqual([5, 4, 3, 2, 1]), eventually)
  expect(shop.calls).toEqual(['4'])
})
