import { expect, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { leftOf, paidOf, restRefunded, returnedPart, waitingRefund } from './paid-sums.ts'

const order = { status: 'Order Placed', isPaid: true, amount: 317.1 } as Order
const refunds = [49.89, 9.98, 50.01].map((amount) => ({ at: '2026-11-22T09:00:00Z', amount, reason: 'late' }))

test('what was paid is the price, before what was or will be refunded', () => {
  expect(paidOf(order)).toBe(317.1)
  expect(paidOf({ ...order, cost: 207.22, owed: 109.88 })).toBe(317.1)
  expect(paidOf({ ...order, cost: 207.22, paidOut: 59.87, owed: 50.01 })).toBe(317.1)
  // Cash is paid in coins.
  expect(paidOf({ ...order, rounded: 0.1 })).toBe(317)
  expect(paidOf({ ...order, cost: 207.22, rounded: 0.22, owed: 110 })).toBe(317)
  // Taken off before it was paid.
  expect(paidOf({ ...order, cost: 207.22 })).toBe(207.22)
})

test('cancelling gives back what was paid, less what was refunded before', () => {
  expect(leftOf(order)).toBe(317.1)
  expect(leftOf({ ...order, cost: 207.22, paidOut: 109.88 })).toBe(207.22)
  // Taken off, and not paid out yet.
  expect(leftOf({ ...order, cost: 207.22, owed: 109.88 })).toBe(317.1)
  expect(leftOf({ ...order, cost: 0, paidOut: 317.1 })).toBe(0)
  expect(leftOf({ ...order, rounded: 0.1 })).toBe(317)
})

test('a cancelled order that was paid is refunded the rest, too', () => {
  expect(restRefunded({ ...order, status: 'Cancelled', refunds })).toBe(207.22)
  expect(restRefunded({ ...order, status: 'Cancelled' })).toBe(317.1)
  expect(restRefunded({ ...order, status: 'Cancelled', isPaid: false })).toBe(0)
  expect(restRefunded({ ...order, refunds })).toBe(0)
})

test('the sum of a refund that waits is known only if it was the only one', () => {
  expect(waitingRefund({ ...order, paidOut: 49.89, owed: 20, refunds: refunds.slice(0, 1) })).toBe(49.89)
  expect(waitingRefund({ ...order, status: 'Cancelled', paidOut: 317.1 })).toBe(317.1)
  expect(waitingRefund({ ...order, paidOut: 59.87, refunds: refunds.slice(0, 2) })).toBeUndefined()
  expect(waitingRefund({ ...order, status: 'Cancelled', paidOut: 317.1, refunds })).toBeUndefined()
})

test('a part that was returned is named, also while another is to come', () => {
  const part = (more: Partial<Order>) => returnedPart({ ...order, status: 'Delivered', cost: 267.21, ...more })
  expect(part({ paidOut: 49.89 })).toBe(49.89)
  expect(part({ refund: 'due', paidOut: 49.89, owed: 9.98 })).toBe(49.89)
  expect(part({ status: 'Cancelled', refund: 'due', paidOut: 49.89, owed: 267.21 })).toBe(49.89)
  expect(part({ refund: 'due', owed: 49.89 })).toBeUndefined()
  // Its outcome says these: all was returned, or a bank account is missing.
  expect(part({ status: 'Cancelled', refund: 'done', paidOut: 317.1 })).toBeUndefined()
  expect(part({ refund: 'needs action', paidOut: 49.89 })).toBeUndefined()
})
