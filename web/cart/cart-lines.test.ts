import { expect, test } from 'vitest'
import type { Product } from '../../contract/entities/product.ts'
import { setShop, shop } from '../shop.ts'
import { linesOfCart, savedBy, unitPricesOf } from './cart-lines.ts'

const product = (id: string, offerPrice: number, inStock = true) =>
  ({ _id: id, name: id, price: offerPrice + 1, offerPrice, inStock }) as Product
const products = new Map([product('b', 19.99), product('a', 3.6), product('c', 5, false)].map((one) => [one._id, one]))

test('each line costs offer price times quantity, in whole cents', () => {
  expect(linesOfCart({ b: 3, a: 2 }, products).map(({ product, total }) => [product._id, total])).toEqual([
    ['a', 720],
    ['b', 5997],
  ])
})

test('the unit prices are those of the loaded products, in cents', () => {
  expect(unitPricesOf(linesOfCart({ b: 3, a: 2, unseen: 1 }, products))).toEqual({ a: 360, b: 1999 })
})

test('a sold-out product has a line that costs nothing', () => {
  expect(linesOfCart({ c: 2 }, products)).toMatchObject([{ quantity: 2, unitPrice: 500, total: 0 }])
})

test('only pieces in stock are charged', () => {
  const scarce = new Map([['a', { ...product('a', 3.6), stock: 3 }]])
  expect(linesOfCart({ a: 9 }, scarce)).toMatchObject([{ quantity: 9, available: 3, total: 1080 }])
  expect(linesOfCart({ a: 2 }, scarce)).toMatchObject([{ quantity: 2, available: 2, total: 720 }])
})

test('a product that is still loading has no line', () => {
  expect(linesOfCart({ a: 1, unseen: 1 }, products)).toHaveLength(1)
})

test('a line has the price first seen, if it has changed', () => {
  const lines = linesOfCart({ a: 1, b: 1 }, products, { a: 350, b: 1999 })
  expect(lines.map(({ was }) => was)).toEqual([350, undefined])
})

test('savings count only pieces in stock', () => {
  expect(savedBy(linesOfCart({ a: 2, b: 3, c: 4 }, products))).toBe(500)
})

test('a shop of asked prices compares only with prices that were asked for', () => {
  setShop({ ...shop, struckPrices: 'asked' })
  const asked = new Map(
    [...products].map(([id, each]) => [id, { ...each, ...(id === 'a' && { struckUntil: '2026-12-01' }) }]),
  )
  const lines = linesOfCart({ a: 2, b: 3 }, asked)
  setShop({ ...shop, struckPrices: undefined })
  expect(lines.map(({ regularPrice }) => regularPrice)).toEqual([460, 1999])
  expect(savedBy(lines)).toBe(200)
})

test('pieces that the shopper’s own unpaid order holds are in stock for the cart that replaces it', () => {
  const soldOut = new Map([['a', { ...product('a', 3.6, false), stock: 0 }]])
  expect(linesOfCart({ a: 3 }, soldOut)).toMatchObject([{ available: 0, total: 0 }])
  expect(linesOfCart({ a: 3 }, soldOut, {}, { a: 2 })).toMatchObject([{ available: 2, total: 720 }])
  // Switched off by the seller.
  for (const stock of [null, 0, 1]) {
    const off = new Map([['a', { ...product('a', 3.6, false), stock, switchedOff: true as const }]])
    expect(linesOfCart({ a: 3 }, off, {}, { a: 2 })).toMatchObject([{ available: 0 }])
  }
})
