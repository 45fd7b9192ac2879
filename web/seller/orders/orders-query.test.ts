import { expect, test } from 'vitest'
import { isOldestFirst, ordersInput, ordersQueryOf, ordersSearch, viewOf } from './orders-query.ts'

test('an address gives its filters and the filters give the address', () => {
  const search = '?q=Mali+Rak&status=Out+for+delivery&payment=COD&paid=false'
  expect(ordersQueryOf(new URLSearchParams(search))).toEqual({
    q: 'Mali Rak',
    view: 'Out for delivery',
    payment: 'COD',
    paid: 'false',
  })
  expect(ordersSearch(ordersQueryOf(new URLSearchParams(search)))).toBe(search)
})

test('what an address says that makes no sense counts as not said', () => {
  const query = ordersQueryOf(new URLSearchParams('?status=Awaiting+payment&payment=gold&paid=perhaps&q=++'))
  expect(ordersSearch(query)).toBe('')
})

const queryOf = (search: string) => ordersQueryOf(new URLSearchParams(search))

test('without an address of its own the list is what is to be done, the longest waiting first', () => {
  expect(ordersInput(queryOf(''))).toEqual({ open: 'true', sort: 'oldest' })
  expect(ordersInput(queryOf('?status=Packing'))).toMatchObject({ status: 'Packing', sort: 'oldest' })
})

test('a search looks through all orders, the newest first, unless a view is named', () => {
  expect(ordersInput(queryOf('?q=Mali'))).toEqual({ q: 'Mali', sort: 'newest', awaiting: 'true' })
  expect(viewOf(queryOf('?q=Mali&view=todo'))).toBe('todo')
  expect(ordersSearch(queryOf('?q=Mali&view=todo'))).toBe('?q=Mali&view=todo')
})

test('what is done with is listed newest first', () => {
  expect(['?view=all', '?status=Delivered', '?status=Cancelled'].map(queryOf).map(isOldestFirst)).toEqual([
    false,
    false,
    false,
  ])
})
