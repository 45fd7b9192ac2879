import type { OpenDays } from '../../contract/delivery/opening-hours.ts'
import { weekdayName } from '../../contract/values/day.ts'
import { localeTag } from './format-moment.ts'
import { getLocale, m } from './messages.ts'

/** Returns the hours of some days of the week: `Every day 08:00–20:00`, `Monday–Friday 08:00–12:00, 13:00–20:00`. */
export function openDaysText({ first, last, hours }: OpenDays): string {
  const days =
    first === 1 && last === 7
      ? m.contact_every_day()
      : first === last
        ? dayName(first)
        : `${dayName(first)}–${dayName(last)}`
  return `${days} ${hours.join(', ')}${getLocale() === 'th' ? '\u00a0น.' : ''}`
}

/** Returns the name of a day of the week, 1 for Monday. */
export const dayName = (day: number): string => weekdayName(day, localeTag())
