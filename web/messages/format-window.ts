import { deliveryText, timeFrom, windowDay, windowHours } from '../../contract/delivery/window-text.ts'
import type { Order } from '../../contract/entities/order.ts'
import { dayIn, daysBetween } from '../../contract/values/day.ts'
import { shop } from '../shop.ts'
import { shopNow } from '../shop-clock.ts'
import { getLocale, m } from './messages.ts'

const textFormat = () => ({ language: getLocale(), timeZone: shop.timeZone })

/** Formats the hours of a delivery window, in the shop's time zone: `09:00–11:00`. */
export function formatHours({ from, to }: { from: string; to: string }): string {
  return windowHours(new Date(from), new Date(to), textFormat())
}

/** Formats a delivery window with its day: `Tue 24 Nov, 09:00–11:00`. */
export function formatWindow({ from, to }: { from: string; to: string }): string {
  return deliveryText({ from: new Date(from), to: new Date(to) }, textFormat())
}

/** Formats the day of a time (ISO 8601), with "Today" or "Tomorrow" before it. */
export function formatWindowDay(iso: string, now = shopNow()): string {
  const at = new Date(iso)
  const text = windowDay(at, textFormat())
  const days = daysBetween(dayIn(shop.timeZone, new Date(now)), dayIn(shop.timeZone, at))
  if (days === 0) return `${m.windows_today()} · ${text}`
  return days === 1 ? `${m.windows_tomorrow()} · ${text}` : text
}

/**
 * Formats the delivery time of an order; undefined if it has neither a delivery window nor a promise, or is cancelled.
 * The promised minutes of an ASAP order begin with its payment.
 */
export function formatDelivery({
  createdAt,
  delivery,
  status,
}: Pick<Order, 'createdAt' | 'delivery' | 'status'>): string | undefined {
  if (!delivery?.promisedAt || status === 'Cancelled') return undefined
  if (!delivery.asap || status !== 'Awaiting payment')
    return formatTimes({ ...delivery, promisedAt: delivery.promisedAt })
  const minutes = Math.ceil((Date.parse(delivery.promisedAt) - Date.parse(createdAt)) / 60_000)
  return m.windows_asap_unpaid({ minutes })
}

/** Formats the start, if it is known, and the end of a delivery time. */
export function formatTimes({ from, promisedAt }: { from?: string; promisedAt: string }): string {
  return deliveryText({ from: from === undefined ? null : new Date(from), to: new Date(promisedAt) }, textFormat())
}

/** Formats the time of day of a time (ISO 8601), with its day if that isn't today. */
export const formatTimeOrDay = (iso: string): string => timeFrom(new Date(shopNow()), new Date(iso), textFormat())
