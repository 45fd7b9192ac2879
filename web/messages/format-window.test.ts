import { expect, test } from 'vitest'
import { formatDelivery } from './format-window.ts'

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
