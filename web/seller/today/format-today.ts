import { countCaps } from '../../../contract/values/limits.ts'
import { localeTag } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

/** Formats a count, which the shop may have capped at a thousand. */
export function formatCappedCount(count: number): string {
  return count >= countCaps.all ? m.today_thousand() : String(count)
}

/** Formats a day of the shop (YYYY-MM-DD) without a year, since Thai uses another era. */
export function formatDay(day: string, length: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(localeTag(), {
    ...(length === 'long' ? { weekday: 'long', month: 'long' } : { month: 'short' }),
    day: 'numeric',
    // The day is already the shop's; the browser's time zone must not shift it.
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
