import { expect, test } from 'vitest'
import { percentOff } from './price.tsx'

test('an offer of whole percent is told as that', () => {
  expect(percentOff(100, 71)).toBe(29)
  // A price of one dollar loses as many percent as cents.
  for (let cents = 1; cents <= 100; cents++) expect(percentOff(1, (100 - cents) / 100)).toBe(cents)
})

test('between two percent the lower one is told', () => {
  expect(percentOff(3, 2)).toBe(33)
  expect(percentOff(9_999_999.99, 0.01)).toBe(99)
})

test('what is not cheaper is no offer', () => {
  expect(percentOff(2.5, 2.5)).toBe(0)
  expect(percentOff(2.5, 3)).toBe(0)
})
