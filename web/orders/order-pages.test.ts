import { expect, test } from 'vitest'
import type { Order } from '../../contract/entities.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { movedBetween, pagesOf, stretchesBeside, withNewest, withOlder, withUpdated } from './order-pages.ts'

const order = (_id: string, status: OrderStatus = 'Order Placed') => ({ _id, status }) as Order
const page = (ids: string, nextCursor: string | null = null) => ({
  orders: [...ids].map((id) => order(id)),
  nextCursor,
})
const ids = ({ orders }: { orders: readonly Order[] }) => orders.map(({ _id }) => _id).join('')

test('older orders follow those that are there, each once', () => {
  const pages = withOlder(pagesOf(page('fed', 'd')), page('dcb', 'b'))
  expect(ids(pages)).toBe('fedcb')
  expect(pages.nextCursor).toBe('b')
})

test('a new order comes on top and the older pages stay', () => {
  const pages = withNewest(withOlder(pagesOf(page('fed', 'd')), page('cba')), page('gfe', 'e'))
  expect(ids(pages)).toBe('gfedcba')
  expect(pages.nextCursor).toBeNull()
})

test('a list that was shorter than a page grows to where the page ends', () => {
  const pages = withNewest(pagesOf(page('ba')), page('edcba'))
  expect(ids(pages)).toBe('edcba')
  expect(ids(withNewest(pagesOf(page('')), page('dcb', 'b')))).toBe('dcb')
  expect(withNewest(pagesOf(page('')), page('dcb', 'b')).nextCursor).toBe('b')
})

test('what is known is shown as it is now', () => {
  const pages = withNewest(pagesOf(page('cba')), { orders: [order('c', 'Packing')], nextCursor: null })
  expect(pages.orders.map(({ status }) => status)).toEqual(['Packing', 'Order Placed', 'Order Placed'])
  expect(withUpdated(pages, [order('a', 'Delivered'), order('x')]).orders.map(({ status }) => status)).toEqual([
    'Packing',
    'Order Placed',
    'Delivered',
  ])
})

test('the list begins anew when more has come than a page holds', () => {
  const pages = withNewest(pagesOf(page('cba')), page('ihg', 'g'))
  expect(ids(pages)).toBe('ihg')
  expect(pages.nextCursor).toBe('g')
})

test('of the older pages only what was named is read again, or all of them when anything may have changed', () => {
  const pages = pagesOf(page('gfedcba'))
  const newest = page('gfe', 'e')
  expect(stretchesBeside(pages, newest, ['f'])).toEqual([])
  expect(stretchesBeside(pages, newest, ['d', 'a', 'x'])).toEqual([
    { cursor: 'e', count: 1 },
    { cursor: 'b', count: 1 },
  ])
  expect(stretchesBeside(pages, newest, undefined)).toEqual([{ cursor: 'e', count: 4 }])
  expect(stretchesBeside(pagesOf(newest), newest, undefined)).toEqual([])
})

test('tells which orders have come to another state, and no new ones', () => {
  const before = pagesOf(page('ba'))
  const after = { orders: [order('c'), order('b', 'Confirmed'), order('a')], nextCursor: null }
  expect(movedBetween(before, after)).toEqual([{ order: order('b', 'Confirmed'), from: 'Order Placed' }])
})
