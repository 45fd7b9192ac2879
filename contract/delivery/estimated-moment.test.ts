import { describe, expect, test } from 'vitest'
import {
  deviation,
  durationOf,
  knownMoment,
  laterOf,
  momentAfter,
  normalQuantile,
  quantileOf,
  remainingDuration,
} from './estimated-moment.ts'

// The expected numbers were integrated numerically, or are from tables of the normal distribution.

/** A duration whose median is certain. */
const duration = { minutes: 10, sigma: 0.5, standardError: 0 }
const moment = (mean: number, variance: number) => ({ mean, variance, standardError: 0 })

describe('a duration', () => {
  test('has the mean and the variance of its log-normal distribution', () => {
    const { mean, variance } = durationOf(duration)
    expect(mean).toBeCloseTo(11.331485, 5)
    expect(variance).toBeCloseTo(36.469585, 5)
  })

  test('of several lines is as much longer, and so is its error', () => {
    const [one, three] = [
      durationOf({ ...duration, standardError: 0.1 }),
      durationOf({ ...duration, standardError: 0.1 }, 3),
    ]
    expect(
      [three.mean / one.mean, three.variance / one.variance, three.standardError / one.standardError].map(Math.fround),
    ).toEqual([3, 9, 3])
    expect(one.standardError).toBeCloseTo(1.1331485, 6)
  })

  test('added to a moment adds its mean, its variance, and its error', () => {
    const durations = [{ mean: 5, variance: 4, standardError: 2 }, knownMoment(1)]
    const after = momentAfter({ mean: 10, variance: 9, standardError: 1 }, ...durations)
    expect(after).toEqual({ mean: 16, variance: 13, standardError: 3 })
    expect(deviation(after)).toBeCloseTo(Math.sqrt(22), 12)
  })
})

describe('the remaining duration', () => {
  test('is all of it before it has begun', () => {
    expect(remainingDuration(duration, 3, 0)).toEqual(durationOf(duration, 3))
    expect(remainingDuration(duration, 3, -1)).toEqual(durationOf(duration, 3))
  })

  test('is the mean of those that are longer, without the time that has passed', () => {
    const left = remainingDuration(duration, 1, 8)
    expect(left.mean).toBeCloseTo(5.955654, 4)
    expect(left.variance).toBeCloseTo(32.31464, 3)
    const ofThree = remainingDuration(duration, 3, 24)
    expect(ofThree.mean).toBeCloseTo(17.866962, 4)
    expect(ofThree.variance).toBeCloseTo(290.83176, 2)
  })

  test('has its share of the error of the median', () => {
    expect(remainingDuration({ ...duration, standardError: 0.1 }, 1, 8).standardError).toBeCloseTo(0.5955654, 5)
  })

  test('is a quarter of the time that has passed if that is longer than nearly all durations', () => {
    // 1.4% of durations are longer than 30 minutes, 0.28% longer than 40.
    expect(remainingDuration(duration, 1, 30).mean).toBeCloseTo(6.276975, 3)
    expect(remainingDuration(duration, 1, 40)).toEqual({ mean: 10, variance: 100, standardError: 0 })
  })
})

describe('the later of two moments', () => {
  test('has the moments of the maximum of two normal distributions', () => {
    const ofSame = laterOf(moment(0, 1), moment(0, 1))
    expect(ofSame.mean).toBeCloseTo(1 / Math.sqrt(Math.PI), 6)
    expect(ofSame.variance).toBeCloseTo(1 - 1 / Math.PI, 6)
    const later = laterOf(moment(10, 4), moment(12, 9))
    expect(later.mean).toBeCloseTo(12.654196, 5)
    expect(later.variance).toBeCloseTo(5.815886, 4)
  })

  test('is the same in either order', () => {
    const [one, other] = [laterOf(moment(10, 4), moment(12, 9)), laterOf(moment(12, 9), moment(10, 4))]
    expect(one.mean).toBeCloseTo(other.mean, 6)
    expect(one.variance).toBeCloseTo(other.variance, 5)
  })

  test('has the errors of both by how likely each is the later one', () => {
    const [certain, uncertain] = [moment(10, 4), { ...moment(10, 3), standardError: 1 }]
    const later = laterOf(certain, uncertain)
    expect(later.standardError).toBeCloseTo(0.5, 6)
    // As of two standard deviations of 2: the variance between orders is without the shared error.
    expect(later.mean).toBeCloseTo(10 + 2 / Math.sqrt(Math.PI), 6)
    expect(later.variance).toBeCloseTo(4 * (1 - 1 / Math.PI) - 0.25, 5)
  })

  test('is one of them if it is certainly later, and of two known ones the later', () => {
    const [early, late] = [moment(10, 1), moment(20, 1)]
    expect([laterOf(early, late), laterOf(late, early)]).toEqual([late, late])
    expect([laterOf(knownMoment(3), knownMoment(5)), laterOf(knownMoment(5), knownMoment(3))]).toEqual([
      knownMoment(5),
      knownMoment(5),
    ])
    expect(laterOf(knownMoment(5), knownMoment(5))).toEqual(knownMoment(5))
  })
})

test('the quantiles of a moment are those of a log-normal distribution with its mean and deviation', () => {
  const arrival = moment(10, 25)
  expect(quantileOf(arrival, 0)).toBeCloseTo(8.944272, 6)
  expect(quantileOf(arrival, 1.645)).toBeCloseTo(19.454523, 5)
  expect(quantileOf(knownMoment(10), 1.645)).toBe(10)
})

test.each([
  [0.5, 0],
  [0.25, -0.67449],
  [0.1, -1.28155],
  [0.05, -1.64485],
  [0.033, -1.83842],
  [0.01, -2.32635],
  [0.001, -3.09023],
])('below the %s quantile of the standard normal distribution: %s', (share, value) => {
  expect(Math.abs(normalQuantile(share) - value)).toBeLessThan(4.5e-4)
})
