import { describe, expect, test } from 'vitest'
import { halfLifeMinutes, learn, priors, ridePrior } from './learn-durations.ts'

const now = Date.UTC(2026, 10, 22, 5)
const seen = (minutes: number, count: number, minutesAgo = 0) =>
  Array.from({ length: count }, () => ({ minutes, at: now - minutesAgo * 60_000 }))

describe('what is learned', () => {
  test('is the prior if nothing was seen', () => {
    const { minutes, sigma } = learn(priors.ride, [], now)
    expect(minutes).toBe(1)
    expect(sigma).toBeCloseTo(0.3, 12)
  })

  test('is halfway to what was seen, in logarithms, if as much was seen as the prior counts', () => {
    const { minutes, sigma } = learn(priors.ride, seen(2, 8), now)
    expect(minutes).toBeCloseTo(Math.SQRT2, 12)
    // 25 × 0.3² of the prior, and 16 distances of ln 2 / 2 from the new median.
    const variance = (25 * 0.09 + 16 * (Math.LN2 / 2) ** 2) / 33
    expect(sigma).toBeCloseTo(Math.sqrt(variance), 12)
  })

  test('counts observations half after each half-life, and clips them to four times the prior', () => {
    const [fresh, old] = [learn(priors.ride, seen(2, 8), now), learn(priors.ride, seen(2, 16, halfLifeMinutes), now)]
    expect(old.minutes).toBeCloseTo(fresh.minutes, 12)
    expect(learn(priors.ride, seen(100, 8), now).minutes).toBeCloseTo(2, 12)
    expect(learn(priors.ride, seen(0.01, 8), now).minutes).toBeCloseTo(0.5, 12)
  })
})

describe('the prior of rides', () => {
  test('is the minutes expected of a zone if no ride was seen', () => {
    const priorOf = ridePrior(priors.ride, [{ minutes: 10, seen: [] }], now)
    expect(priorOf(20)).toEqual({ ...priors.ride, minutes: 20, sigma: expect.closeTo(0.3, 12) })
  })

  test('learns by how much rides to all zones differ from what is expected of them', () => {
    const zones = [
      { minutes: 10, seen: seen(20, 4) },
      { minutes: 30, seen: seen(60, 4) },
    ]
    const priorOf = ridePrior(priors.ride, zones, now)
    const sigma = expect.closeTo(learn(priors.ride, seen(2, 8), now).sigma, 12)
    expect(priorOf(10)).toEqual({ ...priors.ride, minutes: expect.closeTo(14.142136, 6), sigma })
    expect(priorOf(20)).toEqual({ ...priors.ride, minutes: expect.closeTo(28.284271, 6), sigma })
  })

  test('expects at least a minute of a ride', () => {
    const priorOf = ridePrior(priors.ride, [{ minutes: 0, seen: seen(2, 8) }], now)
    expect(priorOf(0).minutes).toBeCloseTo(Math.SQRT2, 12)
  })
})
