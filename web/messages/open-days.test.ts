import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { openDaysText } from './open-days.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('hours that are the same on all seven days are those of every day', () => {
  const daily = { first: 1, last: 7, hours: ['08:00–12:00', '13:00–20:00'] }
  expect(openDaysText(daily)).toBe('Every day 08:00–12:00, 13:00–20:00')
  expect(openDaysText({ first: 1, last: 5, hours: ['08:00–20:00'] })).toBe('Monday–Friday 08:00–20:00')
  expect(openDaysText({ first: 7, last: 7, hours: ['09:00–24:00'] })).toBe('Sunday 09:00–24:00')
  overwriteGetLocale(() => 'th')
  expect(openDaysText(daily)).toBe('ทุกวัน 08:00–12:00, 13:00–20:00\u00a0น.')
  expect(openDaysText({ first: 1, last: 5, hours: ['08:00–20:00'] })).toBe('วันจันทร์–วันศุกร์ 08:00–20:00\u00a0น.')
})
