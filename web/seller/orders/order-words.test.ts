import { expect, test } from 'vitest'
import {
  canUndoDelivered,
  formatAge,
  mapLink,
  maySellerCancel,
  paidLabel,
  payLabel,
  refundLabel,
  usualStep,
} from './order-words.ts'

const now = Date.parse('2026-11-22T05:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test('an order’s age is in minutes, then hours, then days', () => {
  expect(
    [0, 0.9, 1, 59.9, 60, 65, 24 * 60 - 1, 24 * 60, 50 * 60].map((minutes) => formatAge(ago(minutes), now)),
  ).toEqual(['under 1 min', 'under 1 min', '1 min', '59 min', '1 h', '1 h 5 min', '23 h 59 min', '1 d', '2 d'])
  // The clock of this machine may be behind the shop's.
  expect(formatAge(ago(-3), now)).toBe('under 1 min')
})

test('cash is due until the order is paid or cancelled', () => {
  expect(payLabel({ isPaid: false, amount: 12.5 }, 'Out for delivery')).toBe('To collect $12.50')
  expect(payLabel({ isPaid: false, amount: 12.5 }, 'Cancelled')).toBe('Nothing to collect')
  expect(payLabel({ isPaid: true, amount: 12.5 }, 'Delivered')).toBe('Paid')
  expect(paidLabel(false, 'Packing')).toBe('Pending, to collect')
  expect(paidLabel(false, 'Cancelled')).toBe('Nothing to collect')
  expect(paidLabel(true, 'Cancelled')).toBe('Paid')
  // It is paid online, so no cash is collected.
  expect(payLabel({ isPaid: false, amount: 12.5 }, 'Awaiting payment')).toBe('Not paid yet')
  expect(paidLabel(false, 'Awaiting payment')).toBe('Not paid yet')
  expect([maySellerCancel('Awaiting payment'), usualStep('Awaiting payment')]).toEqual([false, undefined])
  expect(maySellerCancel('Packing')).toBe(true)
})

test('a partial refund has its amount, a full one is called refunded', () => {
  expect(refundLabel({ amount: 10, refunded: 2.5 })).toBe('Refunded $2.50')
  expect(refundLabel({ amount: 10, refunded: 10, refund: 'done' })).toBe('Refunded')
  expect(refundLabel({ amount: 10, refund: 'due' })).toBe('Refund on its way')
  expect(refundLabel({ amount: 10, refunded: 2.5, refund: 'failed' })).toBe('Refund failed')
  expect(refundLabel({ amount: 10 })).toBeUndefined()
})

test('Delivered can be undone until midnight of the shop', () => {
  const at = (moment: string) => ({
    status: 'Delivered' as const,
    timeline: [{ status: 'Delivered' as const, at: moment }],
  })
  // 05:00 in UTC is noon in Bangkok, whose day began at 17:00 the day before.
  expect(canUndoDelivered(at('2026-11-21T17:00:00.000Z'), now)).toBe(true)
  expect(canUndoDelivered(at('2026-11-21T16:59:59.000Z'), now)).toBe(false)
  expect(canUndoDelivered({ ...at('2026-11-22T04:00:00.000Z'), status: 'Out for delivery' }, now)).toBe(false)
})

test('the map’s URL contains the whole address', () => {
  const address = { firstName: 'A', lastName: 'B', street: '1 Soi 2 & 3', city: 'Bang Rak', state: 'Bangkok' }
  expect(mapLink({ ...address, zipcode: 10500, country: 'Thailand', phone: '1' })).toBe(
    'https://www.google.com/maps/search/?api=1&query=1%20Soi%202%20%26%203%2C%20Bang%20Rak%2C%20Bangkok%2010500%2C%20Thailand',
  )
})
