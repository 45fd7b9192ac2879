import { expect, test } from 'vitest'
import type { Order } from '../../contract/entities/order.ts'
import { buyingAgain, partedBySold } from './buy-again.ts'

const items = [
  { product: { _id: 'rice' }, quantity: 2 },
  { product: { _id: 'milk' }, quantity: 1 },
] as Order['items']

test('an empty cart gets what was ordered', () => {
  expect(buyingAgain(items, {})).toEqual({ quantities: { rice: 2, milk: 1 }, added: 3 })
})

test('what the cart has already isn’t added once more', () => {
  expect(buyingAgain(items, { rice: 1, milk: 3 })).toEqual({ quantities: { rice: 2 }, added: 1 })
  expect(buyingAgain(items, { rice: 2, milk: 1 })).toEqual({ quantities: {}, added: 0 })
})

test('what the shop no longer sells isn’t bought again', () => {
  const [rice, milk] = items
  expect(partedBySold(items, [{ _id: 'milk' }])).toEqual({ sold: [milk], gone: [rice] })
  expect(partedBySold(items, [])).toEqual({ sold: [], gone: items })
})
