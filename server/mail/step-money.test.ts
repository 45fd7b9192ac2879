import { expect, test } from 'vitest'
import { stepMoneyOf } from './step-money.ts'

const cash = { paymentType: 'COD', isPaid: false, costCents: 10_050, balanceCents: 10_050, coinCents: 100 } as const
const paidCash = { ...cash, isPaid: true, balanceCents: 0 }
const card = { ...cash, paymentType: 'Online', isPaid: true, balanceCents: 0 } as const

test.each([
  ['cash that its rider is to collect', cash, 'as ordered'],
  ['cash that was collected before', paidCash, 'paid'],
  ['cash of which too much was collected before', { ...paidCash, balanceCents: -1 }, 'paid too much'],
  ['no cash, as all of it was refunded', { ...paidCash, costCents: 0 }, 'nothing to pay'],
  ['a card payment, also of too much', { ...card, balanceCents: -1 }, 'as ordered'],
] as const)('an order on its way with %s', (_, order, state) => {
  expect(stepMoneyOf(order, 'Out for delivery')).toBe(state)
})

test.each([
  ['that is paid', paidCash, 'paid'],
  ['of which less than a coin is missing', { ...paidCash, balanceCents: 50 }, 'paid'],
  ['of which a coin is missing', { ...cash, balanceCents: 100 }, 'cash not taken'],
  ['whose rider collected more than its price', { ...paidCash, balanceCents: -1 }, 'paid too much'],
  ['that was refunded after its cash was collected', { ...paidCash, costCents: 0, balanceCents: -1 }, 'paid too much'],
  ['that costs nothing', { ...paidCash, costCents: 0 }, 'nothing to pay'],
  ['that was paid by card', card, 'paid'],
] as const)('a delivered order %s', (_, order, state) => {
  expect(stepMoneyOf(order, 'Delivered')).toBe(state)
})
