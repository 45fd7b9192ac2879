import { expect, test } from 'vitest'
import { cents } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { savedInCart } from './saved.ts'

/** Offers of 20.00. */
const lines = [{ regularPrice: 12_000, unitPrice: 11_000, available: 2 }] as CartLine[]
const saved = (discount: number, shipping: number, usualFee: number) =>
  savedInCart(lines, { discount: cents(discount), shipping: cents(shipping) }, cents(usualFee))

test('what a cart saves counts the higher fee that a promotion brings, and the fee that one takes off', () => {
  // 30.00 off the goods takes them below the step at which delivery costs 15.00 instead of 30.00.
  expect(saved(3000, 3000, 1500)).toBe(3500)
  expect(saved(3000, 3000, 3000)).toBe(5000)
  expect(saved(0, 0, 3000)).toBe(5000)
  expect(saved(0, 3000, 3000)).toBe(2000)
})

test('a promotion that costs more than it saves saves nothing', () => {
  expect(saved(100, 5000, 1500)).toBe(0)
})
