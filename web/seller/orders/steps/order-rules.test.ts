import { expect, test } from 'vitest'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import {
  maySellerCancel,
  mayTakeOff,
  needsConfirmation,
  paidWhileSending,
  undoableStep,
  undoneByMessage,
} from './order-rules.ts'

test('the seller can cancel an order until it is delivered, but not while its slip waits', () => {
  expect(maySellerCancel('Packing', undefined)).toBe(true)
  expect(maySellerCancel('Awaiting payment', undefined)).toBe(true)
  expect(maySellerCancel('Awaiting payment', 'rejected')).toBe(true)
  expect(maySellerCancel('Awaiting payment', 'waiting')).toBe(false)
  expect(maySellerCancel('Delivered', undefined)).toBe(false)
})

test('the price of an order can be lowered once it is placed, and until it is cancelled', () => {
  expect(['Order Placed', 'Out for delivery', 'Delivered'].every((status) => mayTakeOff(status as OrderStatus))).toBe(
    true,
  )
  expect([mayTakeOff('Awaiting payment'), mayTakeOff('Cancelled')]).toEqual([false, false])
})

test('a seller is asked before a delivery, and before an order goes out that was refused or is for a later day', () => {
  // Noon in Bangkok.
  const now = new Date('2026-11-22T05:00:00Z')
  const of = (from?: string) => ({ delivery: { fee: 0, from } })
  expect(needsConfirmation('Delivered', of(), now)).toBe(true)
  expect(needsConfirmation('Out for delivery', of(), now)).toBe(false)
  expect(needsConfirmation('Out for delivery', of('2026-11-22T10:00:00Z'), now)).toBe(false)
  expect(needsConfirmation('Out for delivery', of('2026-11-22T17:00:00Z'), now)).toBe(true)
  const failedAttempt = { at: '2026-11-22T04:00:00Z', reason: 'refused', back: true } as const
  expect(needsConfirmation('Out for delivery', { failedAttempt }, now)).toBe(true)
  expect(needsConfirmation('Out for delivery', { failedAttempt: { ...failedAttempt, reason: 'no_answer' } }, now)).toBe(
    false,
  )
  for (const step of ['Packing', undefined] as const)
    expect(needsConfirmation(step, of('2026-11-30T10:00:00Z'), now)).toBe(false)
})

test.each(['Delivered', 'Out for delivery'] as const)('%s can be undone until midnight of the shop', (status) => {
  const at = (moment: string) => ({ status, timeline: [{ status, at: moment }] })
  const now = Date.parse('2026-11-22T05:00:00.000Z')
  // 05:00 in UTC is noon in Bangkok, whose day began at 17:00 the day before.
  expect(undoableStep(at('2026-11-21T17:00:00.000Z'), now, true)).toBe(status)
  expect(undoableStep(at('2026-11-21T16:59:59.000Z'), now, true)).toBeUndefined()
  expect(undoableStep({ ...at('2026-11-22T04:00:00.000Z'), status: 'Packing' }, now, true)).toBeUndefined()
  const sent = (sentAt: string) => ({ status, timeline: [{ status, at: '2026-11-21T16:58:00.000Z', sentAt }] })
  expect(undoableStep(sent('2026-11-21T17:05:00.000Z'), now, true)).toBe(status)
  expect(undoableStep(sent('2026-11-21T16:59:59.000Z'), now, true)).toBeUndefined()
})

test('a delivery whose money was paid out, or whose order costs nothing any more, isn’t offered to be undone', () => {
  const at = '2026-11-22T04:00:00.000Z'
  const now = Date.parse(at)
  const order = (status: 'Delivered' | 'Out for delivery') => ({ status, timeline: [{ status, at }] })
  expect(undoableStep({ ...order('Delivered'), refunded: 0.92, cost: 3.08 }, now, true)).toBeUndefined()
  expect(undoableStep({ ...order('Delivered'), cost: 0 }, now, true)).toBeUndefined()
  // Taken off the price, and not paid out yet.
  expect(undoableStep({ ...order('Delivered'), cost: 3.08 }, now, true)).toBe('Delivered')
  expect(undoableStep({ ...order('Out for delivery'), refunded: 0.92 }, now, true)).toBe('Out for delivery')
  // Only the delivery fee is left.
  expect(undoableStep({ ...order('Delivered'), cost: 3.08 }, now, false)).toBeUndefined()
  expect(undoableStep({ ...order('Out for delivery'), cost: 3.08 }, now, false)).toBe('Out for delivery')
})

test('a delivery of an order that was cancelled until then can be undone, also if its money was paid out', () => {
  const at = '2026-11-22T04:00:00.000Z'
  const step = (undoneAt: string) => ({ status: 'Cancelled' as const, at: '2026-11-22T03:00:00.000Z', undoneAt })
  const order = (undoneAt: string) => ({
    status: 'Delivered' as const,
    timeline: [{ status: 'Delivered' as const, at }],
    undone: [{ ...step(undoneAt), undoneBy: 'rider@shop.example' }],
    refunded: 3.08,
    cost: 0,
  })
  expect(undoableStep(order(at), Date.parse(at), true)).toBe('Delivered')
  expect(undoableStep(order('2026-11-22T03:30:00.000Z'), Date.parse(at), true)).toBeUndefined()
  // Its rider's phone had no connection: the shop learned of the delivery, and took the cancelling back, later.
  const sentAt = '2026-11-22T04:09:00.000Z'
  const late = { ...order(sentAt), timeline: [{ status: 'Delivered' as const, at, sentAt }] }
  expect(undoableStep(late, Date.parse(at), true)).toBe('Delivered')
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

test.each([
  ['a cash order that is confirmed', 'COD', 'Order Placed', 'Confirmed', false, false],
  ['a cash order whose confirmation is undone', 'COD', 'Confirmed', 'Order Placed', false, false],
  ['a cash order that is sent out', 'COD', 'Packing', 'Out for delivery', false, false],
  ['a cash order that is sent out, paid before', 'COD', 'Packing', 'Out for delivery', true, true],
  ['a cash order that is delivered', 'COD', 'Out for delivery', 'Delivered', false, true],
  ['a cash order whose delivery is undone', 'COD', 'Delivered', 'Out for delivery', true, false],
  ['a cash order that isn’t sending', 'COD', 'Out for delivery', undefined, false, false],
  ['a PromptPay order whose money has arrived', 'PromptPay', 'Awaiting payment', 'Order Placed', false, true],
  ['a PromptPay order whose confirmation is undone', 'PromptPay', 'Confirmed', 'Order Placed', true, true],
  ['an online order that is sent out', 'Online', 'Packing', 'Out for delivery', true, true],
  ['an online order whose delivery is undone', 'Online', 'Delivered', 'Out for delivery', true, true],
  ['an online order that isn’t sending', 'Online', 'Packing', undefined, true, true],
] as const)('while a step is sent: %s', (_, paymentType, status, sending, isPaid, shown) => {
  expect(paidWhileSending({ paymentType, status, isPaid }, sending)).toBe(shown)
})
