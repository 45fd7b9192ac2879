import { shop } from '../shop.ts'
import { getLocale } from './messages.ts'

const tag = () => (getLocale() === 'th' ? 'th-TH' : 'en-GB')

/** Returns a time (ISO 8601) in words: day and time, in the shop's time zone wherever it is read. */
export function momentWords(iso: string): string {
  const { timeZone } = shop
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** Returns the time of day of a time, in the shop's time zone. */
export function timeWords(iso: string): string {
  const { timeZone } = shop
  return new Intl.DateTimeFormat(tag(), { timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** "in 12 minutes". */
export function minutesAheadWords(minutes: number): string {
  return new Intl.RelativeTimeFormat(tag(), { numeric: 'always' }).format(minutes, 'minute')
}
