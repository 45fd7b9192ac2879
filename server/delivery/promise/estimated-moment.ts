import type { LogNormal } from './learn-durations.ts'

/*
 * Sums of log-normally distributed durations, by means and variances. docs/promise.md explains the formulas.
 */

/** An estimated moment in minutes from now, or an estimated duration in minutes. */
export type Moment = { mean: number; variance: number }

/** Returns a moment that is known, in minutes from now. */
export const knownMoment = (mean: number): Moment => ({ mean, variance: 0 })

/** Returns a duration, multiplied by `times`, as mean and variance. */
export function durationOf({ minutes, sigma }: LogNormal, times = 1): Moment {
  const mean = times * minutes * Math.exp(sigma ** 2 / 2)
  return { mean, variance: mean ** 2 * Math.expm1(sigma ** 2) }
}

/** Returns a moment some durations after another one. */
export function momentAfter(moment: Moment, ...durations: readonly Moment[]): Moment {
  let { mean, variance } = moment
  for (const duration of durations) {
    mean += duration.mean
    variance += duration.variance
  }
  return { mean, variance }
}

/**
 * Returns the remaining duration, given that `elapsed` minutes have passed: what is left of the mean, but at least a
 * sixth of the elapsed time. What takes far too long is as uncertain as that.
 */
export function remainingDuration(duration: LogNormal, times: number, elapsed: number): Moment {
  const whole = durationOf(duration, times)
  if (elapsed <= 0) return whole
  const least = elapsed / 6
  return { mean: Math.max(whole.mean - elapsed, least), variance: Math.max(whole.variance, least ** 2) }
}

/** Returns the later of two moments, by their means. */
export const laterOf = (one: Moment, other: Moment): Moment => (one.mean >= other.mean ? one : other)

/**
 * Returns the quantile of a moment at the standard normal value `z`, as if the moment were log-normally distributed.
 */
export function quantileOf({ mean, variance }: Moment, z: number): number {
  const sigmaSquared = Math.log1p(variance / mean ** 2)
  return mean * Math.exp(z * Math.sqrt(sigmaSquared) - sigmaSquared / 2)
}
