import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOf } from './pricing.ts'
import { taxRules } from './shop.ts'

test('adds 2% to the cart amount, rounded down to the cent', () => {
  const lines = [
    { offerPriceCents: 360, quantity: 2 },
    { offerPriceCents: 425, quantity: 1 },
    { offerPriceCents: 840, quantity: 1 },
  ]
  // 19.85; 2% of it is 0.397.
  expect(totalsOf(lines, taxRules.added2Percent)).toEqual({ subtotal: 1985, shipping: 0, tax: 39, total: 2024 })
})

test('an empty cart costs nothing', () => {
  expect(totalsOf([], taxRules.added2Percent)).toEqual({ subtotal: 0, shipping: 0, tax: 0, total: 0 })
})

test("Thailand's 7% is inside the price and only shown", () => {
  // 107.00 includes 7.00 of tax.
  expect(totalsOf([{ offerPriceCents: 10_700, quantity: 1 }], taxRules.thailand)).toEqual({
    subtotal: 10_700,
    shipping: 0,
    tax: 700,
    total: 10_700,
  })
})

test('a shop without tax charges the prices as they are', () => {
  expect(totalsOf([{ offerPriceCents: 1999, quantity: 3 }], taxRules.none)).toEqual({
    subtotal: 5997,
    shipping: 0,
    tax: 0,
    total: 5997,
  })
})

test('the total is the floor of 102% of the cart amount, for any cart', () => {
  const line = fc.record({
    offerPriceCents: fc.integer({ min: 1, max: 999_999_999 }),
    quantity: fc.integer({ min: 1, max: 99 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 100 }), (lines) => {
      const { total } = totalsOf(lines, taxRules.added2Percent)
      const exact = lines.reduce((sum, each) => sum + BigInt(each.offerPriceCents) * BigInt(each.quantity), 0n)
      return BigInt(total) === (exact * 102n) / 100n
    }),
  )
})

test('refuses a fraction of a piece', () => {
  expect(() => totalsOf([{ offerPriceCents: 100, quantity: 1.5 }], taxRules.added2Percent)).toThrow(RangeError)
})
