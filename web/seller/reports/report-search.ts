import {
  type ComparablePeriod,
  type Period,
  type PeriodName,
  periodNames,
  periodOf,
  type ReportView,
  reportViews,
} from '../../../contract/reports/report.ts'
import { balanceCentsOf, balanceToWire } from '../../../contract/values/balance.ts'
import { dayAfter, isDay } from '../../../contract/values/day.ts'

/** The parameters in a report's address. `period` is `custom` for a first and a last day. */
export type ReportSearch = Period & { view: ReportView; period: PeriodName | 'custom' }

const defaultPeriod = 'days-30'

/** Returns the report of a query; by default by day, of the last 30 days. */
export function readReportSearch(query: URLSearchParams, today: string): ReportSearch {
  const view = reportViews.find((each) => each === query.get('view')) ?? 'day'
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  if (isDay(from) && isDay(to)) return { view, period: 'custom', from, to }
  const period = periodNames.find((each) => each === query.get('period')) ?? defaultPeriod
  return { view, period, ...periodOf(period, today) }
}

/** Returns the query of a report. A period with a name is stored by it, so that the address stays true tomorrow. */
export function reportSearch({ view, period, from, to }: ReportSearch): string {
  const days: Record<string, string> = period === 'custom' ? { from, to } : { period }
  return `?${new URLSearchParams({ ...days, view })}`
}

/**
 * Returns the period of a report, this week or this month, if it is compared with the same days of the one before;
 * undefined for all other periods.
 */
export const comparedPeriod = ({ period }: Pick<ReportSearch, 'period'>): ComparablePeriod | undefined =>
  period === 'week' || period === 'month' ? period : undefined

/** The most bars of a chart; more days are drawn as weeks. */
const mostBars = 100

/** Returns the values of a chart: of each row or, of very many days, of each seven of them. */
export function barsOf(
  rows: readonly { key: string; net: number }[],
  view: ReportView,
): { key: string; until?: string; net: number }[] {
  if (view !== 'day' || rows.length <= mostBars) return rows.map(({ key, net }) => ({ key, net }))
  const weeks = Array.from({ length: Math.ceil(rows.length / 7) }, (_, index) => rows.slice(index * 7, index * 7 + 7))
  return weeks.map((week) => ({
    key: week[0]?.key ?? '',
    until: dayAfter(week[0]?.key ?? '', week.length - 1),
    net: balanceToWire(week.reduce((sum, { net }) => sum + balanceCentsOf(net), 0)),
  }))
}

/** Returns a change in whole percent; undefined if there is nothing to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? Math.round(((now - before) / before) * 100) : undefined
}
