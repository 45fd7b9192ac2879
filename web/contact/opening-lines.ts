import type { PageSettings } from '../../contract/settings/page-settings.ts'
import { daysBetween } from '../../contract/values/day.ts'
import { localeTag } from '../messages/format-moment.ts'
import { getLocale, m } from '../messages/messages.ts'
import { openDaysText } from '../messages/open-days.ts'

/**
 * Returns the lines about the opening hours: the current hours of delivery; in a shop without them, the owner's words,
 * if there are any.
 */
export function openingLines({
  contact: { hours, hoursTh },
  openDays,
  hiddenSamples,
}: Pick<PageSettings, 'contact' | 'openDays' | 'hiddenSamples'>): string[] {
  if (openDays && openDays.length > 0) return openDays.map(openDaysText)
  if (hiddenSamples.includes('hours')) return []
  const words = getLocale() === 'th' ? (hoursTh ?? hours) : hours
  return words ? [words] : []
}

/**
 * Names days on which the shop is closed, in their order: today and tomorrow each in a line, then the others. All days
 * are YYYY-MM-DD.
 */
export function closedDaysTexts(days: readonly string[], today: string): string[] {
  const formatter = (length: 'long' | 'short') =>
    new Intl.DateTimeFormat(localeTag(), { weekday: length, day: 'numeric', month: length, timeZone: 'UTC' })
  const near = [m.contact_closed_today, m.contact_closed_tomorrow]
  const lines: string[] = []
  const others: string[] = []
  for (const day of days) {
    const date = Date.parse(day)
    const text = near[daysBetween(today, day)]
    if (text) lines.push(text({ day: formatter('long').format(date) }))
    else others.push(formatter('short').format(date))
  }
  return others.length > 0 ? [...lines, m.contact_closed_days({ days: others.join(', ') })] : lines
}
