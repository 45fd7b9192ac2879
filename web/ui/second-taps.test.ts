import { expect, test } from 'vitest'
import { isSecondTap } from './second-taps.ts'

const done = { control: 'done', at: 1000, x: 180, y: 600 }

test.each([
  ['on what lies there now', { control: 'order', at: 1200, x: 190, y: 605 }, true],
  ['on the same control', { ...done, at: 1200 }, false],
  ['half a second later', { control: 'order', at: 1500, x: 180, y: 600 }, false],
  ['elsewhere', { control: 'order', at: 1100, x: 205, y: 600 }, false],
])('a second tap %s', (_, tap, isStopped) => {
  expect(isSecondTap(done, tap)).toBe(isStopped)
})

test('the first tap of a page isn’t a second one', () => {
  expect(isSecondTap(undefined, done)).toBe(false)
})
