import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { formatPeriod, labelledBar, rowLabel } from './report-texts.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('the years of a period are those of the language’s calendar, as on all other screens', () => {
  expect(formatPeriod('2026-10-24', '2026-11-22')).toBe('24 Oct – 22 Nov 2026')
  overwriteGetLocale(() => 'th')
  expect(formatPeriod('2026-10-24', '2026-11-22')).toBe('24 ต.ค. – 22 พ.ย. 2569')
})

test('a phone has room for five dates on the axis of a chart, and for the seven days of the week', () => {
  const labels = (view: 'day' | 'hour' | 'weekday' | 'month', count: number) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => labelledBar(view, index, count))
  expect(labels('day', 7)).toEqual([0, 2, 4, 6])
  expect(labels('day', 30)).toEqual([0, 6, 12, 18, 24])
  expect(labels('day', 100)).toEqual([0, 20, 40, 60, 80])
  expect(labels('weekday', 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labels('hour', 24)).toEqual([0, 4, 8, 12, 16, 20])
  expect(labels('month', 12)).toEqual([0, 2, 4, 6, 8, 10])
})

test('a chart has the abbreviations of a Thai calendar for the days of the week', () => {
  const week = () => ['1', '2', '3', '4', '5', '6', '7'].map((key) => rowLabel('weekday', { key }, 'short')).join(' ')
  expect(week()).toBe('Mon Tue Wed Thu Fri Sat Sun')
  overwriteGetLocale(() => 'th')
  expect(week()).toBe('จ อ พ พฤ ศ ส อา')
  expect(rowLabel('weekday', { key: '4' })).toBe('วันพฤหัสบดี')
})
