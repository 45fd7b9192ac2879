import type { PeriodName, ReportView } from '../../../contract/reports/report.ts'
import { type NamedRow, rowName } from '../../../contract/reports/row-name.ts'
import { weekdayName } from '../../../contract/values/day.ts'
import { formatDate, localeTag } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

export const periodLabels: Record<PeriodName | 'custom', () => string> = {
  today: m.reports_period_today,
  yesterday: m.reports_period_yesterday,
  week: m.reports_period_week,
  'days-7': m.reports_period_days_7,
  'days-30': m.reports_period_days_30,
  month: m.reports_period_month,
  'last-month': m.reports_period_last_month,
  custom: m.reports_period_custom,
}

export const viewLabels: Record<ReportView, () => string> = {
  day: m.reports_view_day,
  month: m.reports_view_month,
  weekday: m.reports_view_weekday,
  hour: m.reports_view_hour,
  product: m.reports_view_product,
  category: m.reports_view_category,
  method: m.reports_view_method,
  rate: m.reports_view_rate,
  promotion: m.reports_view_promotion,
}

/** Formats a period: "24 Oct – 22 Nov 2026". */
export function formatPeriod(from: string, to: string): string {
  const long: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
  if (from === to) return formatDate(from, { ...long, weekday: 'short' })
  const first = from.slice(0, 4) === to.slice(0, 4) ? ({ day: 'numeric', month: 'short' } as const) : long
  return `${formatDate(from, first)} – ${formatDate(to, long)}`
}

/** Returns whether a bar of a chart has a label on the axis: a phone has room for five dates, or seven short words. */
export function labelledBar(view: ReportView, index: number, count: number): boolean {
  return index % Math.ceil(count / (view === 'day' ? 5 : 7)) === 0
}

/** Returns the name of a row. `length` is short on the axis of a chart. */
export function rowLabel(
  view: ReportView,
  row: NamedRow & { until?: string },
  length: 'short' | 'long' = 'long',
): string {
  const { key, until } = row
  switch (view) {
    case 'day':
      if (until && length === 'long') return formatPeriod(key, until)
      return formatDate(
        key,
        length === 'long' ? { weekday: 'short', day: 'numeric', month: 'short' } : { day: 'numeric', month: 'short' },
      )
    case 'month':
      return formatDate(`${key}-01`, length === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' })
    case 'hour':
      return length === 'short' ? key : `${key.padStart(2, '0')}:00 – ${key.padStart(2, '0')}:59`
    default:
      if (view === 'weekday' && length === 'short')
        return weekdayName(Number(key), localeTag(), getLocale() === 'th' ? 'narrow' : 'short')
      return rowName(view, row, { language: getLocale(), categories: shop.categories })
  }
}
