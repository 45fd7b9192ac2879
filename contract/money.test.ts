import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, centsFromWire, centsOf, formatMoney, toWire } from './money.ts'

test.each([
  [0, 0],
  [0.1, 10],
  [19.99, 1999],
  [1.1, 110],
  [4.35, 435],
  [9_999_999.99, 999_999_999],
])('reads %d from the wire as %d cents', (price, expected) => {
  expect(centsFromWire(price)).toBe(expected)
})

test.each([-0.01, 1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e12])('refuses %d as a price', (price) => {
  expect(centsFromWire(price)).toBeUndefined()
})

test('the wire format preserves every sum in cents', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000_000_000_000 }), (sum) => {
      expect([centsFromWire(toWire(cents(sum))), centsOf(toWire(cents(sum)))]).toEqual([sum, sum])
    }),
  )
})

test('formats sums for people', () => {
  expect(formatMoney(cents(5), '$')).toBe('$0.05')
  expect(formatMoney(cents(2024), '$')).toBe('$20.24')
  expect(formatMoney(cents(123_456_789), '฿')).toBe('฿1,234,567.89')
})

test('cents are whole and never negative', () => {
  for (const wrong of [0.5, -1, Number.NaN, 2 ** 53]) expect(() => cents(wrong)).toThrow(RangeError)
})
