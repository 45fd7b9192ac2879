import { describe, expect, test } from 'vitest'
import { cashToCollect, coinsBack, inCoins, roundedOff, smallestCoin } from './cash-coins.ts'

test('the smallest coin is 25 satang, and one hundredth of every other currency', () => {
  expect(['THB', 'thb', 'USD', 'EUR', 'JPY', ''].map(smallestCoin)).toEqual([25, 25, 1, 1, 1, 1])
})

test.each([
  [26_260, 26_250],
  [35_527, 35_525],
  [35_525, 35_525],
  [35_549, 35_525],
  [24, 0],
  [0, 0],
  [9_000_000_000_024, 9_000_000_000_000],
])('of %i satang, coins pay %i', (sum, whole) => expect(inCoins(sum, 25)).toBe(whole))

test.each([
  [31_284, 25, 31_300],
  [31_276, 25, 31_300],
  [31_275, 25, 31_275],
  [1, 25, 25],
  [0, 25, 0],
  [31_284, 1, 31_284],
])('of %i owed, with coins of %i, %i goes back', (sum, coin, back) => expect(coinsBack(sum, coin)).toBe(back))

test('of cents, coins pay all', () => expect(inCoins(35_527, 1)).toBe(35_527))

test.each([
  [35_527, 35_525],
  [24, 0],
  [-2050, 0],
])('of a balance of %i, %i is to be collected', (balanceCents, toCollect) =>
  expect(cashToCollect({ balanceCents, coinCents: 25 })).toBe(toCollect),
)

describe('what is rounded off', () => {
  const off = (cost: number, cash: number, other = 0) => roundedOff({ cost, cash, other, coin: 25 })

  test('is nothing before the cash is there, and the rest then', () => {
    expect([off(35_527, 0), off(35_527, 35_500), off(35_527, 35_525)]).toEqual([0, 0, 2])
  })
  test('follows the price, so that whole coins are paid back', () => {
    // After a refund of 20.38 the price of 334.89 is 334.75 in cash, so 20.50 is paid out.
    expect(35_525 + off(33_489, 35_525) - 33_489).toBe(2050)
    expect(off(33_489, 35_525 - 2050)).toBe(14)
  })
  test('is nothing of an order that costs nothing', () => expect(off(0, 35_525)).toBe(0))
  test('is nothing of what was paid otherwise, and the rest of what is paid in cash besides', () => {
    expect([off(35_527, 0, 35_527), off(33_489, 0, 35_527), off(35_527, 2525, 33_000)]).toEqual([0, 0, 2])
  })
  test('is all of what is less than a coin', () => expect(off(24, 0)).toBe(24))
  test('is nothing in a currency with coins of a cent', () => {
    expect(roundedOff({ cost: 35_527, cash: 35_527, other: 0, coin: 1 })).toBe(0)
  })
})
