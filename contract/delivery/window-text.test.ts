import { expect, test } from 'vitest'
import { deliveryText, windowDay, windowHours } from './window-text.ts'

const bangkok = { language: 'en', timeZone: 'Asia/Bangkok' } as const
const thai = { language: 'th', timeZone: 'Asia/Bangkok' } as const
const nine = new Date('2026-11-24T02:00:00Z')
const eleven = new Date('2026-11-24T04:00:00Z')

test('a window is named by day and hours in the time zone of the shop', () => {
  expect(deliveryText({ from: nine, to: eleven }, bangkok)).toBe('Tue 24 Nov, 09:00–11:00')
  expect(deliveryText({ from: nine, to: eleven }, thai)).toBe('อังคาร 24 พ.ย. 09:00–11:00\u00a0น.')
  expect(windowDay(nine, { language: 'en', timeZone: 'America/New_York' })).toBe('Mon 23 Nov')
})

test('an ASAP order has the time until which it comes', () => {
  expect(deliveryText({ from: null, to: eleven }, bangkok)).toBe('Tue 24 Nov, by 11:00')
  expect(deliveryText({ from: null, to: eleven }, thai)).toBe('อังคาร 24 พ.ย. ภายใน 11:00\u00a0น.')
  // Tonight: by 00:00 of tomorrow would be read as tomorrow night.
  const midnight = new Date('2026-11-24T17:00:00Z')
  expect(deliveryText({ from: null, to: midnight }, bangkok)).toBe('Tue 24 Nov, by 24:00')
  expect(deliveryText({ from: null, to: midnight }, thai)).toBe('อังคาร 24 พ.ย. ภายใน 24:00\u00a0น.')
})

test('a window until midnight ends at 24:00', () => {
  const midnight = new Date('2026-11-24T17:00:00Z')
  expect(windowHours(new Date('2026-11-24T15:00:00Z'), midnight, bangkok)).toBe('22:00–24:00')
})
