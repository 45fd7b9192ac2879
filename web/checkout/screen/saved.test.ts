import { expect, test } from 'vitest'
import { cents } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { savedInCart } from './saved.ts'

/** Offers of 20.00. */
const lines = [{ regularPrice: 12_000, unitPrice: 11_000, available: 2 }] as CartLine[]
const saved = (
  discount: number,
  { fee, shipping = fee, usualFee }: Record<'fee' | 'usualFee', number> & { shipping?: number },
) =>
  savedInCart(
    lines,
    { discount: cents(discount), shipping: cents(shipping) },
    { fee: cents(fee), usualFee: cents(usualFee) },
  )

test('what a cart saves is the sum of its offers and promotions, also of one that takes the delivery fee off', () => {
  expect(saved(3000, { fee: 3000, usualFee: 3000 })).toBe(5000)
  expect(saved(0, { fee: 3000, shipping: 0, usualFee: 3000 })).toBe(5000)
  expect(saved(0, { fee: 3000, usualFee: 3000 })).toBe(2000)
})

test('a higher delivery fee that a promotion brings takes nothing off what the cart saves', () => {
  // 30.00 off the goods takes them below the step at which delivery costs 15.00 instead of 30.00.
  expect(saved(3000, { fee: 3000, usualFee: 1500 })).toBe(5000)
  // The higher fee is then taken off.
  expect(saved(3000, { fee: 3000, shipping: 0, usualFee: 1500 })).toBe(8000)
})

test('a promotion that costs more than it saves saves nothing', () => {
  expect(saved(100, { fee: 5000, usualFee: 1500 })).toBe(0)
  expect(saved(1500, { fee: 5000, usualFee: 1500 })).toBe(0)
})
