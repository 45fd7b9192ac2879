import { expect, test } from 'vitest'
import { countsOf } from './list-counts.ts'

const product = (category: string, offerPriceCents: number, { sellable = true, onOffer = false } = {}) => ({
  category,
  offerPriceCents,
  sellable,
  onOffer,
})
const products = [
  product('Fruits', 400, { onOffer: true }),
  product('Fruits', 900),
  product('Fruits', 1250, { sellable: false, onOffer: true }),
  product('Drinks', 150, { onOffer: true }),
  product('Drinks', 3000, { sellable: false }),
  // A category that the shop no longer has.
  product('Gifts', 9999),
]
const paths = ['Vegetables', 'Drinks', 'Fruits']

test('without a filter all products are counted, and categories in the shop’s order, without empty ones', () => {
  expect(countsOf(products, {}, paths)).toEqual({
    inStock: 4,
    onOffer: 3,
    categories: [
      { path: 'Drinks', count: 2 },
      { path: 'Fruits', count: 3 },
    ],
    lowestPrice: 1.5,
    highestPrice: 99.99,
  })
})

test('each filter keeps the others, but not itself', () => {
  // Stock within the offers, offers within the stock, categories and prices within both.
  expect(countsOf(products, { sellable: true, onOffer: true }, paths)).toEqual({
    inStock: 2,
    onOffer: 2,
    categories: [
      { path: 'Drinks', count: 1 },
      { path: 'Fruits', count: 1 },
    ],
    lowestPrice: 1.5,
    highestPrice: 4,
  })
  // Categories within the price, prices within the category.
  expect(countsOf(products, { category: 'Fruits', minPrice: 500 }, paths)).toEqual({
    inStock: 1,
    onOffer: 1,
    categories: [
      { path: 'Drinks', count: 1 },
      { path: 'Fruits', count: 2 },
    ],
    lowestPrice: 4,
    highestPrice: 12.5,
  })
})

test('the limits of the price are inclusive', () => {
  const { categories } = countsOf(products, { minPrice: 400, maxPrice: 1250 }, paths)
  expect(categories).toEqual([{ path: 'Fruits', count: 3 }])
})

test('sold-out products are counted if they are asked for', () => {
  expect(countsOf(products, { sellable: false }, paths)).toMatchObject({
    inStock: 4,
    onOffer: 1,
    lowestPrice: 12.5,
    highestPrice: 30,
  })
})

test('without products there are no prices', () => {
  const none = { inStock: 0, onOffer: 0, categories: [], lowestPrice: null, highestPrice: null }
  expect(countsOf([], {}, paths)).toEqual(none)
  expect(countsOf(products, { category: 'Vegetables' }, paths)).toMatchObject({ lowestPrice: null, highestPrice: null })
})
