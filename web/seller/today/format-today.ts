import { formatDate } from '../../messages/format-moment.ts'

/** Formats a day of the shop (YYYY-MM-DD) without a year, since Thai uses another era. */
export function formatDay(day: string, length: 'short' | 'long' = 'short'): string {
  return formatDate(
    day,
    length === 'long' ? { weekday: 'long', day: 'numeric', month: 'long' } : { day: 'numeric', month: 'short' },
  )
}
