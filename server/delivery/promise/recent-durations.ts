import {
  assumedHandOver,
  type LogNormal,
  learn,
  type ObservedDuration,
  type Prior,
  priors,
  ridePrior,
} from './learn-durations.ts'
import type { RecentDurations } from './order-forecasts.ts'

/*
 * What is learned from delivered orders: the shop and the simulation learn by it.
 */

/** A delivered order, and when its steps began and ended. */
export type DeliveryTimes = {
  zoneId: string | null
  lines: number
  packingAt: Date
  /** When it was packed; when it left, if it wasn't marked as packed before. */
  packedAt: Date
  outAt: Date
  deliveredAt: Date
}

/** The number of delivered orders, the latest, that durations are learned from. */
export const observedOrders = 300

/** Observations of one kind: those of earlier days, and those of the last twelve hours. */
type History = { earlier: readonly ObservedDuration[]; today: readonly ObservedDuration[] }
const noHistory: History = { earlier: [], today: [] }

/** What was observed of the orders delivered in the last four weeks. */
export type ObservedDurations = {
  /** Picking one line. */
  lines: History
  /** Rides, by the id of their zone. */
  rides: ReadonlyMap<string | null, History>
  /** How many lines an order usually has. */
  usualLines: number
}

const minute = 60_000

/**
 * The range of plausible durations, in minutes. Others come from a status that was entered late, or with the next one.
 */
const plausible = { line: { least: 0.15, most: 10 }, ride: { least: 2, most: 180 } }

/** The lines assumed of a usual order until `orders` orders were delivered; then their median is used. */
const newShop = { usualLines: 10, orders: 10 }

/**
 * Returns how long picking a line and riding took. The shop records when picking began and when the order was packed:
 * the time between them, less the assumed minutes of packing, is picking.
 */
export function observedDurationsOf(delivered: readonly DeliveryTimes[], now: number): ObservedDurations {
  const isPlausible = ({ minutes }: ObservedDuration, { least, most }: { least: number; most: number }) =>
    minutes >= least && minutes <= most
  const lines = delivered
    .map(({ lines: count, packingAt, packedAt }) => ({
      minutes: ((packedAt.getTime() - packingAt.getTime()) / minute - assumedHandOver.minutes) / Math.max(1, count),
      at: packedAt.getTime(),
    }))
    .filter((seen) => isPlausible(seen, plausible.line))
  const rides = delivered
    .map(({ zoneId, outAt, deliveredAt }) => ({
      zoneId,
      minutes: (deliveredAt.getTime() - outAt.getTime()) / minute,
      at: deliveredAt.getTime(),
    }))
    .filter((seen) => isPlausible(seen, plausible.ride))
  const byZone = Map.groupBy(rides, ({ zoneId }) => zoneId)
  return {
    lines: historyOf(lines, now),
    rides: new Map([...byZone].map(([zoneId, seen]) => [zoneId, historyOf(seen, now)])),
    usualLines: usualLines(delivered),
  }
}

/** Milliseconds after which an observation is of an earlier day. */
const halfDay = 12 * 60 * minute

/**
 * Splits observations into today's and earlier ones. Those of earlier days get the time `now`, so that they don't
 * decay.
 */
function historyOf(seen: readonly ObservedDuration[], now: number): History {
  const isOfToday = ({ at }: ObservedDuration) => at >= now - halfDay
  return {
    earlier: seen.filter((each) => !isOfToday(each)).map(({ minutes }) => ({ minutes, at: now })),
    today: seen.filter(isOfToday),
  }
}

/** Returns how many lines an order usually has: the median of those delivered in the last four weeks. */
function usualLines(delivered: readonly Pick<DeliveryTimes, 'lines'>[]): number {
  const counts = delivered.map(({ lines }) => lines).sort((a, b) => a - b)
  return counts.length < newShop.orders ? newShop.usualLines : Math.max(1, counts[Math.floor(counts.length / 2)] ?? 1)
}

/**
 * Returns how long picking a line, packing, and riding to the zones `to` take today. What earlier days show is the
 * prior of today's observations. `zones` has those zones and all to which rides were observed.
 */
export function recentDurationsOf(
  { lines, rides }: Pick<ObservedDurations, 'lines' | 'rides'>,
  { zones, to, now }: { zones: readonly { id: string; rideMinutes: number }[]; to: ReadonlySet<string>; now: number },
): RecentDurations {
  const zonesWithRides = zones.map(({ id, rideMinutes }) => ({ id, rideMinutes, ...(rides.get(id) ?? noHistory) }))
  const usualOf = ridePrior(
    priors.ride,
    zonesWithRides.map(({ rideMinutes, earlier }) => ({ minutes: rideMinutes, seen: earlier })),
    now,
  )
  const usual = zonesWithRides.map(({ id, rideMinutes, earlier, today }) => ({
    id,
    minutes: learn(usualOf(rideMinutes), earlier, now).minutes,
    seen: today,
  }))
  // Today's rides to all zones count for each: rain slows all of them.
  const count = zonesWithRides.reduce((sum, { earlier }) => sum + earlier.length, 0)
  const priorOf = ridePrior(priorOfToday(priors.ride, { minutes: 1, sigma: usualOf(1).sigma }, count), usual, now)
  const wanted = usual.filter(({ id }) => to.has(id))
  return {
    line: learnToday(priors.line, lines, now),
    handOver: assumedHandOver,
    rides: new Map(wanted.map(({ id, minutes, seen }) => [id, learn(priorOf(minutes), seen, now)])),
  }
}

/** The weight of earlier days in today's prior: at most as much as this many of today's observations. */
const usualWorth = 10

/**
 * Returns how long something takes today: earlier days update the prior, and today's observations update the result.
 */
function learnToday(prior: Prior, { earlier, today }: History, now: number): LogNormal {
  return learn(priorOfToday(prior, learn(prior, earlier, now), earlier.length), today, now)
}

/**
 * Returns the prior of today's observations: what was learned with `prior` from `count` observations of earlier days.
 */
function priorOfToday(prior: Prior, { minutes, sigma }: Pick<LogNormal, 'minutes' | 'sigma'>, count: number): Prior {
  const worth = (assumed: number) => Math.min(usualWorth, assumed + count)
  return { minutes, sigma, medianWorth: worth(prior.medianWorth), sigmaWorth: worth(prior.sigmaWorth) }
}
