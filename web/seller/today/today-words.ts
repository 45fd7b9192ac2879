import { counted } from '../../../contract/limits.ts'
import { getLocale, m } from '../../messages/messages.ts'

/** A count that the shop may have stopped at a thousand. */
export function countWords(count: number): string {
  return count >= counted.all ? m.today_thousand() : String(count)
}

/** A day of the shop (YYYY-MM-DD), without a year, and so without the question of which era. */
export function dayWords(day: string, length: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(getLocale() === 'th' ? 'th-TH' : 'en-GB', {
    ...(length === 'long' ? { weekday: 'long', month: 'long' } : { month: 'short' }),
    day: 'numeric',
    // The day is the shop's own; no zone of the browser may make another one of it.
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
