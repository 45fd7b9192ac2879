import { localeOf } from '../../contract/values/languages.ts'
import { shop } from '../shop.ts'
import { getLocale } from './messages.ts'

/** Returns the language tag by which `Intl` formats dates on a page. */
export const localeTag = (): string => localeOf(getLocale())

/** Formats a time (ISO 8601) as day and time, in the shop's time zone whatever the browser's is. */
export function formatMoment(iso: string): string {
  const { timeZone } = shop
  return new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  )
}

/** Formats the day of a time (ISO 8601) without its year. */
export function formatShortDay(iso: string): string {
  const { timeZone } = shop
  return new Intl.DateTimeFormat(localeTag(), { day: 'numeric', month: 'short', timeZone }).format(new Date(iso))
}

/** Formats a day of the shop (YYYY-MM-DD); the browser's time zone doesn't shift it. */
export function formatDate(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeTag(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** Formats the time of day of a time (ISO 8601), in the shop's time zone. */
export function formatTime(iso: string): string {
  const { timeZone } = shop
  return new Intl.DateTimeFormat(localeTag(), { timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** Formats a number of minutes from now: "in 12 minutes". */
export function formatMinutesAhead(minutes: number): string {
  return new Intl.RelativeTimeFormat(localeTag(), { numeric: 'always' }).format(minutes, 'minute')
}
