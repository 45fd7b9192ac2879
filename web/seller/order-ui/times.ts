import { dayIn } from '../../../contract/values/day.ts'
import { formatMoment, formatTime } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

/** Returns the shop's day of a time, as YYYY-MM-DD. */
export function dayOf(iso: string): string {
  return dayIn(shop.timeZone, new Date(iso))
}

/** Formats the time since `iso` in its shortest form: "under 1 min", "12 min", "3 h 5 min", "2 d". */
export function formatAge(iso: string, now: number): string {
  const minutes = Math.max(Math.floor((now - Date.parse(iso)) / 60_000), 0)
  if (minutes < 1) return m.sellerOrders_age_now()
  if (minutes < 60) return m.sellerOrders_age_minutes({ minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return minutes % 60 === 0
      ? m.sellerOrders_age_hours({ hours })
      : m.sellerOrders_age_both({ hours, minutes: minutes % 60 })
  return m.sellerOrders_age_days({ days: Math.floor(hours / 24) })
}

/** Formats a time, with the day unless it is today. */
export function formatWhen(iso: string, now: number): string {
  return dayOf(iso) === dayOf(new Date(now).toISOString())
    ? m.sellerOrders_today_at({ time: formatTime(iso) })
    : formatMoment(iso)
}
