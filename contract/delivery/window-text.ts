import { dayIn } from '../values/day.ts'
import { type Language, localeOf } from '../values/languages.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(language: Language, timeZone: string, part: 'day' | 'time'): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${part}`
  let known = formatters.get(key)
  if (!known) {
    const shown =
      part === 'day'
        ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
        : ({ timeStyle: 'short' } as const)
    known = new Intl.DateTimeFormat(localeOf(language), { ...shown, timeZone })
    formatters.set(key, known)
  }
  return known
}

/** How times are written, and where. */
type TextFormat = { language: Language; timeZone: string }

/** Returns the hours of a window: `09:00–11:00`. */
export function windowHours(from: Date, to: Date, format: TextFormat): string {
  return `${windowTime(from, format)}–${endTime(to, format)}`
}

/** Returns the day of a moment: `Tue 24 Nov`. */
export function windowDay(at: Date, { language, timeZone }: TextFormat): string {
  return formatter(language, timeZone, 'day').format(at)
}

/** Returns the time of day of a moment: `14:06`. */
export function windowTime(at: Date, { language, timeZone }: TextFormat): string {
  return formatter(language, timeZone, 'time').format(at)
}

/** Returns the time of day by which something ends: midnight is 24:00 of the day before. */
export function endTime(at: Date, format: TextFormat): string {
  const time = windowTime(at, format)
  return time === '00:00' ? '24:00' : time
}

/** Returns the time of day of a moment, with its day if that isn't the day of `now`: `14:06` or `Tue 24 Nov 14:06`. */
export function timeFrom(now: Date, at: Date, format: TextFormat): string {
  const time = windowTime(at, format)
  return dayIn(format.timeZone, at) === dayIn(format.timeZone, now) ? time : `${windowDay(at, format)} ${time}`
}

/** Returns the last moment of what ends at a moment: at midnight it belongs to the day before. */
export const lastMoment = (end: Date): Date => new Date(end.getTime() - 1)

/** Returns when an order comes: its day and hours; `from` is null for one that is promised until a time. */
export function deliveryText({ from, to }: { from: Date | null; to: Date }, format: TextFormat): string {
  const day = windowDay(from ?? lastMoment(to), format)
  if (format.language === 'th')
    return from ? `${day} ${windowHours(from, to, format)}\u00a0น.` : `${day} ภายใน ${endTime(to, format)}\u00a0น.`
  return from ? `${day}, ${windowHours(from, to, format)}` : `${day}, by ${endTime(to, format)}`
}

/** Returns about when an order comes and until when it was promised: times, with the day if it is another one. */
export function delayedTo(
  { expectedAt, promisedAt }: { expectedAt: Date; promisedAt: Date },
  format: TextFormat,
): { about: string; was: string } {
  return { about: timeFrom(promisedAt, expectedAt, format), was: timeFrom(expectedAt, promisedAt, format) }
}
