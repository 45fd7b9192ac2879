import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { formatDay } from './format-today.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('a day has no year, and doesn’t depend on the browser’s time zone', () => {
  expect(formatDay('2026-11-01')).toBe('1 Nov')
  expect(formatDay('2026-11-01', 'long')).toBe('Sunday 1 November')
  overwriteGetLocale(() => 'th')
  expect(formatDay('2026-11-01')).toBe('1 พ.ย.')
  expect(formatDay('2026-11-01', 'long')).toBe('วันอาทิตย์ที่ 1 พฤศจิกายน')
})
