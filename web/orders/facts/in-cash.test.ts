import { expect, test } from 'vitest'
import { roundedCash } from './in-cash.ts'

test('the cash is what is to be paid or was paid, and isn’t shown unless it was rounded down', () => {
  expect(roundedCash({ amount: 262.5 })).toBeUndefined()
  expect(roundedCash({ amount: 262.6, cash: 262.5 })).toBe(262.5)
  expect(roundedCash({ amount: 0.2, cash: 0 })).toBe(0)
  expect(roundedCash({ amount: 355.27, rounded: 0.02 })).toBe(355.25)
  expect(roundedCash({ amount: 355.27, cost: 334.89, rounded: 0.14 })).toBe(334.75)
})
