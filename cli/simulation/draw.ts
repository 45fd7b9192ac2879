import type { Percentiles } from './day.ts'

/** The standard normal distribution's percentile 90. */
const z90 = 1.2815515655446004

/** Returns a source of uniform random numbers from 0 to 1 (mulberry32): a seed has always the same ones. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Draws a duration from a distribution through three percentiles: log-normal above the median and below, with a spread
 * for either side.
 */
export function draw([p10, p50, p90]: Percentiles, random: () => number): number {
  // Box and Muller's normal number.
  const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return p50 * (z < 0 ? (p10 / p50) ** (-z / z90) : (p90 / p50) ** (z / z90))
}
