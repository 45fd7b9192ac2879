import { closingTime, nextOpening, openAt } from '../../contract/delivery/opening-hours.ts'
import {
  type Delay,
  delaysOf,
  type Lately,
  learn,
  learnRides,
  type OpenOrder,
  type Prior,
  priors,
  promiseFor,
  recentMinutes,
  type Seen,
  type Shift,
  type Spread,
} from '../../contract/delivery/promise.ts'
import type { OpeningHours } from '../../contract/entities/delivery.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Db, Tx } from '../database/database.ts'
import {
  type DeliveredOrder,
  deliveredOrders,
  type PromiseSettings,
  promiseSettings,
  promisesKept,
  type QueuedOrder,
  queuedOrders,
  ridesOfZones,
} from './promise-queries.ts'

/** A clock time, and how many minutes from now it is, rounded up. */
export type CurrentPromise = { by: Date; minutes: number }

/**
 * Returns the time by which an order of so many lines is delivered to a zone if it is placed now; undefined if the owner
 * doesn't offer that, the shop is closed or would be by then, or it would be later than the owner's limit. Without `lines`, of
 * a usual order. `settings` are read unless the caller has done so.
 */
export async function currentPromise(
  db: Db | Tx,
  { timeZone }: Pick<ShopConfig, 'timeZone'>,
  { zoneId, lines }: { zoneId: string; lines: number | undefined },
  settings?: PromiseSettings,
): Promise<CurrentPromise | undefined> {
  const { asap, hours } = settings ?? (await promiseSettings(db))
  if (!asap?.enabled) return undefined
  const now = Date.now()
  const shift = shiftNow(hours, now, timeZone)
  if (!shift) return undefined
  const zones = await ridesOfZones(db)
  const delivered = await deliveredOrders(db)
  const lately = latelyOf(delivered, zones, now)
  const open = (await queuedOrders(db)).map((order) => openOrder(order, { lately, zone: zoneId }))
  const promise = promiseFor({
    now,
    lines: lines ?? usualLines(delivered),
    zone: zoneId,
    open: withoutBack(open, { lately, now }),
    pickers: Array<Shift>(asap.pickers).fill(shift),
    riders: Array<Shift>(asap.riders).fill(shift),
    lately,
    limitMinutes: asap.limitMinutes,
    kept: await promisesKept(db, recentMinutes),
  })
  if (promise.by === null || promise.by > shift.to) return undefined
  return { by: new Date(promise.by), minutes: Math.ceil(promise.minutes) }
}

/** Lines of a usual order before so many were delivered that their median says more. */
const assumed = { lines: 10, until: 10 }

/** Returns how many lines an order usually has: the median of those delivered in the last four weeks. */
export function usualLines(delivered: readonly Pick<DeliveredOrder, 'lines'>[]): number {
  const counts = delivered.map(({ lines }) => lines).sort((one, other) => one - other)
  return counts.length < assumed.until ? assumed.lines : Math.max(1, counts[Math.floor(counts.length / 2)] ?? 1)
}

type WatchedOrder = OpenOrder & { id: string; promised: number | undefined }

/** Milliseconds after closing for which the staff is expected to stay for what was promised. */
const overtime = 60 * 60_000

/**
 * Returns the open orders as soon as possible whose promised time probably passes before they come, without those whose
 * shoppers know.
 */
export async function currentDelays(
  db: Db,
  { timeZone }: Pick<ShopConfig, 'timeZone'>,
): Promise<Delay<WatchedOrder>[]> {
  const { asap, hours } = await promiseSettings(db)
  const zones = await ridesOfZones(db)
  const [first] = zones
  if (!asap || !first) return []
  const now = Date.now()
  const lately = latelyOf(await deliveredOrders(db), zones, now)
  const shifts = hours ? [...shiftsWithOvertime(hours, now, timeZone)] : [{ from: 0, to: now + day }]
  const open = (await queuedOrders(db)).map((order) => ({
    ...openOrder(order, { lately, zone: first.id }),
    id: order.id,
    promised: order.promisedAt?.getTime(),
  }))
  return delaysOf({
    now,
    open: withoutBack(open, { lately, now }),
    pickers: shifts.flatMap((shift) => Array<Shift>(asap.pickers).fill(shift)),
    riders: shifts.flatMap((shift) => Array<Shift>(asap.riders).fill(shift)),
    lately,
  })
}

