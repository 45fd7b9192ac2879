/*
 * How long something takes, learned from how long it took. docs/promise.md explains the formulas.
 */

/** How long something took recently: log-normally distributed minutes. */
export type LogNormal = {
  /** The median, in minutes. */
  minutes: number
  /** Standard deviation of the logarithm. */
  sigma: number
}

/** A prior: a median and a spread assumed before any observation, and how many observations each of them counts as. */
export type Prior = { minutes: number; sigma: number; medianWorth: number; sigmaWorth: number }

/**
 * What a new shop starts with: 45 seconds a line, and rides as long as the owner says. The prior spreads count as many
 * observations: a few similar rides would otherwise give too small a spread, and promises that are too early.
 */
export const priors = {
  line: { minutes: 0.75, sigma: 0.2, medianWorth: 3, sigmaWorth: 15 },
  /** The ratio between a ride and the zone's minutes. */
  ride: { minutes: 1, sigma: 0.3, medianWorth: 8, sigmaWorth: 25 },
} as const satisfies Record<string, Prior>

/** Packing an order and handing it over. It isn't learned: the shop records it together with picking. */
export const assumedHandOver: LogNormal = { minutes: 3, sigma: 0.35 }

/** The half-life of an observation's weight, in minutes. */
export const halfLifeMinutes = 240

/** Observations are clipped to this factor of the prior's median: one beyond it was probably entered hours later. */
const clipFactor = 4

/** An observed duration in minutes, and when it ended, in milliseconds since 1970. */
export type ObservedDuration = { minutes: number; at: number }

/**
 * Returns the median and the spread of durations, learned from observations: the mean and the deviation of their
 * logarithms, in which the prior counts as some observations. A prior that is wrong widens the spread until it is
 * outweighed. The weight of an observation halves every `halfLifeMinutes`: today's rain counts today, and a bad hour
 * doesn't end the promises for the rest of the day. Observations are clipped to `clipFactor` times the prior, and to
 * its inverse.
 */
export function learn(prior: Prior, seen: readonly ObservedDuration[], now: number): LogNormal {
  const assumed = Math.log(prior.minutes)
  const most = Math.log(clipFactor)
  let count = 0
  // Of the distances from the prior's logarithm, by weight.
  let sum = 0
  let squares = 0
  for (const { minutes, at } of seen) {
    const distance = Math.min(most, Math.max(-most, Math.log(minutes) - assumed))
    const weight = 0.5 ** Math.max(0, (now - at) / (halfLifeMinutes * 60_000))
    count += weight
    sum += weight * distance
    squares += weight * distance ** 2
  }
  const shift = sum / (prior.medianWorth + count)
  const variance = (prior.sigmaWorth * prior.sigma ** 2 + squares - sum * shift) / (prior.sigmaWorth + count)
  return { minutes: Math.exp(assumed + shift), sigma: Math.sqrt(variance) }
}

/** The rides to a zone, and the minutes expected of one. */
type ZoneRides = { minutes: number; seen: readonly ObservedDuration[] }

/**
 * Returns the prior of a zone's rides by the minutes expected of them: learned from the rides of all zones, each
 * divided by the minutes expected of its zone. `prior` is that of the ratio.
 */
export function ridePrior(prior: Prior, zones: readonly ZoneRides[], now: number): (minutes: number) => Prior {
  const ratios = zones.flatMap(({ minutes, seen }) =>
    seen.map((ride) => ({ minutes: ride.minutes / Math.max(1, minutes), at: ride.at })),
  )
  const all = learn(prior, ratios, now)
  return (minutes) => ({ ...prior, minutes: all.minutes * Math.max(1, minutes), sigma: all.sigma })
}
