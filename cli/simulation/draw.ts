import type { Percentiles } from './day.ts'

/** The standard normal distribution's percentile 90. */
const z90 = 1.2815515655446004

/**
 * Draws a duration from a distribution through three percentiles: log-normal above the median and below, with a spread
 * for either side.
 */
export function draw([p10, p50, p90]: Percentiles, random: () => number): number {
  // Box and Muller's normal number.
  const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return p50 * (z < 0 ? (p10 / p50) ** (-z / z90) : (p90 / p50) ** (z / z90))
}
