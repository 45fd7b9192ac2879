import { expect, test } from 'vitest'
import type { Product } from '../../contract/entities/product.ts'
import { goneIds, hidesSums, productsOf } from './cart-products.ts'

const rice = { _id: 'rice' } as Product
const milk = { _id: 'milk' } as Product

test('finds the products of a reply by their ids; without promotions there are none', () => {
  const { products, promotions } = productsOf({ products: [rice, milk] })
  expect([products.get('rice'), products.get('milk'), products.get('eggs')]).toEqual([rice, milk, undefined])
  expect(promotions).toEqual([])
})

test('a requested product that wasn’t sent is gone, unless the shopper has removed it meanwhile', () => {
  const reply = productsOf({ products: [rice] })
  expect(goneIds(['eggs', 'milk', 'rice'], reply, ['eggs', 'milk', 'rice'])).toEqual(['eggs', 'milk'])
  expect(goneIds(['eggs', 'milk', 'rice'], reply, ['milk', 'rice'])).toEqual(['milk'])
})

test('a product that was added after the request isn’t gone', () => {
  expect(goneIds(['rice'], productsOf({ products: [rice] }), ['milk', 'rice'])).toEqual([])
})

test.each([
  ['by hand', false, { byHand: true, loading: false }, true],
  ['by hand, in place of one by itself', false, { byHand: true, loading: true }, true],
  ['by itself', false, { byHand: false, loading: false }, false],
  ['by itself, in place of one by hand', true, { byHand: false, loading: true }, true],
  ['by itself, after one by hand', true, { byHand: false, loading: false }, false],
])('whether a call %s hides the sums', (_, before, call, hides) => {
  expect(hidesSums(before, call)).toBe(hides)
})
