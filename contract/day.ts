const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the day of a time zone (an IANA name) at a moment, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date = new Date()): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    // Canadian English writes days in ISO 8601.
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(at)
}
