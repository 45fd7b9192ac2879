import { expect, test } from 'vitest'
import { paymentStatusLabel } from './payment-status.ts'

const order = { amount: 20, isPaid: true, paymentType: 'Online', status: 'Cancelled' } as const

test('an order whose money hasn’t come back is neither called paid without a word, nor refunded', () => {
  expect(paymentStatusLabel({ ...order, refund: 'due' })).toBe('Paid, refund to come')
  expect(paymentStatusLabel({ ...order, refund: 'needs action' })).toBe('Paid, refund waits for your bank account')
  expect(paymentStatusLabel({ ...order, status: 'Delivered', refund: 'needs action' })).toBe(
    'Paid, refund waits for your bank account',
  )
  expect(paymentStatusLabel({ ...order, refund: 'done' })).toBe('Refunded')
})

test('cash is due until the order is paid or cancelled', () => {
  expect(paymentStatusLabel({ ...order, status: 'Delivered' })).toBe('Paid')
  const unpaid = { amount: 20, isPaid: false, paymentType: 'COD', status: 'Packing' } as const
  expect(paymentStatusLabel(unpaid)).toBe('Pending: pay when it arrives')
  expect(paymentStatusLabel({ ...unpaid, status: 'Delivered' })).toBe('Pending')
  expect(paymentStatusLabel({ ...unpaid, status: 'Cancelled' })).toBe('Nothing to pay')
  expect(paymentStatusLabel({ ...unpaid, amount: 0 })).toBe('Nothing to pay')
  expect(paymentStatusLabel({ ...unpaid, cost: 0 })).toBe('Nothing to pay')
})

test('an order that cost nothing isn’t called paid once it is delivered', () => {
  const delivered = { amount: 20, isPaid: true, paymentType: 'COD', status: 'Delivered' } as const
  expect(paymentStatusLabel({ ...delivered, amount: 0 })).toBe('Nothing to pay')
  expect(paymentStatusLabel({ ...delivered, cost: 0 })).toBe('Nothing to pay')
  expect(paymentStatusLabel({ ...delivered, cost: 5 })).toBe('Paid')
})
