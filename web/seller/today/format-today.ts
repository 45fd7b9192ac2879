import { countCaps } from '../../../contract/values/limits.ts'
import { formatDate } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

/** Formats a count, which the shop may have capped at a thousand. */
export function formatCappedCount(count: number): string {
  return count >= countCaps.all ? m.today_thousand() : String(count)
}

/** Formats a day of the shop (YYYY-MM-DD) without a year, since Thai uses another era. */
export function formatDay(day: string, length: 'short' | 'long' = 'short'): string {
  return formatDate(
    day,
    length === 'long' ? { weekday: 'long', day: 'numeric', month: 'long' } : { day: 'numeric', month: 'short' },
  )
}
