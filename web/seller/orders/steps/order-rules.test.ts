import { expect, test } from 'vitest'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { needsConfirmation, paidWhileSending, undoableStep, undoneByMessage } from './order-rules.ts'

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

/** An order of 4.00 whose step was recorded at noon in Bangkok. */
const late = (status: OrderStatus, more: { cost?: number; paidOut?: number; wasCancelled?: true } = {}) => {
  const { cost = 4, paidOut, wasCancelled } = more
  const timeline = [{ status, at: '2026-11-22T05:00:00.000Z' }]
  return { status, timeline, amount: 4, money: { cost }, paidOut, wasCancelled }
}

test.each(['Delivered', 'Out for delivery'] as const)('%s can be undone until midnight of the shop', (status) => {
  const at = (moment: string) => ({ ...late(status), timeline: [{ status, at: moment }] })
  const now = Date.parse('2026-11-22T05:00:00.000Z')
  // 05:00 in UTC is noon in Bangkok, whose day began at 17:00 the day before.
  expect(undoableStep(at('2026-11-21T17:00:00.000Z'), now, true)).toBe(status)
  expect(undoableStep(at('2026-11-21T16:59:59.000Z'), now, true)).toBeUndefined()
  expect(undoableStep({ ...at('2026-11-22T04:00:00.000Z'), status: 'Packing' }, now, true)).toBeUndefined()
  const sent = (sentAt: string) => ({
    ...late(status),
    timeline: [{ status, at: '2026-11-21T16:58:00.000Z', sentAt }],
  })
  expect(undoableStep(sent('2026-11-21T17:05:00.000Z'), now, true)).toBe(status)
  expect(undoableStep(sent('2026-11-21T16:59:59.000Z'), now, true)).toBeUndefined()
})

test('a delivery isn’t offered to be undone after refunds, unless it was cancelled until then', () => {
  const now = Date.parse('2026-11-22T05:00:00.000Z')
  const refunded = { cost: 3.08, paidOut: 0.92 }
  expect(undoableStep(late('Delivered', refunded), now, true)).toBeUndefined()
  expect(undoableStep(late('Delivered', { ...refunded, wasCancelled: true }), now, true)).toBe('Delivered')
  expect(undoableStep(late('Out for delivery', refunded), now, true)).toBe('Out for delivery')
  // Only the delivery fee is left.
  expect(undoableStep(late('Delivered', { cost: 3.08 }), now, false)).toBeUndefined()
  expect(undoableStep(late('Out for delivery', { cost: 3.08 }), now, false)).toBe('Out for delivery')
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