/** The shift of today, with overtime, while it lasts, and the next one. */
function* shiftsWithOvertime(hours: OpeningHours, now: number, timeZone: string): Generator<Shift> {
  const before = shiftNow(hours, now, timeZone) ?? shiftNow(hours, now - overtime, timeZone)
  if (before) yield { from: 0, to: before.to + overtime }
  const opens = nextOpening(hours, new Date(now), timeZone)
  const next = opens && shiftNow(hours, opens.getTime(), timeZone)
  if (opens && next) yield { from: opens.getTime(), to: next.to }
}

const minute = 60_000
const day = 24 * 60 * minute

/** Returns from when until when the shop works; undefined while it is closed. A shop without hours is always open. */
function shiftNow(hours: OpeningHours | undefined, now: number, timeZone: string): Shift | undefined {
  const moment = new Date(now)
  if (!hours) return { from: 0, to: now + day }
  if (!openAt(hours, moment, timeZone)) return undefined
  return { from: 0, to: closingTime(hours, moment, timeZone)?.getTime() ?? now + day }
}

const steps = {
  'Order Placed': 'waiting',
  Confirmed: 'waiting',
  Packing: 'picking',
  'Out for delivery': 'riding',
  Delivered: 'returning',
} as const

/** An order without a zone, or of one that was deleted, is taken for one of `zone`. */
function openOrder(
  { status, zoneId, lines, since, packedAt }: QueuedOrder,
  { lately, zone }: { lately: Lately; zone: string },
): OpenOrder {
  const order = { zone: zoneId !== null && lately.rides.has(zoneId) ? zoneId : zone, lines: Math.max(1, lines) }
  return packedAt
    ? { ...order, step: 'ready', since: packedAt.getTime() }
    : { ...order, step: steps[status], since: since.getTime() }
}

/** Standard deviations beyond the median way back, within which 95% of them are. */
const nearlyAll = 1.645

/**
 * Returns the orders without those whose riders are probably back: unlike the end of a ride, nobody enters that, so a rider
 * of whom nothing is known isn't expected to be still away. Those who are on the way out come first: a rider who has left
 * again is one of the riders, not two.
 */
function withoutBack<Order extends OpenOrder>(
  open: readonly Order[],
  { lately, now }: { lately: Lately; now: number },
): Order[] {
  const returning = open.filter(({ step, zone, since }) => {
    const way = lately.rides.get(zone)
    return step === 'returning' && way && now - since < way.minutes * Math.exp(nearlyAll * way.sigma) * minute
  })
  return [...open.filter(({ step }) => step !== 'returning'), ...returning]
}

/** Observations of earlier days count as many as so many of today. */
const usualWorth = 10

/** What is believed of an order: a status that was entered much too late, or two at once, says nothing. Minutes. */
const believed = { line: { least: 0.15, most: 10 }, ride: { least: 2, most: 180 } }

/**
 * Returns how long picking and riding took: what was usual in the last four weeks, and what it takes today. Between picking
 * and packing no time is recorded, so packing takes what is assumed, and the rest until the order was packed is picking.
 */
export function latelyOf(
  delivered: readonly DeliveredOrder[],
  zones: readonly { id: string; rideMinutes: number }[],
  now: number,
): Lately {
  const isBelieved = ({ minutes }: Seen, { least, most }: { least: number; most: number }) =>
    minutes >= least && minutes <= most
  const lines = delivered
    .map(({ lines: count, packingAt, packedAt }) => ({
      minutes: ((packedAt.getTime() - packingAt.getTime()) / minute - priors.handOver.minutes) / Math.max(1, count),
      at: packedAt.getTime(),
    }))
    .filter((seen) => isBelieved(seen, believed.line))
  const rides = zones.map(({ id, rideMinutes }) => ({
    zone: id,
    minutes: rideMinutes,
    seen: delivered
      .filter(({ zoneId }) => zoneId === id)
      .map(({ outAt, deliveredAt }) => ({
        minutes: (deliveredAt.getTime() - outAt.getTime()) / minute,
        at: deliveredAt.getTime(),
      }))
      .filter((seen) => isBelieved(seen, believed.ride)),
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

const half = day / 2
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
