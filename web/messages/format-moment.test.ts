import { afterEach, expect, test, vi } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { formatMoment, formatTime } from './format-moment.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  overwriteGetLocale(() => 'en')
})

test('times are in the shop’s time zone, wherever the browser is', () => {
  const late = '2026-11-20T18:30:00Z'
  for (const zone of ['America/New_York', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', zone)
    expect(formatMoment(late)).toBe('21 Nov 2026, 01:30')
    expect(formatTime(late)).toBe('01:30')
  }
  overwriteGetLocale(() => 'th')
  expect(formatMoment(late)).toBe('21 พ.ย. 2569 01:30')
})
