import { type Language, localeOf } from '../../contract/values/languages.ts'

/** Formats a time as day and time of day in the given time zone. */
export function formatMoment(at: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}
