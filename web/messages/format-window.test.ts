import { expect, onTestFinished, test } from 'vitest'
import { setShop, shop } from '../shop.ts'
import { formatDelivery, formatWindowDay } from './format-window.ts'

const delivery = { fee: 0, asap: true as const, promisedAt: '2026-11-24T07:52:00.000Z' }
const createdAt = '2026-11-24T07:00:20.000Z'

test('an ASAP order that isn’t paid has minutes, and no time of day', () => {
  expect(formatDelivery({ createdAt, delivery, status: 'Awaiting payment' })).toBe(
    'within 52 minutes after the payment is confirmed',
  )
  expect(formatDelivery({ createdAt, delivery, status: 'Order Placed' })).toContain('14:52')
})

test('one in a delivery window has its hours, paid or not', () => {
  const booked = { ...delivery, asap: undefined, window: 'a', from: '2026-11-24T06:00:00.000Z' }
  expect(formatDelivery({ createdAt, delivery: booked, status: 'Awaiting payment' })).toContain('13:00–14:52')
})

test('one without a delivery time has none', () => {
  expect(formatDelivery({ createdAt, delivery: undefined, status: 'Order Placed' })).toBeUndefined()
})

test('a cancelled one has no time to meet', () => {
  const booked = { ...delivery, asap: undefined, window: 'a', from: '2026-11-24T06:00:00.000Z' }
  for (const each of [delivery, booked])
    expect(formatDelivery({ createdAt, delivery: each, status: 'Cancelled' })).toBeUndefined()
})

test('the day of a window is today’s or tomorrow’s by the shop’s calendar, also before the clocks change', () => {
  const before = shop
  onTestFinished(() => setShop(before))
  setShop({ ...shop, timeZone: 'Europe/Berlin' })
  const late = Date.parse('2026-03-28T23:30:00+01:00')
  expect(formatWindowDay('2026-03-28T23:45:00+01:00', late)).toBe('Today · Sat 28 Mar')
  expect(formatWindowDay('2026-03-29T09:00:00+02:00', late)).toBe('Tomorrow · Sun 29 Mar')
  expect(formatWindowDay('2026-03-30T09:00:00+02:00', late)).toBe('Mon 30 Mar')
  const early = Date.parse('2026-10-25T00:30:00+02:00')
  expect(formatWindowDay('2026-10-25T09:00:00+01:00', early)).toBe('Today · Sun 25 Oct')
  expect(formatWindowDay('2026-10-26T09:00:00+01:00', early)).toBe('Tomorrow · Mon 26 Oct')
})
