import { windowDay } from '../../contract/delivery/window-text.ts'
import { dayIn, daysBetween } from '../../contract/values/day.ts'
import { shop } from '../shop.ts'
import { shopNow } from '../shop-clock.ts'
import { formatTime, localeTag } from './format-moment.ts'
import { getLocale, m } from './messages.ts'

/** Formats when the shop opens (ISO 8601): "tomorrow at 08:00", "on Wednesday at 08:00", after a week with the date. */
export function formatOpening(iso: string, now = shopNow()): string {
  const at = new Date(iso)
  const time = formatTime(iso)
  const { timeZone } = shop
  const days = daysBetween(dayIn(timeZone, new Date(now)), dayIn(timeZone, at))
  if (days === 0) return m.windows_opens_today({ time })
  if (days === 1) return m.windows_opens_tomorrow({ time })
  const name =
    days < 7
      ? new Intl.DateTimeFormat(localeTag(), { weekday: 'long', timeZone }).format(at)
      : windowDay(at, { language: getLocale(), timeZone })
  return m.windows_opens_day({ day: name, time })
}
