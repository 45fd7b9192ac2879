import { expect, test } from 'vitest'
import { maySellerCancel, undoableStep, undoneByMessage } from './order-rules.ts'

test('the seller can cancel an order, unless it awaits payment', () => {
  expect(maySellerCancel('Packing')).toBe(true)
  expect(maySellerCancel('Awaiting payment')).toBe(false)
})

test.each(['Delivered', 'Out for delivery'] as const)('%s can be undone until midnight of the shop', (status) => {
  const at = (moment: string) => ({ status, timeline: [{ status, at: moment }] })
  const now = Date.parse('2026-11-22T05:00:00.000Z')
  // 05:00 in UTC is noon in Bangkok, whose day began at 17:00 the day before.
  expect(undoableStep(at('2026-11-21T17:00:00.000Z'), now)).toBe(status)
  expect(undoableStep(at('2026-11-21T16:59:59.000Z'), now)).toBeUndefined()
  expect(undoableStep({ ...at('2026-11-22T04:00:00.000Z'), status: 'Packing' }, now)).toBeUndefined()
})

test('a delivery whose money was paid out, or whose order costs nothing any more, isn’t offered to be undone', () => {
  const at = '2026-11-22T04:00:00.000Z'
  const now = Date.parse(at)
  const order = (status: 'Delivered' | 'Out for delivery') => ({ status, timeline: [{ status, at }] })
  expect(undoableStep({ ...order('Delivered'), refunded: 0.92, cost: 3.08 }, now)).toBeUndefined()
  expect(undoableStep({ ...order('Delivered'), cost: 0 }, now)).toBeUndefined()
  // Taken off the price, and not paid out yet.
  expect(undoableStep({ ...order('Delivered'), cost: 3.08 }, now)).toBe('Delivered')
  expect(undoableStep({ ...order('Out for delivery'), refunded: 0.92 }, now)).toBe('Out for delivery')
})

test.each([
  ['Order Placed', 'Confirmed'],
  ['Confirmed', 'Packing'],
  ['Packing', 'Out for delivery'],
  ['Out for delivery', 'Delivered'],
] as const)(
  'the message about the step from %s to %s offers to undo it, but not the one about its undoing',
  (from, to) => {
    expect(undoneByMessage(from, to)).toBe(to)
    expect(undoneByMessage(to, from)).toBeUndefined()
  },
)

test('the message about a cancelled or paid order offers nothing to undo', () => {
  expect(undoneByMessage('Packing', 'Cancelled')).toBeUndefined()
  expect(undoneByMessage('Awaiting payment', 'Order Placed')).toBeUndefined()
})
