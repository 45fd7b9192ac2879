import type { WindowTemplate } from '../../../contract/calls/windows.ts'
import { clockText } from '../../../contract/values/clock-text.ts'
import { weekdayName } from '../../../contract/values/day.ts'
import { localeTag } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Returns the short name of an ISO weekday: `Mon`. */
export const shortDayName = (day: number): string => weekdayName(day, localeTag(), 'short')

/** Returns days of the week: `Mon, Tue`. */
export const dayNames = (days: readonly number[]): string => days.map(shortDayName).join(', ')

/** Returns the days of a template: `Every day`, or `Mon, Tue`. */
export function daysText({ days }: Pick<WindowTemplate, 'days'>): string {
  return days.length === weekdays.length ? m.windows_week_every_day() : dayNames(days)
}

/** Returns the hours of a template: `09:00–11:00`. */
export const hoursText = ({ starts, ends }: Pick<WindowTemplate, 'starts' | 'ends'>): string =>
  `${clockText(starts)}–${clockText(ends)}`
