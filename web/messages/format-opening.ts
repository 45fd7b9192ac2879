import { windowDay } from '../../contract/delivery/window-text.ts'
import { dayIn } from '../../contract/values/day.ts'
import { shop } from '../shop.ts'
import { formatTime, localeTag } from './format-moment.ts'
import { getLocale, m } from './messages.ts'

const day = 24 * 3_600_000

/** Formats when the shop opens (ISO 8601): "tomorrow at 08:00", "on Wednesday at 08:00", after a week with the date. */
export function formatOpening(iso: string, now = Date.now()): string {
  const at = new Date(iso)
  const time = formatTime(iso)
  const { timeZone } = shop
  // The difference of two dates: a day on which the clocks change is not as long as others.
  const days = (Date.parse(dayIn(timeZone, at)) - Date.parse(dayIn(timeZone, new Date(now)))) / day
  if (days === 0) return m.windows_opens_today({ time })
  if (days === 1) return m.windows_opens_tomorrow({ time })
  const name =
    days < 7
      ? new Intl.DateTimeFormat(localeTag(), { weekday: 'long', timeZone }).format(at)
      : windowDay(at, { language: getLocale(), timeZone })
  return m.windows_opens_day({ day: name, time })
}
