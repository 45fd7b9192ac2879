import type { DelayReason } from '../../contract/delivery/delay-reasons.ts'
import { delayedTo } from '../../contract/delivery/window-text.ts'
import type { Order } from '../../contract/entities/order.ts'
import { shop } from '../shop.ts'
import { getLocale, m } from './messages.ts'

const reasons: Record<DelayReason, () => string> = {
  queue: m.windows_late_queue,
  shift: m.windows_late_shift,
  rider: m.windows_late_rider,
  picking: m.windows_late_picking,
  ride: m.windows_late_ride,
}

/** Formats the new time of an order that misses its promise, and the reason if known; undefined without a time. */
export function formatDelay({
  promisedAt,
  late,
}: Pick<NonNullable<Order['delivery']>, 'promisedAt' | 'late'>): string | undefined {
  if (!promisedAt || !late) return undefined
  const format = { language: getLocale(), timeZone: shop.timeZone }
  const times = delayedTo({ expectedAt: new Date(late.expectedAt), promisedAt: new Date(promisedAt) }, format)
  return late.reason ? m.windows_late({ ...times, reason: reasons[late.reason]() }) : m.windows_late_plain(times)
}
