import { expect, onTestFinished, test, vi } from 'vitest'
import { dayAfter, dayIn, daysBetween } from './day.ts'

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

test('a day of a time zone is written as in ISO 8601, whatever a browser thinks of Canadian English', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'format' as never, 'get')
  format.mockReturnValue((() => '1/2/2026') as never)
  onTestFinished(() => format.mockRestore())
  expect(dayIn('Asia/Tokyo', new Date('2026-01-01T15:00:00Z'))).toBe('2026-01-02')
  expect(dayIn('Pacific/Honolulu', new Date('2026-01-01T09:59:00Z'))).toBe('2025-12-31')
})
