import { expect, test } from 'vitest'
import type { Order } from '../../contract/entities/order.ts'
import { boughtAgainText, orderedPrices, quantitiesToBuyAgain, splitBySold } from './buy-again.ts'

const items = [
  { product: { _id: 'rice' }, quantity: 2 },
  { product: { _id: 'milk' }, quantity: 1 },
] as Order['items']

test('an empty cart gets what was ordered', () => {
  expect(quantitiesToBuyAgain(items, {})).toEqual({ quantities: { rice: 2, milk: 1 }, added: 3 })
})

test('what the cart has already isn’t added once more', () => {
  expect(quantitiesToBuyAgain(items, { rice: 1, milk: 3 })).toEqual({ quantities: { rice: 2 }, added: 1 })
  expect(quantitiesToBuyAgain(items, { rice: 2, milk: 1 })).toEqual({ quantities: {}, added: 0 })
})

test('the cart compares prices with those of the order, except for what it had already', () => {
  const bought = [
    { product: { _id: 'rice', offerPrice: 219 }, quantity: 2 },
    { product: { _id: 'milk', offerPrice: 48.5 }, quantity: 1 },
  ] as Order['items']
  expect(orderedPrices(bought, {})).toEqual({ rice: 21900, milk: 4850 })
  expect(orderedPrices(bought, { rice: 1 })).toEqual({ milk: 4850 })
})

test('what the shop no longer sells isn’t bought again', () => {
  const [rice, milk] = items
  expect(splitBySold(items, [{ _id: 'milk' }])).toEqual({ sold: [milk], gone: [rice] })
  expect(splitBySold(items, [])).toEqual({ sold: [], gone: items })
})

test('one message says what was added and what the shop no longer sells', () => {
  const gone = [{ product: { name: 'Butter croissants', nameTh: null } }] as Order['items']
  const notSold = 'No longer sold: Butter croissants'
  expect(boughtAgainText({ added: 2, sold: items, gone: [] })).toBe('2 items were added to your cart')
  expect(boughtAgainText({ added: 2, sold: items, gone })).toBe(`2 items were added to your cart · ${notSold}`)
  expect(boughtAgainText({ added: 0, sold: items, gone })).toBe(`${notSold} · All else of it is in your cart already`)
  expect(boughtAgainText({ added: 0, sold: items, gone: [] })).toBe('All of it is in your cart already')
  expect(boughtAgainText({ added: 0, sold: [], gone })).toBe(notSold)
})
