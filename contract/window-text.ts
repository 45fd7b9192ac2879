import { dayIn } from './day.ts'
import type { Language } from './shop.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(language: Language, timeZone: string, part: 'day' | 'time'): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${part}`
  let known = formatters.get(key)
  if (!known) {
    const shown =
      part === 'day'
        ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
        : ({ timeStyle: 'short' } as const)
    known = new Intl.DateTimeFormat(language === 'th' ? 'th-TH' : 'en-GB', { ...shown, timeZone })
    formatters.set(key, known)
  }
  return known
}

type Place = { language: Language; timeZone: string }

/** Returns the hours of a window: `09:00–11:00`. An end at midnight is written 24:00. */
export function windowHours(from: Date, to: Date, { language, timeZone }: Place): string {
  const time = formatter(language, timeZone, 'time')
  const end = time.format(to)
  return `${time.format(from)}–${end === '00:00' ? '24:00' : end}`
}

/** Returns the day of a moment: `Tue 24 Nov`. */
export function windowDay(at: Date, { language, timeZone }: Place): string {
  return formatter(language, timeZone, 'day').format(at)
}

/** Returns the time of day of a moment: `14:06`. */
export function windowTime(at: Date, { language, timeZone }: Place): string {
  return formatter(language, timeZone, 'time').format(at)
}

/** Returns when an order comes: its day and hours; `from` is null for one that is promised until a time. */
export function deliveryText({ from, to }: { from: Date | null; to: Date }, place: Place): string {
  const time = formatter(place.language, place.timeZone, 'time').format(to)
  if (place.language === 'th')
    return from
      ? `${windowDay(from, place)} ${windowHours(from, to, place)} น.`
      : `${windowDay(to, place)} ภายใน ${time} น.`
  return from ? `${windowDay(from, place)}, ${windowHours(from, to, place)}` : `${windowDay(to, place)}, by ${time}`
}

/** Returns about when an order comes and until when it was promised: times, with the day if it is another one. */
export function delayedTo({ about, by }: { about: Date; by: Date }, place: Place): { about: string; was: string } {
  const time = formatter(place.language, place.timeZone, 'time')
  const isSameDay = dayIn(place.timeZone, about) === dayIn(place.timeZone, by)
  const withDay = (at: Date) => (isSameDay ? time.format(at) : `${windowDay(at, place)} ${time.format(at)}`)
  return { about: withDay(about), was: withDay(by) }
}
