import type { LogNormal } from './learn-durations.ts'

/*
 * Sums of log-normally distributed durations, by means and variances. docs/promise.md explains the formulas.
 */

/** An estimated time in minutes from now, or an estimated duration in minutes. */
export type Estimate = { mean: number; variance: number }

/** Returns a time that is known, in minutes from now. */
export const knownTime = (mean: number): Estimate => ({ mean, variance: 0 })

/** Returns a duration, multiplied by `times`, as mean and variance. */
export function durationOf({ minutes, sigma }: LogNormal, times = 1): Estimate {
  const mean = times * minutes * Math.exp(sigma ** 2 / 2)
  return { mean, variance: mean ** 2 * Math.expm1(sigma ** 2) }
}

/** Returns the time some durations after another one. */
export function estimateAfter(time: Estimate, ...durations: readonly Estimate[]): Estimate {
  let { mean, variance } = time
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
export function remainingDuration(duration: LogNormal, times: number, elapsed: number): Estimate {
  const whole = durationOf(duration, times)
  if (elapsed <= 0) return whole
  const least = elapsed / 6
  return { mean: Math.max(whole.mean - elapsed, least), variance: Math.max(whole.variance, least ** 2) }
}

/** Returns the later of two times, by their means. */
export const laterOf = (one: Estimate, other: Estimate): Estimate => (one.mean >= other.mean ? one : other)

/**
 * Returns the quantile of an estimate at the standard normal value `z`, as if it were log-normally distributed.
 */
export function quantileOf({ mean, variance }: Estimate, z: number): number {
  const sigmaSquared = Math.log1p(variance / mean ** 2)
  return mean * Math.exp(z * Math.sqrt(sigmaSquared) - sigmaSquared / 2)
}
