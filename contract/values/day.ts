/**
 * Returns whether a text is a day of the calendar, as YYYY-MM-DD, of the years 2000 to 2999. Days are compared and
 * incremented as text: after 9999-12-31 such a loop would never end.
 */
export function isDay(text: string): boolean {
  if (!/^2[0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const dayLength = 86_400_000

/** Returns the day some days later. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10)

/**
 * Returns how many days after a day the other one is; negative if before. Compare days by this, not times by 24 hours:
 * a day on which the clocks change is longer or shorter.
 */
export const daysBetween = (day: string, other: string): number => (Date.parse(other) - Date.parse(day)) / dayLength

/** Returns the name of a day of the week, 1 for Monday, in the language of a locale. */
export function weekdayName(day: number, locale: string, weekday: 'long' | 'short' | 'narrow' = 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of a time zone (an IANA name) at a moment, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  // Its parts, because how a language puts them together differs between versions of browsers.
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}
