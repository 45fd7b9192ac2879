import { expect, test } from 'vitest'
import { isSecondTap, type Press } from './second-taps.ts'

const done: Press<string> = {
  ...{ control: 'done', at: 1000, x: 180, y: 600, by: 'finger', clicks: 1 },
  ...{ isCostly: false, isUncovered: false },
}
const link = { ...done, control: 'link', isUncovered: true }
const order = { ...link, control: 'order', isCostly: true }
const clicked = { ...link, by: 'mouse' as const }

test.each([
  ['a tap on what lies there now', { ...link, at: 1200, x: 190, y: 605 }, true],
  ['a tap on the same control', { ...done, at: 1200 }, false],
  ['a tap on what has moved there', { ...link, at: 1200, isUncovered: false }, false],
  ['a tap half a second later', { ...link, at: 1500 }, false],
  ['a tap elsewhere', { ...link, at: 1100, x: 205 }, false],
  ['an impatient tap on what costs much', { ...order, at: 2400, y: 630 }, true],
  ['a later tap on what costs much', { ...order, at: 2500 }, false],
  ['the second click of a double click', { ...clicked, at: 1300, clicks: 2 }, true],
  ['another click at the same place', { ...clicked, at: 1300 }, false],
])('%s', (_, press, isStopped) => {
  expect(isSecondTap(done, press)).toBe(isStopped)
})

test('the first press of a page isn’t a second one', () => {
  expect(isSecondTap(undefined, { ...clicked, clicks: 2 })).toBe(false)
})
