import { expect, test } from 'vitest'
import { formatAge } from './times.ts'

const now = Date.parse('2026-11-22T05:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test('an order’s age is in minutes, then hours, then days', () => {
  expect(
    [0, 0.9, 1, 59.9, 60, 65, 24 * 60 - 1, 24 * 60, 50 * 60].map((minutes) => formatAge(ago(minutes), now)),
  ).toEqual(['under 1 min', 'under 1 min', '1 min', '59 min', '1 h', '1 h 5 min', '23 h 59 min', '1 d', '2 d'])
  // The clock of this machine may be behind the shop's.
  expect(formatAge(ago(-3), now)).toBe('under 1 min')
})
