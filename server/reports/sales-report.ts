import {
  type ComparablePeriod,
  daysOf,
  maxReportDays,
  type Period,
  periodBefore,
  type ReportView,
} from '../../contract/reports/report.ts'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { hasOrdersToBook } from './entry-queries.ts'
import { type Figures, noFigures, plus } from './figures.ts'
import { spansOf } from './product-spans.ts'
import {
  type PaymentTotals,
  paymentTotalsOfPeriod,
  roundedInPeriod,
  type SalesRow,
  salesByKey,
  salesOfTimes,
  sumsOfDayUntil,
  sumsOfPeriod,
} from './sales-queries.ts'

export type SalesReport = {
  period: Period
  before: Period
  /**
   * The time of day at which the last day of `before` ends, if the period's last day is today; otherwise, and at the
   * end of a shorter month, that day is whole.
   */
  beforeUntil: Date | undefined
  sums: Figures
  sumsBefore: Figures
  rows: SalesRow[]
  more: number
  /** The rounding of cash in the period. */
  rounded: number
  /** The money that moved in the period; only with the view `method`. */
  paymentTotals: PaymentTotals[] | undefined
  isComplete: boolean
}

/**
 * Returns the sales of a period and of the one before, grouped by the view, in at most `limit` rows. If the period's
 * last day is today, the last day of the one before ends at the same time of day, so that the two are comparable; it is
 * whole if it ends a month that was too short to have that day.
 *
 * Throws `invalid_form` unless the period is of one day to `maxReportDays`.
 */
export async function salesReport(
  db: Db,
  {
    view,
    from,
    to,
    limit,
    timeZone,
    sameDaysOf,
    now = new Date(),
  }: Period & {
    view: ReportView
    limit: number
    timeZone: string
    /** Compares with the same days of the week or month before; by default with as many days before. */
    sameDaysOf?: ComparablePeriod | undefined
    now?: Date
  },
): Promise<SalesReport> {
  const period = { from, to }
  const days = daysOf(period)
  refuseUnless(days >= 1 && days <= maxReportDays, 'invalid_form', {
    fields: { to: { error: 'period', values: { max: maxReportDays } } },
  })
  const before = periodBefore(period, sameDaysOf)
  const isShorter = sameDaysOf === 'month' && before.to.slice(8) < to.slice(8)
  const endsNow = to === dayIn(timeZone, now) && !isShorter
  const [sums, sumsBefore, { rows, more }, rounded, paymentTotals, isWaiting] = await Promise.all([
    sumsOfPeriod(db, period),
    endsNow ? sumsUntil(db, before, now, timeZone) : sumsOfPeriod(db, before),
    rowsOf(db, view, period, limit),
    roundedInPeriod(db, period, timeZone),
    view === 'method' ? paymentTotalsOfPeriod(db, period, timeZone) : undefined,
    hasOrdersToBook(db),
  ])
  const beforeUntil = endsNow ? now : undefined
  return { period, before, beforeUntil, sums, sumsBefore, rows, more, rounded, paymentTotals, isComplete: !isWaiting }
}

/** Returns the sums of a period whose last day ends at the time of day of `now`. */
async function sumsUntil(db: Db, { from, to }: Period, now: Date, timeZone: string): Promise<Figures> {
  const [days, last] = await Promise.all([
    sumsOfPeriod(db, { from, to: dayAfter(to, -1) }),
    sumsOfDayUntil(db, to, now, timeZone),
  ])
  return plus(days, last)
}

async function rowsOf(db: Db, view: ReportView, period: Period, limit: number) {
  if (view !== 'day' && view !== 'month' && view !== 'weekday' && view !== 'hour')
    return salesByKey(db, view, { period, spans: spansOf(period), limit })
  const found = new Map((await salesOfTimes(db, view, period)).map((row) => [row.key, row]))
  const rows = timesOf(view, period).map((key) => found.get(key) ?? { ...noFigures, key, name: null, nameTh: null })
  return { rows, more: 0 }
}

/** Returns the keys of all rows of a view whose rows are times. */
function timesOf(view: 'day' | 'month' | 'weekday' | 'hour', { from, to }: Period): string[] {
  if (view === 'weekday') return ['1', '2', '3', '4', '5', '6', '7']
  if (view === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour))
  const days = Array.from({ length: daysOf({ from, to }) }, (_, index) => dayAfter(from, index))
  return view === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))]
}
