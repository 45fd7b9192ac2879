import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { formatPeriod } from './report-texts.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('the years of a period are those of the language’s calendar, as on all other screens', () => {
  expect(formatPeriod('2026-10-24', '2026-11-22')).toBe('24 Oct – 22 Nov 2026')
  overwriteGetLocale(() => 'th')
  expect(formatPeriod('2026-10-24', '2026-11-22')).toBe('24 ต.ค. – 22 พ.ย. 2569')
})
