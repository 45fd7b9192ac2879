import type { PageSettings } from '../../contract/settings/page-settings.ts'
import { getLocale, m } from '../messages/messages.ts'
import { openDaysText } from '../messages/open-days.ts'

/**
 * Returns the lines about the opening hours: the current hours of delivery; in a shop without them, the owner's words,
 * if there are any.
 */
export function openingLines({
  contact: { hours, hoursTh },
  openDays,
}: Pick<PageSettings, 'contact' | 'openDays'>): string[] {
  if (openDays && openDays.length > 0) return openDays.map(openDaysText)
  const words = getLocale() === 'th' ? (hoursTh ?? hours) : hours
  return words ? [words] : []
}

/** Names days, as YYYY-MM-DD, on which the shop is closed: `Closed on Thu 26 Nov, Fri 27 Nov`. */
export function closedDaysText(days: readonly string[]): string {
  const tag = getLocale() === 'th' ? 'th-TH' : 'en-GB'
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  return m.contact_closed_days({ days: days.map((day) => format.format(Date.parse(day))).join(', ') })
}
