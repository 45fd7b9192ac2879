import { expect, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { dueDay, ordersInput, ordersQueryOf, ordersSearch, sortOf, viewOf } from './orders-query.ts'

test('converts a URL into filters, and back', () => {
  const search = '?q=Mali+Rak&status=Out+for+delivery&payment=COD&paid=false'
  expect(ordersQueryOf(new URLSearchParams(search))).toEqual({
    q: 'Mali Rak',
    view: 'Out for delivery',
    payment: 'COD',
    paid: 'false',
  })
  expect(ordersSearch(ordersQueryOf(new URLSearchParams(search)))).toBe(search)
})

test('ignores invalid values', () => {
  const query = ordersQueryOf(new URLSearchParams('?status=Awaiting+payment&payment=gold&paid=perhaps&q=++'))
  expect(ordersSearch(query)).toBe('')
})

const queryOf = (search: string) => ordersQueryOf(new URLSearchParams(search))

test('by default the list has the orders with something to do, what is due first at the top', () => {
  expect(ordersInput(queryOf(''))).toEqual({ open: 'true', sort: 'due' })
  expect(ordersInput(queryOf('?status=Packing'))).toMatchObject({ status: 'Packing', sort: 'due' })
})

test('an order is due on the day of its window; today if that is over, and as soon as possible', () => {
  const now = new Date('2026-11-23T12:00:00+07:00')
  const due = (from?: string) => dueDay({ delivery: { fee: 0, from } } as unknown as Order, now)
  expect(['2026-11-22T10:00:00Z', '2026-11-23T15:00:00+07:00', '2026-11-24T11:00:00+07:00'].map(due)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-24',
  ])
  expect([due(), dueDay({}, now)]).toEqual(['2026-11-23', '2026-11-23'])
})

test('a search covers all orders, newest first, unless the URL has a view', () => {
  expect(ordersInput(queryOf('?q=Mali'))).toEqual({ q: 'Mali', sort: 'newest', awaiting: 'true' })
  expect(viewOf(queryOf('?q=Mali&view=todo'))).toBe('todo')
  expect(ordersSearch(queryOf('?q=Mali&view=todo'))).toBe('?q=Mali&view=todo')
})

test('finished orders are listed newest first', () => {
  for (const search of ['?view=all', '?status=Delivered', '?status=Cancelled'])
    expect(sortOf(queryOf(search))).toEqual({ oldestFirst: false })
})
