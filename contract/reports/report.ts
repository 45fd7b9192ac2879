import { dayAfter, daysBetween, isDay } from '../values/day.ts'

/* What reports can show, and the periods that they are about. Days are the shop's, as YYYY-MM-DD. */

export const reportViews = [
  'day',
  'month',
  'weekday',
  'hour',
  'product',
  'category',
  'method',
  'rate',
  'promotion',
] as const
export type ReportView = (typeof reportViews)[number]

/** The longest period of a report, in days. */
export const maxReportDays = 400
/** The rows of a report on a screen; more are only counted. A file has up to `maxReportLines`. */
export const maxReportRows = 100
export const maxReportLines = 10_000

/** The path of a report as CSV, with the query of the call. */
export const reportCsvPath = '/api/report/sales.csv'

/** The keys of what isn't a product: the delivery fee, and refunds of an amount. */
export const deliveryKey = 'delivery'
export const amountKey = 'amount'

/** From a day to a day, both among it. */
export type Period = { from: string; to: string }

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns how many days a period has; NaN unless both are days that `isDay` knows. */
export function daysOf({ from, to }: Period): number {
  return isDay(from) && isDay(to) ? daysBetween(from, to) + 1 : Number.NaN
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const lastOfMonth = (day: string) => dayAfter(firstOfMonth(dayAfter(firstOfMonth(day), 31)), -1)

/** The periods that are compared, while they aren't over, with the same days of the period before. */
export const comparablePeriods = ['week', 'month'] as const
export type ComparablePeriod = (typeof comparablePeriods)[number]

/** Returns the same day of the month before, or its last day if it is shorter. */
function monthBefore(day: string): string {
  const last = dayAfter(firstOfMonth(day), -1)
  const same = `${last.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/**
 * Returns the period before: the same days of the week or month before if asked for, else the same number of days, and
 * before a whole month the whole month.
 */
export function periodBefore({ from, to }: Period, same?: ComparablePeriod): Period {
  if (same === 'week') return { from: dayAfter(from, -7), to: dayAfter(to, -7) }
  if (same === 'month') return { from: monthBefore(from), to: monthBefore(to) }
  const last = dayAfter(from, -1)
  const isMonth = from === firstOfMonth(from) && to === lastOfMonth(from)
  return { from: isMonth ? firstOfMonth(last) : dayAfter(from, -daysOf({ from, to })), to: last }
}

/** The periods that can be chosen by name. Weeks begin on Monday. */
export const periodNames = ['today', 'yesterday', 'week', 'days-7', 'days-30', 'month', 'last-month'] as const
export type PeriodName = (typeof periodNames)[number]

/** Returns a period by its name, on a day. Those that aren't over end with that day. */
export function periodOf(name: PeriodName, today: string): Period {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) }
    case 'week':
      return { from: dayAfter(today, -((new Date(utc(today)).getUTCDay() + 6) % 7)), to: today }
    case 'days-7':
      return { from: dayAfter(today, -6), to: today }
    case 'days-30':
      return { from: dayAfter(today, -29), to: today }
    case 'month':
      return { from: firstOfMonth(today), to: today }
    case 'last-month':
      return periodBefore({ from: firstOfMonth(today), to: lastOfMonth(today) })
  }
}
