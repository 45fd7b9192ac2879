import { expect, test } from 'vitest'
import { periodNames } from '../../../contract/reports/report.ts'
import { barsOf, changeOf, comparedPeriod, readReportSearch, reportSearch } from './report-search.ts'

const today = '2026-11-22'
const read = (query: string) => readReportSearch(new URLSearchParams(query), today)

test('the address has the period, by name or by its days, and the view', () => {
  expect(read('')).toEqual({ view: 'day', period: 'days-30', from: '2026-10-24', to: today })
  const month = read('?period=last-month&view=product')
  expect(month).toEqual({ view: 'product', period: 'last-month', from: '2026-10-01', to: '2026-10-31' })
  expect(read(reportSearch(month))).toEqual(month)
  const days = read('?from=2026-01-01&to=2026-02-01&view=hour')
  expect(days).toEqual({ view: 'hour', period: 'custom', from: '2026-01-01', to: '2026-02-01' })
  expect(read(reportSearch(days))).toEqual(days)
})

test('only this week and this month are compared with the same days of the one before', () => {
  const chosen = periodNames.map((period) => [period, comparedPeriod({ period })])
  expect(chosen.filter(([, same]) => same)).toEqual([
    ['week', 'week'],
    ['month', 'month'],
  ])
  expect(comparedPeriod({ period: 'custom' })).toBeUndefined()
})

test('an address that was typed wrongly shows the last 30 days', () => {
  for (const query of [
    '?period=never&view=nothing',
    '?from=yesterday&to=today',
    '?from=2026-01-01',
    '?from=2026-13-45&to=2026-13-46',
  ])
    expect(read(query)).toMatchObject({ view: 'day', period: 'days-30' })
})

test('draws more than a hundred days as weeks', () => {
  const days = Array.from({ length: 103 }, (_, index) => ({
    key: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    net: 0.1,
  }))
  expect(barsOf(days.slice(0, 100), 'day')).toHaveLength(100)
  const weeks = barsOf(days, 'day')
  expect(weeks).toHaveLength(15)
  expect(weeks[0]).toEqual({ key: '2026-01-01', until: '2026-01-07', net: 0.7 })
  expect(weeks.at(-1)).toEqual({ key: '2026-04-09', until: '2026-04-13', net: 0.5 })
})

test('compares in whole percent, and not with nothing', () => {
  expect(changeOf(120, 100)).toBe(20)
  expect(changeOf(50, 75)).toBe(-33)
  expect(changeOf(50, 0)).toBeUndefined()
})
