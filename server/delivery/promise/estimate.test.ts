import { describe, expect, test } from 'vitest'
import { durationOf, estimateAfter, knownTime, laterOf, quantileOf, remainingDuration } from './estimate.ts'

// The expected numbers were integrated numerically, or are from tables of the normal distribution.

const duration = { minutes: 10, sigma: 0.5 }

describe('a duration', () => {
  test('has the mean and the variance of its log-normal distribution', () => {
    const { mean, variance } = durationOf(duration)
    expect(mean).toBeCloseTo(11.331485, 5)
    expect(variance).toBeCloseTo(36.469585, 5)
  })

  test('of several lines is as much longer', () => {
    const [one, three] = [durationOf(duration), durationOf(duration, 3)]
    expect(three.mean / one.mean).toBeCloseTo(3, 12)
    expect(three.variance / one.variance).toBeCloseTo(9, 12)
  })

  test('added to a moment adds its mean and its variance', () => {
    const durations = [{ mean: 5, variance: 4 }, knownTime(1)]
    expect(estimateAfter({ mean: 10, variance: 9 }, ...durations)).toEqual({ mean: 16, variance: 13 })
  })
})

describe('the remaining duration', () => {
  test('is all of it before it has begun', () => {
    expect(remainingDuration(duration, 3, 0)).toEqual(durationOf(duration, 3))
    expect(remainingDuration(duration, 3, -1)).toEqual(durationOf(duration, 3))
  })

  test('is its mean without the time that has passed, as uncertain as before', () => {
    const left = remainingDuration(duration, 1, 8)
    expect(left.mean).toBeCloseTo(3.331485, 5)
    expect(left.variance).toBeCloseTo(36.469585, 5)
  })

  test('is at least a sixth of the time that has passed, give or take as much', () => {
    expect(remainingDuration(duration, 1, 12).mean).toBe(2)
    expect(remainingDuration(duration, 1, 60)).toEqual({ mean: 10, variance: 100 })
  })
})

test('the later of two moments is the one with the later mean', () => {
  const [early, late] = [
    { mean: 10, variance: 9 },
    { mean: 12, variance: 1 },
  ]
  expect([laterOf(early, late), laterOf(late, early)]).toEqual([late, late])
})

test('the quantiles of a moment are those of a log-normal distribution with its mean and variance', () => {
  const arrival = { mean: 10, variance: 25 }
  expect(quantileOf(arrival, 0)).toBeCloseTo(8.944272, 6)
  expect(quantileOf(arrival, 1.645)).toBeCloseTo(19.454523, 5)
  expect(quantileOf(knownTime(10), 1.645)).toBe(10)
})
