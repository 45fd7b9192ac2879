import { expect, test } from 'vitest'
import { columnAt, columnByKey, percentFromTop, ticksOf } from './chart-scale.ts'

test.each([
  [[0], [0]],
  [
    [1, 7],
    [0, 2, 4, 6, 8],
  ],
  [[1234.5], [0, 500, 1000, 1500]],
  [
    [-20, 90],
    [-50, 0, 50, 100],
  ],
])('an axis of %j has the steps %j', (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks)
})

test('a value is placed between the lowest and the highest tick', () => {
  expect([100, 50, 0, -50].map((value) => percentFromTop(value, [-50, 0, 50, 100]))).toEqual([
    0,
    expect.closeTo(33.33),
    expect.closeTo(66.67),
    100,
  ])
})

test('without sales, zero is at the bottom', () => {
  expect(percentFromTop(0, ticksOf([0, 0]))).toBe(100)
})

test('the pointer is on a column, also at and beyond both edges', () => {
  const plot = { left: 50, width: 300 }
  expect([50, 59.9, 60, 349.9, 350, 40, 400].map((x) => columnAt(x, plot, 30))).toEqual([0, 0, 1, 29, 29, 0, 29])
})

test('arrow keys move by one column and stop at the ends, Home and End go there', () => {
  expect(columnByKey('ArrowLeft', 5, 30)).toBe(4)
  expect(columnByKey('ArrowLeft', 0, 30)).toBe(0)
  expect(columnByKey('ArrowRight', 5, 30)).toBe(6)
  expect(columnByKey('ArrowRight', 29, 30)).toBe(29)
  expect(columnByKey('Home', 5, 30)).toBe(0)
  expect(columnByKey('End', 5, 30)).toBe(29)
  for (const key of ['ArrowUp', 'Tab', 'a']) expect(columnByKey(key, 5, 30)).toBeUndefined()
})

test('without a current column, both arrows begin at the last', () => {
  expect(columnByKey('ArrowLeft', undefined, 30)).toBe(29)
  expect(columnByKey('ArrowRight', undefined, 30)).toBe(29)
})
