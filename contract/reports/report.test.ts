import { expect, test } from 'vitest'
import { daysOf, periodBefore, periodOf } from './report.ts'

test.each([
  ['today', '2026-11-22', '2026-11-22'],
  ['yesterday', '2026-11-21', '2026-11-21'],
  // A Sunday: the week began on Monday the 16th.
  ['week', '2026-11-16', '2026-11-22'],
  ['days-7', '2026-11-16', '2026-11-22'],
  ['days-30', '2026-10-24', '2026-11-22'],
  ['month', '2026-11-01', '2026-11-22'],
  ['last-month', '2026-10-01', '2026-10-31'],
] as const)('the period %s', (name, from, to) => {
  expect(periodOf(name, '2026-11-22')).toEqual({ from, to })
})

test('last month is right in January and in March', () => {
  expect(periodOf('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodOf('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('the period before has as many days, and is the month before if the period is a whole month', () => {
  expect(periodBefore({ from: '2026-11-16', to: '2026-11-22' })).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodBefore({ from: '2026-11-01', to: '2026-11-22' })).toEqual({ from: '2026-10-10', to: '2026-10-31' })
})

test.each([
  // A Monday, a Friday and a Sunday.
  ['week', '2026-11-16', '2026-11-16', '2026-11-09', '2026-11-09'],
  ['week', '2026-11-16', '2026-11-20', '2026-11-09', '2026-11-13'],
  ['week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['month', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
  ['month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-30'],
  // February and November are shorter, and January is of another year.
  ['month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['month', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
  ['month', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
] as const)('the same days of the %s before, from %s to %s', (compared, from, to, fromBefore, toBefore) => {
  expect(periodBefore({ from, to }, compared)).toEqual({ from: fromBefore, to: toBefore })
})

test('counts the days of a period, and knows what is no day', () => {
  expect(daysOf({ from: '2026-11-22', to: '2026-11-22' })).toBe(1)
  expect(daysOf({ from: '2026-11-22', to: '2026-11-21' })).toBe(0)
  for (const day of [
    '2026-02-30',
    '2026-13-01',
    '22.11.2026',
    '',
    '9999-12-31',
    '10000-01-01',
    '0000-01-01',
    '1999-12-31',
  ])
    expect(daysOf({ from: day, to: '2026-11-22' })).toBeNaN()
})
