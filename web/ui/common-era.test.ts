import { expect, test } from 'vitest'
import { inCommonEra } from './common-era.ts'

test.each([
  ['2569-12-05', '2026-12-05'],
  ['2569-11-30T23:59', '2026-11-30T23:59'],
  ['2567-02-29', '2024-02-29'],
  ['2400-01-01', '1857-01-01'],
  ['2399-12-31', '2399-12-31'],
  ['2026-12-05', '2026-12-05'],
  // While the year is typed.
  ['0256-12-05', '0256-12-05'],
  ['25690-12-05', '25690-12-05'],
  ['', ''],
])('%s is %s in the common era', (typed, date) => {
  expect(inCommonEra(typed)).toBe(date)
})
