/** The two languages of the shop, as BCP 47 tags. */
export const languages = ['en', 'th'] as const
export type Language = (typeof languages)[number]

/** Returns the locale in which numbers, days and times of a language are formatted. */
export const localeOf = (language: Language): string => (language === 'th' ? 'th-TH' : 'en-GB')

/** Returns whether untrusted input (a cookie, a query, a header) is one of the shop's languages. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'th'
}
