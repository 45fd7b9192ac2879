import { expect, test } from 'vitest'
import { percentOff } from './price.tsx'

test('an offer of a whole percentage is shown as that', () => {
  expect(percentOff(100, 71)).toBe(29)
  // Of one dollar, a cent is one percent.
  for (let cents = 1; cents <= 100; cents++) expect(percentOff(1, (100 - cents) / 100)).toBe(cents)
})

test('a percentage is rounded down', () => {
  expect(percentOff(3, 2)).toBe(33)
  expect(percentOff(9_999_999.99, 0.01)).toBe(99)
})

test('an offer price that isn’t lower is no offer', () => {
  expect(percentOff(2.5, 2.5)).toBe(0)
  expect(percentOff(2.5, 3)).toBe(0)
})
