import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { aProduct } from '../../testing/makers/rows.ts'
import { countsOfList } from './product-count-queries.ts'
import type { ProductFilter } from './product-filter-queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

const product = async (category: string, offerPrice: number, { sellable = true, onOffer = false } = {}) =>
  (await aProduct(db, { category, offerPrice, price: offerPrice + Number(onOffer), inStock: sellable })).id
const products = [
  await product('Fruits', 400, { onOffer: true }),
  await product('Fruits', 900),
  await product('Fruits', 1250, { sellable: false, onOffer: true }),
  await product('Drinks', 150, { onOffer: true }),
  await product('Drinks', 3000, { sellable: false }),
  // A category that the shop no longer has.
  await product('Gifts', 9999),
]
// One that the search didn't find.
await product('Fruits', 100, { onOffer: true })
const paths = ['Vegetables', 'Drinks', 'Fruits']
const countsOf = (among: readonly string[], filter: ProductFilter) => countsOfList(db, filter, paths, { among })

test('without a filter all products are counted, and categories in the shop’s order, without empty ones', async () => {
  expect(await countsOf(products, {})).toEqual({
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

test('each filter keeps the others, but not itself', async () => {
  // Stock within the offers, offers within the stock, categories and prices within both.
  expect(await countsOf(products, { sellable: true, onOffer: true })).toEqual({
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
  expect(await countsOf(products, { category: 'Fruits', minPrice: 500 })).toEqual({
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

test('the limits of the price are inclusive', async () => {
  const { categories } = await countsOf(products, { minPrice: 400, maxPrice: 1250 })
  expect(categories).toEqual([{ path: 'Fruits', count: 3 }])
})

test('sold-out products are counted if they are asked for', async () => {
  expect(await countsOf(products, { sellable: false })).toMatchObject({
    inStock: 4,
    onOffer: 1,
    lowestPrice: 12.5,
    highestPrice: 30,
  })
})

test('without products there are no prices', async () => {
  const none = { inStock: 0, onOffer: 0, categories: [], lowestPrice: null, highestPrice: null }
  expect(await countsOf([], {})).toEqual(none)
  expect(await countsOf(products, { category: 'Vegetables' })).toMatchObject({ lowestPrice: null, highestPrice: null })
})
