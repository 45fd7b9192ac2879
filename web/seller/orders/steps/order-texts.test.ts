import { expect, test } from 'vitest'
import { formatAge, paidLabel, payLabel, payVariant, refundLabel, usualStep } from './order-texts.ts'

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
  expect(paidLabel({ isPaid: false, amount: 12.5 }, 'Packing')).toBe('Pending, to collect')
  expect(paidLabel({ isPaid: false, amount: 12.5 }, 'Cancelled')).toBe('Nothing to collect')
  expect(paidLabel({ isPaid: true, amount: 12.5 }, 'Cancelled')).toBe('Paid')
  // A code or a refund has taken off all of it.
  for (const free of [
    { isPaid: false, amount: 0 },
    {
      isPaid: false,
      amount: 12.5,
      money: { due: 0, received: 0, paidOut: 0, balance: 0, lines: [], refunding: false },
    },
  ]) {
    expect(payLabel(free, 'Out for delivery')).toBe('Nothing to collect')
    expect(paidLabel(free, 'Out for delivery')).toBe('Nothing to collect')
    expect(payVariant(free, 'Out for delivery')).toBe('plain')
  }
  expect(payVariant({ isPaid: false, amount: 12.5 }, 'Out for delivery')).toBe('low')
  // It is paid online, so no cash is collected.
  expect(payLabel({ isPaid: false, amount: 12.5 }, 'Awaiting payment')).toBe('Not paid yet')
  expect(paidLabel({ isPaid: false, amount: 12.5 }, 'Awaiting payment')).toBe('Not paid yet')
  const processing = { isPaid: false, amount: 12.5, processing: true }
  expect(payLabel(processing, 'Awaiting payment')).toBe('Payment being processed')
  expect(paidLabel(processing, 'Awaiting payment')).toBe('Payment being processed')
  expect(payLabel(processing, 'Cancelled')).toBe('Nothing to collect')
  expect(usualStep('Awaiting payment')).toBeUndefined()
})

test('a partial refund has its amount, a full one is called refunded', () => {
  expect(refundLabel({ amount: 10, refunded: 2.5 })).toBe('Refunded $2.50')
  expect(refundLabel({ amount: 10, refunded: 10, refund: 'done' })).toBe('Refunded')
  expect(refundLabel({ amount: 10, refund: 'due' })).toBe('Refund on its way')
  expect(refundLabel({ amount: 10, refunded: 2.5, refund: 'failed' })).toBe('Refund failed')
  expect(refundLabel({ amount: 10, refunded: 2.5, refund: 'waits' })).toBe('Refund waits for the shopper’s account')
  expect(refundLabel({ amount: 10 })).toBeUndefined()
})

test('the row of the payment says what became of money that goes back', () => {
  const paid = { isPaid: true, amount: 10 }
  expect(paidLabel({ ...paid, refund: 'waits', refunded: 10 }, 'Cancelled')).toBe(
    'Paid · Refund waits for the shopper’s account',
  )
  expect(paidLabel({ ...paid, refund: 'due' }, 'Cancelled')).toBe('Paid · Refund on its way')
  expect(paidLabel({ ...paid, refund: 'failed' }, 'Cancelled')).toBe('Paid · Refund failed')
  expect(paidLabel({ ...paid, refunded: 2.5 }, 'Delivered')).toBe('Paid · Refunded $2.50')
  expect(paidLabel({ ...paid, refund: 'done', refunded: 10 }, 'Cancelled')).toBe('Refunded')
})
