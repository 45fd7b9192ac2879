import { getLocale } from '../messages/messages.ts'

const tag = () => (getLocale() === 'th' ? 'th-TH' : 'en-GB')

/** A moment as people write it: day and time. */
export function momentWords(iso: string): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

/** The time of a moment that is near. */
export function timeWords(iso: string): string {
  return new Intl.DateTimeFormat(tag(), { timeStyle: 'short' }).format(new Date(iso))
}

/** "in 12 minutes". */
export function minutesAheadWords(minutes: number): string {
  return new Intl.RelativeTimeFormat(tag(), { numeric: 'always' }).format(minutes, 'minute')
}
