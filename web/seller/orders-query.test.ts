import { expect, test } from 'vitest'
import { ordersQueryOf, ordersSearch } from './orders-query.ts'

test('an address gives its filters and the filters give the address', () => {
  const search = '?q=Mali+Rak&status=Out+for+delivery&payment=COD&paid=false'
  expect(ordersQueryOf(new URLSearchParams(search))).toEqual({
    q: 'Mali Rak',
    status: 'Out for delivery',
    payment: 'COD',
    paid: 'false',
  })
  expect(ordersSearch(ordersQueryOf(new URLSearchParams(search)))).toBe(search)
})

test('what an address says that makes no sense counts as not said', () => {
  const query = ordersQueryOf(new URLSearchParams('?status=Awaiting+payment&payment=gold&paid=perhaps&q=++'))
  expect(ordersSearch(query)).toBe('')
})
