import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../contract/order-status.ts'
import { endsWithRefund, type PaymentState, paymentStates, type Step, stepAfter } from './payment-steps.ts'

// Written out by hand: what each kind of notification does to a payment in each state, while its order awaits payment
// and after it doesn't any more.
const awaiting: Record<PaymentState, [paid: Step, failed: Step, expired: Step, refunded: Step]> = {
  opening: ['settle', 'cancel', 'cancel', 'refunded'],
  open: ['settle', 'cancel', 'cancel', 'refunded'],
  failed: ['settle', 'cancel', 'cancel', 'refunded'],
  expired: ['settle', 'cancel', 'cancel', 'refunded'],
  paid: ['nothing', 'nothing', 'nothing', 'refunded'],
  'refund due': ['nothing', 'nothing', 'nothing', 'refunded'],
  refunded: ['nothing', 'nothing', 'nothing', 'nothing'],
}
const later: typeof awaiting = {
  opening: ['owe back', 'nothing', 'nothing', 'refunded'],
  open: ['owe back', 'nothing', 'nothing', 'refunded'],
  failed: ['owe back', 'nothing', 'nothing', 'refunded'],
  expired: ['owe back', 'nothing', 'nothing', 'refunded'],
  paid: ['nothing', 'nothing', 'nothing', 'refunded'],
  'refund due': ['nothing', 'nothing', 'nothing', 'refunded'],
  refunded: ['nothing', 'nothing', 'nothing', 'nothing'],
}

describe.each(paymentStates)('a payment that is %s', (state) => {
  test.each(orderStatuses)('of an order that is %s', (status) => {
    const kinds = ['paid', 'failed', 'expired', 'refunded'] as const
    const expected = status === 'Awaiting payment' ? awaiting[state] : later[state]
    expect(kinds.map((kind) => stepAfter(kind, state, status))).toEqual(expected)
    expect(stepAfter('other', state, status)).toBe('nothing')
  })
})

test('a refund that failed counts for money that the order had, whatever became of it since', () => {
  const counts = (payment: PaymentState, money: 'its own' | 'other') =>
    orderStatuses.every((status) => stepAfter('refund failed', payment, status, money) === 'refund failed')
  expect(paymentStates.filter((state) => counts(state, 'its own'))).toEqual(['paid', 'refund due', 'refunded'])
  expect(paymentStates.filter((state) => counts(state, 'other'))).toEqual([])
})

describe.each(['paid', 'refund due', 'refunded'] as const)('other money for a payment that is %s', (state) => {
  test.each(orderStatuses)('of an order that is %s goes back, and its going back changes nothing', (status) => {
    expect(stepAfter('paid', state, status, 'other')).toBe('send back')
    expect(stepAfter('refunded', state, status, 'other')).toBe('nothing')
  })
})

test('money that went back takes along every order that hasn’t come to its end', () => {
  expect(orderStatuses.filter(endsWithRefund)).toEqual([
    'Awaiting payment',
    'Order Placed',
    'Confirmed',
    'Packing',
    'Out for delivery',
  ])
})
