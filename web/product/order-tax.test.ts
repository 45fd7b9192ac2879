import { expect, test } from 'vitest'
import { isTaxIncluded } from './order-tax.ts'

test('tax is included where the amount is less than the sum of prices and tax', () => {
  expect(isTaxIncluded({ subtotal: 897.5, tax: 23.39, amount: 897.5 })).toBe(true)
  expect(isTaxIncluded({ subtotal: 59.97, tax: 1.19, amount: 61.16 })).toBe(false)
  expect(isTaxIncluded({ subtotal: 100, tax: 0, amount: 100 })).toBe(false)
})

test('what promotions took off and the delivery fee change nothing about that', () => {
  const discounts = [{ name: 'Welcome', amount: 5.33 }]
  expect(isTaxIncluded({ subtotal: 53.33, tax: 0.96, amount: 48.96, discounts })).toBe(false)
  expect(isTaxIncluded({ subtotal: 100, tax: 6.54, amount: 140, delivery: { fee: 40 } })).toBe(true)
  expect(isTaxIncluded({ subtotal: 100, tax: 2.8, amount: 142.8, delivery: { fee: 40 } })).toBe(false)
})
