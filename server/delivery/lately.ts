import {
  type Lately,
  learn,
  learnRides,
  type Prior,
  priors,
  type Seen,
  type Spread,
} from '../../contract/delivery/promise.ts'
import type { DeliveredOrder } from './promise-queries.ts'

/*
 * What is learned from delivered orders. Pure.
 */

/** How long the orders of the last four weeks took. */
export type Observed = {
  /** Picking one line. */
  lines: Seen[]
  /** Rides by zone. */
  rides: ReadonlyMap<string | null, Seen[]>
  /** How many lines an order usually has. */
  usualLines: number
}

const minute = 60_000

/** What is believed of an order: a status that was entered much too late, or two at once, says nothing. Minutes. */
const believed = { line: { least: 0.15, most: 10 }, ride: { least: 2, most: 180 } }

/** Lines of a usual order before so many were delivered that their median says more. */
const assumed = { lines: 10, until: 10 }

/**
 * Returns how long picking and riding took. Between picking and packing no time is recorded, so packing takes what is
 * assumed, and the rest until the order was packed is picking.
 */
export function observedOf(delivered: readonly DeliveredOrder[]): Observed {
  const isBelieved = ({ minutes }: Seen, { least, most }: { least: number; most: number }) =>
    minutes >= least && minutes <= most
  const lines = delivered
    .map(({ lines: count, packingAt, packedAt }) => ({
      minutes: ((packedAt.getTime() - packingAt.getTime()) / minute - priors.handOver.minutes) / Math.max(1, count),
      at: packedAt.getTime(),
    }))
    .filter((seen) => isBelieved(seen, believed.line))
  const rides = delivered
    .map(({ zoneId, outAt, deliveredAt }) => ({
      zoneId,
      minutes: (deliveredAt.getTime() - outAt.getTime()) / minute,
      at: deliveredAt.getTime(),
    }))
    .filter((seen) => isBelieved(seen, believed.ride))
  return { lines, rides: Map.groupBy(rides, ({ zoneId }) => zoneId), usualLines: usualLines(delivered) }
}

/** Returns how many lines an order usually has: the median of those delivered in the last four weeks. */
function usualLines(delivered: readonly Pick<DeliveredOrder, 'lines'>[]): number {
  const counts = delivered.map(({ lines }) => lines).sort((one, other) => one - other)
  return counts.length < assumed.until ? assumed.lines : Math.max(1, counts[Math.floor(counts.length / 2)] ?? 1)
}

/** Observations of earlier days count as many as so many of today. */
const usualWorth = 10

/** Returns how long picking and riding take: what was usual in the last four weeks, and what it takes today. */
export function latelyOf(
  observed: Pick<Observed, 'lines' | 'rides'>,
  zones: readonly { id: string; rideMinutes: number }[],
  now: number,
): Lately {
  const { lines } = observed
  const rides = zones.map(({ id, rideMinutes }) => ({
    zone: id,
    minutes: rideMinutes,
    seen: observed.rides.get(id) ?? [],
  }))
  const usual = learnRides(
    rides.map((ride) => ({ ...ride, seen: ofEarlierDays(ride.seen, now) })),
    now,
  )
  return {
    line: learnToday(learn(priors.line, ofEarlierDays(lines, now), now), priors.line, lines, now),
    handOver: learn(priors.handOver, [], now),
    rides: new Map(
      rides.map(({ zone, seen }) => [zone, learnToday(usual.get(zone) as Spread, priors.ride, seen, now)]),
    ),
  }
}

const half = 12 * 60 * minute
/** Those of earlier days, each counting as one. */
const ofEarlierDays = (seen: readonly Seen[], now: number): Seen[] =>
  seen.filter(({ at }) => at < now - half).map(({ minutes }) => ({ minutes, at: now }))

function learnToday(usual: Spread, prior: Prior, seen: readonly Seen[], now: number): Spread {
  const earlier = ofEarlierDays(seen, now).length
  const worth = (assumed: number) => Math.min(usualWorth, assumed + earlier)
  return learn(
    { ...usual, medianWorth: worth(prior.medianWorth), sigmaWorth: worth(prior.sigmaWorth) },
    seen.filter(({ at }) => at >= now - half),
    now,
  )
}
