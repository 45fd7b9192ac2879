import { shop } from '../../shop.config.ts'
import { getLocale } from './messages.ts'

/** A day of the shop is the same for whoever reads of it, wherever they are. */
const { timeZone } = shop

const tag = () => (getLocale() === 'th' ? 'th-TH' : 'en-GB')

/** A moment (ISO 8601) as people write it: day and time, by the clock of the shop. */
export function momentWords(iso: string): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** The time of a moment that is near, by the clock of the shop. */
export function timeWords(iso: string): string {
  return new Intl.DateTimeFormat(tag(), { timeStyle: 'short', timeZone }).format(new Date(iso))
}

/** "in 12 minutes". */
export function minutesAheadWords(minutes: number): string {
  return new Intl.RelativeTimeFormat(tag(), { numeric: 'always' }).format(minutes, 'minute')
}
