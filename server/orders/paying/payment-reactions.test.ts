import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../contract/orders/order-status.ts'
import { type PaymentState, paymentStates } from '../../domain/payment-states.ts'
import { decideReaction, endsWithRefund, type Reaction } from './payment-reactions.ts'

const kinds = [
  'paid',
  'failed',
  'expired',
  'refunded',
  'refunded in part',
  'refund needs action',
  'refund continues',
] as const
type Reactions = [
  paid: Reaction,
  failed: Reaction,
  expired: Reaction,
  refunded: Reaction,
  inPart: Reaction,
  waits: Reaction,
  moves: Reaction,
]

// Written out by hand: the reaction to each of these kinds of event.
const unpaid: Reactions = ['place', 'cancel', 'cancel', 'refunded', 'refunded in part', 'nothing', 'nothing']
const late: Reactions = [
  'refund late payment',
  'nothing',
  'nothing',
  'refunded',
  'refunded in part',
  'nothing',
  'nothing',
]
const paid: Reactions = [
  'nothing',
  'nothing',
  'nothing',
  'refunded',
  'refunded in part',
  'refund needs action',
  'refund continues',
]
const refunded: Reactions = [
  'nothing',
  'nothing',
  'nothing',
  'nothing',
  'nothing',
  'refund needs action',
  'refund continues',
]
/** For a payment in each state, while its order awaits payment, and afterwards. */
const awaiting: Record<PaymentState, Reactions> = {
  opening: unpaid,
  open: unpaid,
  failed: unpaid,
  expired: unpaid,
  paid,
  'refund due': paid,
  refunded,
}
const later: typeof awaiting = { ...awaiting, opening: late, open: late, failed: late, expired: late }

describe.each(paymentStates)('a payment that is %s', (state) => {
  test.each(orderStatuses)('each listed event of an order that is %s has the listed reaction', (status) => {
    const expected = status === 'Awaiting payment' ? awaiting[state] : later[state]
    expect(kinds.map((kind) => decideReaction(kind, state, status))).toEqual(expected)
    expect(decideReaction('other', state, status)).toBe('nothing')
  })
})

test('a payment is being processed only while its order awaits it and its page can be paid', () => {
  const waits = (payment: PaymentState) =>
    orderStatuses.filter((status) => decideReaction('processing', payment, status) === 'wait')
  for (const state of paymentStates)
    expect(waits(state)).toEqual(state === 'opening' || state === 'open' ? ['Awaiting payment'] : [])
})

test('a failed refund of the order’s own payment is recorded in every status of the order', () => {
  const counts = (payment: PaymentState, money: 'its own' | 'other') =>
    orderStatuses.every((status) => decideReaction('refund failed', payment, status, money) === 'refund failed')
  expect(paymentStates.filter((state) => counts(state, 'its own'))).toEqual(['paid', 'refund due', 'refunded'])
  expect(paymentStates.filter((state) => counts(state, 'other'))).toEqual([])
})

describe.each(['paid', 'refund due', 'refunded'] as const)(
  'another payment of an order whose payment is %s',
  (state) => {
    test.each(orderStatuses)('is refunded if the order is %s, and the refund’s events change nothing', (status) => {
      expect(decideReaction('paid', state, status, 'other')).toBe('refund extra payment')
      for (const kind of ['refunded', 'refunded in part', 'refund needs action', 'refund continues'] as const)
        expect(decideReaction(kind, state, status, 'other')).toBe('nothing')
    })
  },
)

test('a refund cancels every order that isn’t delivered or cancelled', () => {
  expect(orderStatuses.filter(endsWithRefund)).toEqual([
    'Awaiting payment',
    'Order Placed',
    'Confirmed',
    'Packing',
    'Out for delivery',
  ])
})
