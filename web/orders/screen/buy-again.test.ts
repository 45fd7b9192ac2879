import { expect, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { boughtAgainText, orderedPrices, quantitiesToBuyAgain, splitBySold } from './buy-again.ts'

const notReserved = { isReserved: false }
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

const there = (_id: string, stock: number | null = null) => ({ _id, stock, inStock: stock !== 0 })

test('what the shop no longer sells, or has none of at present, isn’t bought again', () => {
  const [rice, milk] = items
  expect(splitBySold(items, [there('milk')], notReserved)).toEqual({ sold: [milk], soldOut: [], gone: [rice] })
  expect(splitBySold(items, [], notReserved)).toEqual({ sold: [], soldOut: [], gone: items })
  expect(splitBySold(items, [there('rice', 0), there('milk', 5)], notReserved)).toEqual({
    sold: [milk],
    soldOut: [rice],
    gone: [],
  })
  const switchedOff = { ...there('rice', 7), inStock: false }
  expect(splitBySold(items, [switchedOff, there('milk')], notReserved)).toEqual({
    sold: [milk],
    soldOut: [rice],
    gone: [],
  })
})

test('what an unpaid order has reserved is there for its shopper, unless it was switched off since', () => {
  const [rice, milk] = items
  const soldOut = [there('rice', 0), there('milk', 0)]
  expect(splitBySold(items, soldOut, { isReserved: true })).toEqual({ sold: items, soldOut: [], gone: [] })
  const off = [{ ...there('rice', 0), switchedOff: true as const }, there('milk', 0)]
  expect(splitBySold(items, off, { isReserved: true })).toEqual({ sold: [milk], soldOut: [rice], gone: [] })
  expect(splitBySold(items, [there('milk', 0)], { isReserved: true })).toEqual({
    sold: [milk],
    soldOut: [],
    gone: [rice],
  })
})

test('no more pieces are bought again than the shop has', () => {
  const [rice, milk] = items
  const { sold } = splitBySold(items, [there('rice', 1), there('milk', 5)], notReserved)
  expect(sold).toEqual([{ ...rice, quantity: 1 }, milk])
  expect(quantitiesToBuyAgain(sold, {})).toEqual({ quantities: { rice: 1, milk: 1 }, added: 2 })
})

test('one message says what was added, what is sold out and what the shop no longer sells', () => {
  const gone = [{ product: { name: 'Butter croissants', nameTh: null, Weight: '4 pcs' } }] as Order['items']
  const soldOut = [{ product: { name: 'Apple', nameTh: null } }] as Order['items']
  const notSold = 'No longer sold: Butter croissants (4 pcs)'
  const text = (result: Partial<Parameters<typeof boughtAgainText>[0]>) =>
    boughtAgainText({ added: 0, sold: items, soldOut: [], gone: [], ...result })
  expect(text({ added: 2 })).toBe('2 items were added to your cart')
  expect(text({ added: 2, gone })).toBe(`2 items were added to your cart · ${notSold}`)
  expect(text({ added: 4, soldOut })).toBe('4 items were added to your cart · Sold out: Apple')
  expect(text({ gone })).toBe(`${notSold} · All else of it is in your cart already`)
  expect(text({ soldOut })).toBe('Sold out: Apple · All else of it is in your cart already')
  expect(text({})).toBe('All of it is in your cart already')
  expect(text({ sold: [], gone })).toBe(notSold)
  expect(text({ sold: [], soldOut, gone })).toBe(`Sold out: Apple · ${notSold}`)
})
