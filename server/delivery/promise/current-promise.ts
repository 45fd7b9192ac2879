import { closingTime, nextOpening, type OpeningHours, openAt } from '../../../contract/delivery/opening-hours.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Db } from '../../database/database.ts'
import { type DurationsReader, readDurationsNow } from './durations-reader.ts'
import type { OpenOrder, RecentDurations, Shift } from './order-forecasts.ts'
import { type Delay, delaysOf, promiseFor } from './promise.ts'
import { type PromiseSettings, promiseInputs, promiseSettings, type QueuedOrder } from './promise-queries.ts'
import { recentDurationsOf } from './recent-durations.ts'

/** A clock time, and how many minutes from now it is, rounded up. */
export type CurrentPromise = { promisedAt: Date; minutes: number }

/** The order that is asked for, and how to read what its promise depends on. */
type PromiseRequest = {
  zoneId: string
  /** How many products it has; undefined: as many as orders usually have. */
  lines: number | undefined
  readDurations: DurationsReader
  /** Read unless the caller has done so. */
  settings?: PromiseSettings
}

/**
 * Returns the time by which an order is delivered to a zone if it is placed now; undefined if the owner doesn't offer
 * that, the shop is closed or would be by then, or it would be later than the owner's limit.
 */
export async function currentPromise(
  db: Db,
  { timeZone }: Pick<ShopConfig, 'timeZone'>,
  { zoneId, lines, readDurations, settings }: PromiseRequest,
): Promise<CurrentPromise | undefined> {
  const { asap, hours } = settings ?? (await promiseSettings(db))
  if (!asap?.enabled) return undefined
  const now = Date.now()
  const shift = shiftNow(hours, now, timeZone)
  if (!shift) return undefined
  const observed = await readDurations(db)
  const zonesWithRides = [...observed.rides.keys()].filter((id) => id !== null)
  const { zones, queue } = await promiseInputs(db, [zoneId, ...zonesWithRides])
  const durations = recentDurationsOf(observed, { zones, to: zonesOf(queue, zoneId), now })
  // The zone may have been removed since it was found.
  if (!durations.rides.has(zoneId)) return undefined
  const open = queue.map((order) => openOrder(order, { durations, zone: zoneId }))
  const promise = promiseFor({
    now,
    lines: lines ?? observed.usualLines,
    zone: zoneId,
    open: withoutReturned(open, { durations, now }),
    pickers: Array<Shift>(asap.pickers).fill(shift),
    riders: Array<Shift>(asap.riders).fill(shift),
    durations,
    limitMinutes: asap.limitMinutes,
  })
  if (promise.promisedAt === null || promise.promisedAt > shift.to) return undefined
  return { promisedAt: new Date(promise.promisedAt), minutes: Math.ceil(promise.minutes) }
}

/** `hasDelay`: another time was announced to its shopper, though it may be in time again. */
type WatchedOrder = OpenOrder & {
  id: string
  promised: number | undefined
  isBack: boolean
  hasDelay: boolean
  announced: number | undefined
}

export type CurrentDelay = Delay<WatchedOrder>

/** Milliseconds after closing for which the staff is expected to stay for what was promised. */
export const overtimeMilliseconds = 60 * 60_000

/**
 * Returns the open ASAP orders that will probably miss their promised time, and those whose announced time has
 * changed.
 */
export async function currentDelays(db: Db, { timeZone }: Pick<ShopConfig, 'timeZone'>): Promise<CurrentDelay[]> {
  const { asap, hours } = await promiseSettings(db)
  const { zones, queue } = await promiseInputs(db)
  const [first] = zones
  if (!asap || !first) return []
  const now = Date.now()
  const durations = recentDurationsOf(await readDurationsNow(db), { zones, to: zonesOf(queue, first.id), now })
  const promised = queue.flatMap(({ status, promisedAt }) => (status !== 'Delivered' && promisedAt ? [promisedAt] : []))
  const shifts = hours ? [...shiftsWithOvertime(hours, { now, timeZone, promised })] : [{ from: 0, to: now + day }]
  const open = queue.map((order) => ({
    ...openOrder(order, { durations, zone: first.id }),
    id: order.id,
    promised: order.promisedAt ?? undefined,
    isBack: order.isBack,
    hasDelay: order.delay !== null,
    announced: order.delay?.expectedAt ?? undefined,
  }))
  return delaysOf({
    now,
    open: withoutReturned(open, { durations, now }),
    pickers: shifts.flatMap((shift) => Array<Shift>(asap.pickers).fill(shift)),
    riders: shifts.flatMap((shift) => Array<Shift>(asap.riders).fill(shift)),
    durations,
  })
}

/**
 * Yields the current shift with its overtime, until that is over, and the next shift. Times are promised within a
 * shift, so one after its end was promised before the owner changed the hours, and keeps the staff until then.
 */
function* shiftsWithOvertime(
  hours: OpeningHours,
  { now, timeZone, promised }: { now: number; timeZone: string; promised: readonly number[] },
): Generator<Shift> {
  const current = shiftNow(hours, now, timeZone) ?? shiftNow(hours, now - overtimeMilliseconds, timeZone)
  const opens = nextOpening(hours, new Date(now), timeZone)?.getTime()
  const kept = promised.filter((time) => opens === undefined || time < opens)
  const ends = Math.max(current?.to ?? 0, ...kept) + overtimeMilliseconds
  if (ends > now) yield { from: 0, to: ends }
  const next = opens === undefined ? undefined : shiftNow(hours, opens, timeZone)
  if (opens !== undefined && next) yield { from: Math.max(opens, ends), to: next.to }
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

const stageOfStatus = {
  'Order Placed': 'waiting',
  Confirmed: 'waiting',
  Packing: 'picking',
  'Out for delivery': 'riding',
  Delivered: 'returning',
} as const satisfies Record<QueuedOrder['status'], string>

const zonesOf = (queue: readonly QueuedOrder[], zone: string): ReadonlySet<string> =>
  new Set([zone, ...queue.map(({ zoneId }) => zoneId ?? zone)])

/**
 * Returns a queued order as the promise needs it. An order without a zone, or of a removed one without stored ride
 * minutes, gets `zone`.
 */
function openOrder(
  { status, zoneId, lines, since, packedAt }: QueuedOrder,
  { durations, zone }: { durations: RecentDurations; zone: string },
): OpenOrder {
  const order = { zone: zoneId !== null && durations.rides.has(zoneId) ? zoneId : zone, lines: Math.max(1, lines) }
  return packedAt !== null
    ? { ...order, stage: 'ready', since: packedAt }
    : { ...order, stage: stageOfStatus[status], since }
}

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.645

/**
 * Returns the orders without delivered ones whose riders are back. A return isn't recorded: a rider counts as back
 * after the 95th percentile of the ride back.
 *
 * Delivered orders whose riders are on their way back come last. So a rider who has left again with another order
 * counts once.
 */
function withoutReturned<Order extends OpenOrder>(
  open: readonly Order[],
  { durations, now }: { durations: RecentDurations; now: number },
): Order[] {
  const returning = open.filter(({ stage, zone, since }) => {
    const way = durations.rides.get(zone)
    return stage === 'returning' && way && now - since < way.minutes * Math.exp(z95 * way.sigma) * minute
  })
  return [...open.filter(({ stage }) => stage !== 'returning'), ...returning]
}
