import type { LogNormal } from './learn-durations.ts'

/*
 * Sums and maxima of what is log-normally distributed, by means and variances. docs/promise.md explains the formulas.
 */

/** The density of the standard normal distribution at its mean. */
const peakDensity = 1 / Math.sqrt(2 * Math.PI)

/** An estimated moment in minutes from now, or an estimated duration in minutes. */
export type Moment = {
  mean: number
  /** The variance between orders. */
  variance: number
  /** Standard deviation of the error that all orders share, because the medians may be wrong. Sums add it linearly. */
  standardError: number
}

/** Returns a moment that is known, in minutes from now. */
export const knownMoment = (mean: number): Moment => ({ mean, variance: 0, standardError: 0 })

/** Returns the standard deviation of one moment, its shared error included. */
export const deviation = ({ variance, standardError }: Moment) => Math.sqrt(variance + standardError ** 2)

/** Returns a duration, multiplied by `times`, as mean, variance and shared error. */
export function durationOf({ minutes, sigma, standardError }: LogNormal, times = 1): Moment {
  const mean = times * minutes * Math.exp(sigma ** 2 / 2)
  return { mean, variance: mean ** 2 * Math.expm1(sigma ** 2), standardError: mean * standardError }
}

/** Returns a moment some durations after another one. */
export function momentAfter(moment: Moment, ...durations: readonly Moment[]): Moment {
  let { mean, variance, standardError } = moment
  for (const duration of durations) {
    mean += duration.mean
    variance += duration.variance
    standardError += duration.standardError
  }
  return { mean, variance, standardError }
}

/** Returns the expected remaining duration, given that `elapsed` minutes have passed (mean residual life). */
export function remainingDuration(duration: LogNormal, times: number, elapsed: number): Moment {
  const whole = durationOf(duration, times)
  if (elapsed <= 0) return whole
  const { sigma, standardError } = duration
  const k = Math.log(elapsed / (times * duration.minutes)) / sigma
  const longer = normalCdf(-k)
  // Longer than all but 0.5% of durations: assumes a quarter of the elapsed time, with a standard deviation as large.
  if (longer < 0.005) return { mean: elapsed / 4, variance: (elapsed / 4) ** 2, standardError: 0 }
  const mean = (whole.mean * normalCdf(sigma - k)) / longer
  const secondMoment = (whole.mean ** 2 * Math.exp(sigma ** 2) * normalCdf(2 * sigma - k)) / longer
  const left = Math.max(0, mean - elapsed)
  return { mean: left, variance: Math.max(0, secondMoment - mean ** 2), standardError: left * standardError }
}

/** Returns the later of two moments, as the maximum of two normal distributions (Clark 1961). */
export function laterOf(one: Moment, other: Moment): Moment {
  const deviationOfDifference = Math.hypot(deviation(one), deviation(other))
  const alpha = (one.mean - other.mean) / deviationOfDifference
  if (!(Math.abs(alpha) < 4)) return one.mean >= other.mean ? one : other
  const probabilityOfOne = normalCdf(alpha)
  const probabilityOfOther = 1 - probabilityOfOne
  const density = deviationOfDifference * Math.exp(-(alpha ** 2) / 2) * peakDensity
  const mean = one.mean * probabilityOfOne + other.mean * probabilityOfOther + density
  const standardError = one.standardError * probabilityOfOne + other.standardError * probabilityOfOther
  const secondMoment =
    (one.mean ** 2 + deviation(one) ** 2) * probabilityOfOne +
    (other.mean ** 2 + deviation(other) ** 2) * probabilityOfOther +
    (one.mean + other.mean) * density
  return { mean, variance: Math.max(0, secondMoment - mean ** 2 - standardError ** 2), standardError }
}

/**
 * Returns the quantile of a moment at the standard normal value `z`, as if the moment were log-normally distributed.
 */
export function quantileOf(moment: Moment, z: number): number {
  const sigmaSquared = Math.log1p((deviation(moment) / moment.mean) ** 2)
  return moment.mean * Math.exp(z * Math.sqrt(sigmaSquared) - sigmaSquared / 2)
}

/** Returns the share of the standard normal distribution below a value (Abramowitz and Stegun, 26.2.17). */
function normalCdf(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = peakDensity * Math.exp(-(value ** 2) / 2) * series
  return value > 0 ? 1 - tail : tail
}

/** Returns the value below which a share, up to a half, of the standard normal distribution is (the same, 26.2.23). */
export function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(share))
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2
  return above / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3) - t
}
