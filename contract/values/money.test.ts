import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, centsFromWire, centsOf, formatMoney, nearestCent, partOf, toWire } from './money.ts'

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

test.each([
  [10, 1, 4, 'down', 2],
  [10, 1, 4, 'half up', 3],
  [9, 1, 4, 'half up', 2],
  [1, 1, 3, 'half up', 0],
  [2, 1, 3, 'half up', 1],
  [10_700, 700, 10_700, 'half up', 700],
  [0, 700, 10_700, 'half up', 0],
] as const)('of %d cents, %d/%d rounded %s is %d', (sum, numerator, denominator, rounding, expected) => {
  expect(partOf(sum, numerator, denominator, rounding)).toBe(expected)
})

test('a part of the largest sum is exact', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000_000_000_000 }), fc.nat({ max: 10_000 }), (sum, numerator) => {
      const [exact, of] = [BigInt(sum) * BigInt(numerator), BigInt(10_000 + numerator)]
      expect(partOf(sum, numerator, 10_000 + numerator, 'down')).toBe(Number(exact / of))
      expect(partOf(sum, numerator, 10_000 + numerator, 'half up')).toBe(Number((exact * 2n + of) / (of * 2n)))
    }),
  )
})

test('the nearest cent of an amount below zero is below zero', () => {
  expect([nearestCent(-19.99), nearestCent(-0.1), nearestCent(4.35)]).toEqual([-1999, -10, 435])
})

test('formats sums for people', () => {
  expect(formatMoney(cents(5), '$')).toBe('$0.05')
  expect(formatMoney(cents(2024), '$')).toBe('$20.24')
  expect(formatMoney(cents(123_456_789), '฿')).toBe('฿1,234,567.89')
})

test('cents are whole and never negative', () => {
  for (const wrong of [0.5, -1, Number.NaN, 2 ** 53]) expect(() => cents(wrong)).toThrow(RangeError)
})
