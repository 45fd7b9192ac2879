import type { DelayReason } from './delay-reasons.ts'
import { normalQuantile, quantileOf } from './estimated-moment.ts'
import {
  type Forecast,
  forecastsOf,
  type OpenOrder,
  type PromiseParts,
  type Shift,
  type Work,
} from './order-forecasts.ts'

/*
 * The promise of an ASAP order: the clock time by which it is delivered. Pure: all that it knows is in its arguments.
 * docs/promise.md explains the formula.
 */

/** `open` is what has to be done before. */
export type PromiseRequest = Work & {
  lines: number
  zone: string
  /** The owner's limit: no later time is promised. */
  limitMinutes: number
  /** Whether each promise of the last `recentMinutes` was kept, the oldest first. */
  kept?: readonly boolean[]
}

export type DeliveryPromise =
  | { promisedAt: number; minutes: number; parts: PromiseParts }
  | { promisedAt: null; why: 'no_picker' | 'no_rider' | 'over_limit' }

/** The share of promises that may be missed, and by how much of a step each promise moves it: see `allowedMisses`. */
const missShares = { goal: 0.033, step: 0.02, least: 0.01, most: 0.08 } as const

/** Returns the clock time that can be promised to an order now, in whole minutes, or why none is. */
export function promiseFor(request: PromiseRequest): DeliveryPromise {
  const { now, limitMinutes } = request
  const comes = ({ from, to }: Shift) => to > now && from <= now + limitMinutes * 60_000 && from < to
  if (!request.pickers.some(comes)) return { promisedAt: null, why: 'no_picker' }
  if (!request.riders.some(comes)) return { promisedAt: null, why: 'no_rider' }

  const { lines, zone, open } = request
  if (!request.durations.rides.has(zone)) throw new Error(`there are no ride minutes of zone ${zone}`)
  const z = -normalQuantile(allowedMisses(request.kept ?? []))
  const ownOrder: OpenOrder = { lines, zone, step: 'waiting', since: now }
  const expected = forecastsOf({ ...request, open: [...open, ownOrder] }, z).find(({ order }) => order === ownOrder)
  if (!expected) return { promisedAt: null, why: 'over_limit' }
  const promisedAt = Math.ceil((now + quantileOf(expected.delivered, z) * 60_000) / 60_000) * 60_000
  const minutes = (promisedAt - now) / 60_000
  if (minutes > limitMinutes) return { promisedAt: null, why: 'over_limit' }
  const { waitForPicker, pick, handOver, waitForRider, ride } = expected
  const reserve = minutes - expected.delivered.mean
  return { promisedAt, minutes, parts: { waitForPicker, pick, handOver, waitForRider, ride, reserve } }
}

/**
 * An order whose shopper has to be told another time, that time in milliseconds, and the reason why the order is late.
 * The time is null for an order that comes by its promised time after all. The reason is null if the shop doesn't know
 * it, and undefined if it stays.
 */
export type Delay<Order> = { order: Order; expectedAt: number | null; reason: DelayReason | null | undefined }

/**
 * An order with its promised time, and the time that its shopper was told instead: null if it was in time again.
 * `isBack`: it had left the shop, and is there again.
 */
type PromisedOrder = OpenOrder & { promised?: number; told?: number | null; isBack?: boolean }

/** An order counts as late if its chance of arriving in time is less than this. */
const lostChance = 0.1
/** The chance that an order arrives by its new time, and the minutes to whose multiple that time is rounded up. */
const delayRule = { chance: 0.9, step: 5 }
/** The minutes by which the time of a late order has to change before its shopper is told: two steps. */
export const delayChangeMinutes = 2 * delayRule.step

/**
 * Returns the open orders that will probably miss their promised time, and those whose shoppers were told another time
 * that has changed. The new time of each is a multiple of five minutes by which nine of ten such orders arrive. Leaves
 * out orders that no shift is long enough for: they have no new time.
 */
export function delaysOf<Order extends PromisedOrder>(work: Work<Order>): Delay<Order>[] {
  const { now } = work
  const latest = normalQuantile(lostChance)
  const safe = -normalQuantile(1 - delayRule.chance)
  return forecastsOf(work, safe).flatMap((forecast): Delay<Order>[] => {
    const { order, delivered } = forecast
    const { promised, told = null } = order
    if (promised === undefined || order.step === 'returning') return []
    const safeTime = now + quantileOf(delivered, safe) * 60_000
    if (told === null) {
      if (now + quantileOf(delivered, latest) * 60_000 <= promised) return []
    } else if (safeTime <= promised) return [{ order, expectedAt: null, reason: undefined }]
    const step = delayRule.step * 60_000
    const rounded = Math.ceil(safeTime / step) * step
    const expectedAt = rounded > promised ? rounded : promised + step
    if (told !== null && Math.abs(expectedAt - told) < delayChangeMinutes * 60_000) return []
    const reason = reasonOf(forecast)
    // An order that comes earlier than its shopper was told isn't late because of its ride.
    return [{ order, expectedAt, reason: told !== null && expectedAt < told && reason === 'ride' ? undefined : reason }]
  })
}

/**
 * Returns the main reason why an order is late; null if the shop doesn't know it, as for an order that it could pick or
 * send out, and doesn't.
 */
function reasonOf(forecast: Forecast<PromisedOrder>): DelayReason | null {
  const { order, isNextShift, waitForPicker, pick, waitForRider } = forecast
  if (order.step === 'riding') return 'ride'
  if (isNextShift) return 'shift'
  if (waitForRider > Math.max(waitForPicker, pick)) return 'rider'
  if (waitForPicker > pick) return 'queue'
  return order.step === 'picking' && !order.isBack ? 'picking' : null
}

/**
 * Returns the share of promises that may be missed: after a miss fewer, after kept ones more (adaptive conformal
 * inference, Gibbs and Candès 2021). So about the goal is missed in the long run, even if all else here is wrong.
 */
function allowedMisses(kept: readonly boolean[]): number {
  let share: number = missShares.goal
  for (const each of kept) {
    const moved = share + missShares.step * (missShares.goal - (each ? 0 : 1))
    share = Math.min(missShares.most, Math.max(missShares.least, moved))
  }
  return share
}
