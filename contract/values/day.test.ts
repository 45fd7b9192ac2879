import { expect, test } from 'vitest'
import { dayAfter, daysBetween } from './day.ts'

test.each([
  ['2026-03-28', '2026-03-28', 0],
  ['2026-03-28', '2026-03-30', 2],
  ['2026-03-30', '2026-03-28', -2],
  ['2025-12-31', '2026-01-01', 1],
  ['2028-02-28', '2028-03-01', 2],
])('from %s to %s are %i days', (first, last, days) => {
  expect(daysBetween(first, last)).toBe(days)
  expect(dayAfter(first, days)).toBe(last)
})
