import { afterEach, expect, onTestFinished, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { setShop, shop } from '../shop.ts'
import { formatOpening } from './format-opening.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

// The sample shop's time zone is that of Bangkok; 2026-11-22 is a Sunday.
const at = (text: string) => new Date(`${text}:00+07:00`).toISOString()
const saturdayNight = Date.parse('2026-11-21T23:30:00+07:00')
const said = (text: string) => formatOpening(at(text), saturdayNight)

test('says the day of an opening by the shop’s calendar: today, tomorrow, its weekday, and after a week its date', () => {
  expect(said('2026-11-21T23:45')).toBe('today at 23:45')
  expect(said('2026-11-22T08:00')).toBe('tomorrow at 08:00')
  expect(said('2026-11-23T08:00')).toBe('on Monday at 08:00')
  expect(said('2026-11-27T08:00')).toBe('on Friday at 08:00')
  expect(said('2026-11-28T08:00')).toBe('on Sat 28 Nov at 08:00')
})

test('says it in Thai', () => {
  overwriteGetLocale(() => 'th')
  expect(said('2026-11-22T08:00')).toBe('พรุ่งนี้ เวลา 08:00\u00a0น.')
  expect(said('2026-11-25T08:00')).toBe('วันพุธ เวลา 08:00\u00a0น.')
})

test('says tomorrow for the next day also before the clocks change', () => {
  const before = shop
  onTestFinished(() => setShop(before))
  setShop({ ...shop, timeZone: 'Europe/Berlin' })
  const late = Date.parse('2026-03-28T23:30:00+01:00')
  expect(formatOpening('2026-03-29T09:00:00+02:00', late)).toBe('tomorrow at 09:00')
  expect(formatOpening('2026-03-30T09:00:00+02:00', late)).toBe('on Monday at 09:00')
})
