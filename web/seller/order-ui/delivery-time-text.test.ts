import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { deliveryTimeText } from './delivery-time-text.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

// 15:00 on Monday in Bangkok.
const now = new Date('2026-11-23T08:00:00Z')
const window = (day: number) => ({ from: `2026-11-${day}T06:00:00Z`, promisedAt: `2026-11-${day}T08:00:00Z` })

test('what is due today has its hours, and what isn’t its day, too', () => {
  expect(deliveryTimeText(window(23), now)).toBe('13:00–15:00')
  expect(deliveryTimeText(window(24), now)).toBe('Tue 24 Nov, 13:00–15:00')
  expect(deliveryTimeText(window(22), now)).toBe('Sun 22 Nov, 13:00–15:00')
  expect(deliveryTimeText({ promisedAt: '2026-11-23T08:09:00Z' }, now)).toBe('by 15:09')
  // Half an hour after midnight in Bangkok.
  expect(deliveryTimeText({ promisedAt: '2026-11-23T17:30:00Z' }, now)).toBe('Tue 24 Nov, by 00:30')
  expect(deliveryTimeText({ promisedAt: '2026-11-23T17:00:00Z' }, now)).toBe('by 24:00')
  expect(deliveryTimeText({}, now)).toBeUndefined()
  overwriteGetLocale(() => 'th')
  expect(deliveryTimeText(window(24), now)).toBe('อังคาร 24 พ.ย. 13:00–15:00\u00a0น.')
  expect(deliveryTimeText({ promisedAt: '2026-11-23T17:30:00Z' }, now)).toBe('อังคาร 24 พ.ย. ภายใน 00:30\u00a0น.')
})
