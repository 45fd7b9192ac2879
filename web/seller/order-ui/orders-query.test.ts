import { expect, test } from 'vitest'
import type { SellerOrder } from '../../../contract/entities/order.ts'
import { deliverBy, ordersInput, ordersQueryOf, ordersSearch, sortOf, viewOf } from './orders-query.ts'

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
  const query = ordersQueryOf(new URLSearchParams('?status=Lost&payment=gold&paid=perhaps&q=++'))
  expect(ordersSearch(query)).toBe('')
})

const queryOf = (search: string) => ordersQueryOf(new URLSearchParams(search))

test('by default the list has the orders with something to do, what is to be delivered first at the top', () => {
  expect(ordersInput(queryOf(''))).toEqual({ open: 'true', sort: 'deliver-by' })
  expect(ordersInput(queryOf('?status=Packing'))).toMatchObject({ status: 'Packing', sort: 'deliver-by' })
})

test('an order is due at the end of its window or its promised time, else an hour after it was placed', () => {
  const createdAt = '2026-11-23T05:00:00.000Z'
  const by = (delivery?: object) => deliverBy({ createdAt, delivery } as unknown as SellerOrder)
  const times = { from: '2026-11-24T02:00:00.000Z', promisedAt: '2026-11-24T04:00:00.000Z' }
  expect([by(times), by({ promisedAt: times.promisedAt }), by({ fee: 0 }), by()]).toEqual([
    times.promisedAt,
    times.promisedAt,
    '2026-11-23T06:00:00.000Z',
    '2026-11-23T06:00:00.000Z',
  ])
})

test('a search covers all orders, newest first, unless the URL has a view', () => {
  expect(ordersInput(queryOf('?q=Mali'))).toEqual({ q: 'Mali', sort: 'newest', awaiting: 'true' })
  expect(viewOf(queryOf('?q=Mali&view=todo'))).toBe('todo')
  expect(ordersSearch(queryOf('?q=Mali&view=todo'))).toBe('?q=Mali&view=todo')
})

test('finished orders are listed newest first', () => {
  for (const search of ['?view=all', '?status=Delivered', '?status=Cancelled', '?status=Awaiting+payment'])
    expect(sortOf(queryOf(search))).toEqual({ oldestFirst: false })
})
