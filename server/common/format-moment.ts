import type { Language } from '../../contract/values/languages.ts'

/** Returns the locale in which numbers, days and times of a language are formatted. */
export const localeOf = (language: Language): string => (language === 'th' ? 'th-TH' : 'en-GB')

/** Formats a time as day and time of day in the given time zone. */
export function formatMoment(at: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}
