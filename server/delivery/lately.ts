import { learn, type Prior, priors, ridePrior, type Seen, type Spread } from '../../contract/delivery/learn-spread.ts'
import type { Lately } from '../../contract/delivery/order-courses.ts'
import type { DeliveredOrder } from './promise-queries.ts'

/*
 * What is learned from delivered orders. Pure.
 */

/** How long something took: on earlier days, whenever that was, and in the last twelve hours. */
type History = { earlier: readonly Seen[]; today: readonly Seen[] }
const none: History = { earlier: [], today: [] }

/** How long the orders of the last four weeks took. */
export type Observed = {
  /** Picking one line. */
  lines: History
  /** Rides by the zone's id. */
  rides: ReadonlyMap<string | null, History>
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
export function observedOf(delivered: readonly DeliveredOrder[], now: number): Observed {
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
  const byZone = Map.groupBy(rides, ({ zoneId }) => zoneId)
  return {
    lines: historyOf(lines, now),
    rides: new Map([...byZone].map(([zoneId, seen]) => [zoneId, historyOf(seen, now)])),
    usualLines: usualLines(delivered),
  }
}

/** Milliseconds after which something is of an earlier day. */
const half = 12 * 60 * minute

/** Each observation of earlier days counts as one: as much as one of now. */
function historyOf(seen: readonly Seen[], now: number): History {
  const isOfToday = ({ at }: Seen) => at >= now - half
  return {
    earlier: seen.filter((each) => !isOfToday(each)).map(({ minutes }) => ({ minutes, at: now })),
    today: seen.filter(isOfToday),
  }
}

/** Returns how many lines an order usually has: the median of those delivered in the last four weeks. */
function usualLines(delivered: readonly Pick<DeliveredOrder, 'lines'>[]): number {
  const counts = delivered.map(({ lines }) => lines).sort((one, other) => one - other)
  return counts.length < assumed.until ? assumed.lines : Math.max(1, counts[Math.floor(counts.length / 2)] ?? 1)
}

/** Returns how long picking and riding to these zones take: what was usual in the last four weeks, and what it takes today. */
export function latelyOf(
  { lines, rides }: Pick<Observed, 'lines' | 'rides'>,
  { zones, to, now }: { zones: readonly { id: string; rideMinutes: number }[]; to: ReadonlySet<string>; now: number },
): Lately {
  const earlier = zones.map(({ id, rideMinutes }) => ({ minutes: rideMinutes, seen: (rides.get(id) ?? none).earlier }))
  const priorOf = ridePrior(earlier, now)
  const wanted = zones.filter(({ id }) => to.has(id))
  return {
    line: learnToday(priors.line, lines, now),
    handOver: learn(priors.handOver, [], now),
    rides: new Map(
      wanted.map(({ id, rideMinutes }) => [id, learnToday(priorOf(rideMinutes), rides.get(id) ?? none, now)]),
    ),
  }
}

/** Observations of earlier days count as many as so many of today. */
const usualWorth = 10

/** Learns what is usual from earlier days, and from that and today's observations what it takes today. */
function learnToday(prior: Prior, { earlier, today }: History, now: number): Spread {
  const usual = learn(prior, earlier, now)
  const worth = (assumed: number) => Math.min(usualWorth, assumed + earlier.length)
  const { medianWorth, sigmaWorth } = prior
  return learn({ ...usual, medianWorth: worth(medianWorth), sigmaWorth: worth(sigmaWorth) }, today, now)
}
