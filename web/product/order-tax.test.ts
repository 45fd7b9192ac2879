import { expect, test } from 'vitest'
import { isTaxIncluded } from './order-tax.ts'

test('tax is included where the amount is less than the sum of prices and tax', () => {
  expect(isTaxIncluded({ subtotal: 897.5, tax: 23.39, amount: 897.5 })).toBe(true)
  expect(isTaxIncluded({ subtotal: 59.97, tax: 1.19, amount: 61.16 })).toBe(false)
  expect(isTaxIncluded({ subtotal: 100, tax: 0, amount: 100 })).toBe(false)
})
