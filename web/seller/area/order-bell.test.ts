import { expect, test } from 'vitest'
import { type Bell, nextBell, ringAgainAfter, silentBell } from './order-bell.ts'

/** Returns which of the counts, each at its milliseconds after the first, ring. */
function ringsOf(counts: readonly (readonly [at: number, count: number, arrived?: boolean])[]): boolean[] {
  let bell: Bell = silentBell
  return counts.map(([at, count, arrived]) => {
    const next = nextBell(bell, count, at, arrived)
    bell = next.bell
    return next.rings
  })
}

test('rings for orders that wait when the seller area is opened', () => {
  expect(ringsOf([[0, 3]])).toEqual([true])
  expect(ringsOf([[0, 0]])).toEqual([false])
})

test('rings for each new order, also if another was confirmed at the same time', () => {
  expect(
    ringsOf([
      [0, 1],
      [100, 2],
      [200, 2, true],
      [300, 2],
    ]),
  ).toEqual([true, true, true, false])
})

test('rings again every half minute until every order is confirmed', () => {
  expect(
    ringsOf([
      [0, 2],
      [ringAgainAfter - 1, 1],
      [ringAgainAfter, 1],
      [2 * ringAgainAfter - 1, 1],
      [2 * ringAgainAfter, 0],
      [3 * ringAgainAfter, 0],
    ]),
  ).toEqual([true, false, true, false, false, false])
})

test('rings at once for the first order after a pause', () => {
  expect(
    ringsOf([
      [0, 1],
      [1000, 0],
      [2000, 1],
    ]),
  ).toEqual([true, false, true])
})
