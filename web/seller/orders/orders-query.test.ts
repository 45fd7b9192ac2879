import { expect, test } from 'vitest'
import { isOldestFirst, ordersInput, ordersQueryOf, ordersSearch, viewOf } from './orders-query.ts'

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

test('by default the list has the orders with something to do, the longest waiting first', () => {
  expect(ordersInput(queryOf(''))).toEqual({ open: 'true', sort: 'oldest' })
  expect(ordersInput(queryOf('?status=Packing'))).toMatchObject({ status: 'Packing', sort: 'oldest' })
})

test('a search covers all orders, newest first, unless the URL has a view', () => {
  expect(ordersInput(queryOf('?q=Mali'))).toEqual({ q: 'Mali', sort: 'newest', awaiting: 'true' })
  expect(viewOf(queryOf('?q=Mali&view=todo'))).toBe('todo')
  expect(ordersSearch(queryOf('?q=Mali&view=todo'))).toBe('?q=Mali&view=todo')
})

test('finished orders are listed newest first', () => {
  expect(['?view=all', '?status=Delivered', '?status=Cancelled'].map(queryOf).map(isOldestFirst)).toEqual([
    false,
    false,
    false,
  ])
})
