import { expect, test } from 'vitest'
import type { Order } from '../../../contract/entities.ts'
import type { OrderStatus } from '../../../contract/order-status.ts'
import { listOf, type OrderList, withChanges, withHeldShown, withMore, withOrder, withRead } from './order-list.ts'

const order = (id: number, status: OrderStatus = 'Order Placed', updatedAt = '2026-11-21T09:00:00.000Z') =>
  ({ _id: `0${id}`, number: id, status, updatedAt }) as Order
const orders = (...ids: number[]) => ids.map((id) => order(id))
const ids = (list: OrderList) => list.orders.map(({ number }) => number)
const held = (list: OrderList) => list.held.map(({ number }) => number)

const list = listOf({ orders: orders(5, 4, 3), nextCursor: '03' })

test('a new order comes in at the top, and the way to older ones stays', () => {
  const next = withRead(list, { orders: orders(6, 5, 4), nextCursor: '04' }, false)
  expect(ids(next.list)).toEqual([6, 5, 4, 3])
  expect(next.list.nextCursor).toBe('03')
  expect(next.arrived.map(({ number }) => number)).toEqual([6])
})

test('while somebody reads further down new orders wait, each counted once', () => {
  const first = withRead(list, { orders: orders(6, 5, 4) }, true)
  const second = withRead(first.list, { orders: orders(7, 6, 5) }, true)
  expect(ids(second.list)).toEqual([5, 4, 3])
  expect(held(second.list)).toEqual([7, 6])
  expect(second.arrived.map(({ number }) => number)).toEqual([7])
  expect(ids(withHeldShown(second.list))).toEqual([7, 6, 5, 4, 3])
  expect(held(withHeldShown(second.list))).toEqual([])
})

test('an order that was paid late takes its place among the others', () => {
  const gap = listOf({ orders: orders(9, 7), nextCursor: null })
  expect(ids(withRead(gap, { orders: orders(9, 8, 7) }, false).list)).toEqual([9, 8, 7])
})

test('an order that the filter no longer lets through stays where it is', () => {
  const next = withRead(list, { orders: orders(5, 3), nextCursor: null }, false)
  expect(ids(next.list)).toEqual([5, 4, 3])
  expect(next.arrived).toEqual([])
})

test('orders that were read again are shown as they are now', () => {
  const next = withRead(list, { orders: [order(5, 'Confirmed'), order(4), order(3)] }, false)
  expect(next.list.orders[0]?.status).toBe('Confirmed')
})

test('a read that is older than what is known changes nothing', () => {
  const moved = withOrder(list, order(4, 'Packing', '2026-11-21T09:00:01.000Z'))
  const next = withRead(moved, { orders: [order(5), order(4, 'Confirmed'), order(3)] }, false)
  expect(next.list.orders[1]?.status).toBe('Packing')
})

test('begins anew when more has come than a page holds', () => {
  const next = withRead(list, { orders: orders(29, 28, 27), nextCursor: '027' }, true)
  expect(ids(next.list)).toEqual([29, 28, 27])
  expect(next.list.nextCursor).toBe('027')
})

test('an empty list takes the page with its way to older ones', () => {
  const next = withRead(listOf({ orders: [] }), { orders: orders(2, 1), nextCursor: '01' }, false)
  expect(ids(next.list)).toEqual([2, 1])
  expect(next.list.nextCursor).toBe('01')
})

test('a page that reaches further down than the list brings its own way on', () => {
  const next = withRead(list, { orders: orders(5, 4, 3, 2), nextCursor: '02' }, false)
  expect(ids(next.list)).toEqual([5, 4, 3, 2])
  expect(next.list.nextCursor).toBe('02')
})

test('older orders follow at the end, none twice', () => {
  const next = withMore(list, { orders: orders(3, 2, 1), nextCursor: null })
  expect(ids(next)).toEqual([5, 4, 3, 2, 1])
  expect(next.nextCursor).toBeNull()
})

test('one order, or the states that events tell of, are changed in place', () => {
  expect(withOrder(list, order(4, 'Packing')).orders[1]?.status).toBe('Packing')
  const changed = withChanges(list, [
    { order: '03', status: 'Delivered' },
    { order: '05', status: 'Lost' },
    { order: '04' },
  ])
  expect(changed.orders.map(({ status }) => status)).toEqual(['Order Placed', 'Order Placed', 'Delivered'])
})

test('an event that comes late leaves an order in the state to which it was moved', () => {
  const moved = withOrder(list, order(4, 'Packing'))
  const late = [
    { order: '04', status: 'Confirmed' },
    { order: '03', status: 'Awaiting payment' },
  ]
  expect(withChanges(moved, late).orders.map(({ status }) => status)).toEqual([
    'Order Placed',
    'Packing',
    'Order Placed',
  ])
  const ended = withOrder(list, order(4, 'Cancelled'))
  expect(withChanges(ended, late).orders[1]?.status).toBe('Cancelled')
})

test('oldest first, a new order comes at the end and moves nothing, also while somebody reads further down', () => {
  const queue = listOf({ orders: orders(3, 4), nextCursor: null }, true)
  const next = withRead(queue, { orders: orders(3, 4, 5), nextCursor: null }, true)
  expect([ids(next.list), held(next.list)]).toEqual([[3, 4, 5], []])
  expect(next.arrived.map(({ number }) => number)).toEqual([5])
})

test('oldest first, an order that comes back to the top waits while somebody reads further down', () => {
  const queue = listOf({ orders: orders(3, 4), nextCursor: null }, true)
  const next = withRead(queue, { orders: orders(2, 3, 4), nextCursor: null }, true)
  expect([ids(next.list), held(next.list)]).toEqual([[3, 4], [2]])
  expect(ids(withHeldShown(next.list))).toEqual([2, 3, 4])
})

test('oldest first, orders that were delivered stay until the list is opened again, and the way to later ones moves on', () => {
  const queue = listOf({ orders: orders(1, 2), nextCursor: '02' }, true)
  const next = withRead(queue, { orders: orders(2, 3), nextCursor: '03' }, false)
  expect(ids(next.list)).toEqual([1, 2, 3])
  expect(next.list.nextCursor).toBe('03')
  expect(ids(withMore(next.list, { orders: orders(4), nextCursor: null }))).toEqual([1, 2, 3, 4])
})
