import type { DelayReason } from '../../../contract/delivery/delay-reasons.ts'
import { quantileOf } from './estimate.ts'
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
}

export type DeliveryPromise =
  | { promisedAt: number; minutes: number; parts: PromiseParts }
  | { promisedAt: null; why: 'no_picker' | 'no_rider' | 'over_limit' }

/**
 * Standard normal values: below which 97% of orders come, which is what is promised, and below which 90% and 10% do.
 */
const z = { promise: 1.88, most: 1.2816, few: -1.2816 } as const

/** Returns the clock time that can be promised to an order now, in whole minutes, or why none is. */
export function promiseFor(request: PromiseRequest): DeliveryPromise {
  const { now, limitMinutes } = request
  const comes = ({ from, to }: Shift) => to > now && from <= now + limitMinutes * 60_000 && from < to
  if (!request.pickers.some(comes)) return { promisedAt: null, why: 'no_picker' }
  if (!request.riders.some(comes)) return { promisedAt: null, why: 'no_rider' }

  const { lines, zone, open } = request
  const ownOrder: OpenOrder = { lines, zone, stage: 'waiting', since: now }
  const expected = forecastsOf({ ...request, open: [...open, ownOrder] }, z.promise).find(
    ({ order }) => order === ownOrder,
  )
  if (!expected) return { promisedAt: null, why: 'over_limit' }
  const promisedAt = Math.ceil((now + quantileOf(expected.delivered, z.promise) * 60_000) / 60_000) * 60_000
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
 * An order with its promised time, and the later time that was announced to its shopper; undefined if it is in time.
 * `isBack`: it had left the shop, and is there again.
 */
type PromisedOrder = OpenOrder & { promised?: number; announced?: number | undefined; isBack?: boolean }

/** The minutes to whose multiple the new time of a late order is rounded up. */
const delayStepMinutes = 5
/** The minutes by which the time of a late order has to change before that is announced: two steps. */
export const delayChangeMinutes = 2 * delayStepMinutes

/**
 * Returns the open orders that will probably miss their promised time, as only one of ten such orders arrives by it,
 * and those whose announced time has changed. The new time of each is a multiple of five minutes
 * by which nine of ten such orders arrive. Leaves out orders that no shift is long enough for: they have no new time.
 */
export function delaysOf<Order extends PromisedOrder>(work: Work<Order>): Delay<Order>[] {
  const { now } = work
  return forecastsOf(work, z.most).flatMap((forecast): Delay<Order>[] => {
    const { order, delivered } = forecast
    const { promised, announced } = order
    if (promised === undefined || order.stage === 'returning') return []
    const safeTime = now + quantileOf(delivered, z.most) * 60_000
    if (announced === undefined) {
      if (now + quantileOf(delivered, z.few) * 60_000 <= promised) return []
    } else if (safeTime <= promised) return [{ order, expectedAt: null, reason: undefined }]
    const step = delayStepMinutes * 60_000
    const rounded = Math.ceil(safeTime / step) * step
    const expectedAt = rounded > promised ? rounded : promised + step
    if (announced !== undefined && Math.abs(expectedAt - announced) < delayChangeMinutes * 60_000) return []
    const reason = reasonOf(forecast)
    // An order that comes earlier than announced isn't late because of its ride.
    const isEarlier = announced !== undefined && expectedAt < announced
    return [{ order, expectedAt, reason: isEarlier && reason === 'ride' ? undefined : reason }]
  })
}

/**
 * Returns the main reason why an order is late; null if the shop doesn't know it, as for an order that it could pick or
 * send out, and doesn't.
 */
function reasonOf(forecast: Forecast<PromisedOrder>): DelayReason | null {
  const { order, isNextShift, waitForPicker, pick, waitForRider } = forecast
  if (order.stage === 'riding') return 'ride'
  if (isNextShift) return 'shift'
  if (waitForRider > Math.max(waitForPicker, pick)) return 'rider'
  if (waitForPicker > pick) return 'queue'
  return order.stage === 'picking' && !order.isBack ? 'picking' : null
}
