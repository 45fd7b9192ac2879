import { expect, test } from 'vitest'
import { m } from '../../messages/messages.ts'
import { byWhom, paidLabel, payLabel, payVariant, refundLabel, usualStep } from './order-texts.ts'

test('a step is said to be by the shopper, another order, the rule for unconfirmed orders, or a colleague', () => {
  expect(['shopper', 'other order', 'rule', 'anna@shop.example'].map(byWhom)).toEqual([
    'the shopper',
    'replaced by the shopper’s other order',
    'by itself: it wasn’t confirmed',
    'anna@shop.example',
  ])
  expect(m.sellerOrders_by_other_order({}, { locale: 'th' })).toBe('ลูกค้าสั่งสินค้าเดียวกันในออเดอร์อื่นแล้ว')
})

/** The ledger of an order that costs `cost`. */
const ledger = (cost: number, received: number) => {
  return { cost, received, balance: cost - received, lines: [], refunding: false }
}
const unpaid = { isPaid: false, amount: 12.5, money: ledger(12.5, 0) }
const paid = { isPaid: true, amount: 12.5, money: ledger(12.5, 12.5) }
const processing = { ...unpaid, processing: true }
const free = { isPaid: false, amount: 0, money: ledger(0, 0) }
const covered = { ...unpaid, money: ledger(0, 0) }

test.each([
  ['not paid', 'Out for delivery', unpaid, 'To collect $12.50', 'Pending, to collect', 'low'],
  ['not paid', 'Packing', unpaid, 'To collect $12.50', 'Pending, to collect', 'low'],
  ['not paid', 'Cancelled', unpaid, 'Nothing to collect', 'Nothing to collect', 'plain'],
  ['paid', 'Delivered', paid, 'Paid', 'Paid', 'leaf'],
  ['paid', 'Cancelled', paid, 'Paid', 'Paid', 'leaf'],
  ['free by a code', 'Out for delivery', free, 'Nothing to collect', 'Nothing to collect', 'plain'],
  ['free by a refund', 'Out for delivery', covered, 'Nothing to collect', 'Nothing to collect', 'plain'],
  // It is paid online, so no cash is collected.
  ['not paid', 'Awaiting payment', unpaid, 'Not paid yet', 'Not paid yet', 'low'],
  ['being paid', 'Awaiting payment', processing, 'Payment being processed', 'Payment being processed', 'low'],
  ['being paid', 'Cancelled', processing, 'Nothing to collect', 'Nothing to collect', 'plain'],
] as const)('says what is due of an order that is %s, in the status %s', (_, status, order, pay, row, variant) => {
  expect(payLabel(order, status)).toBe(pay)
  expect(paidLabel(order, status)).toBe(row)
  expect(payVariant(order, status)).toBe(variant)
})

test('an order that awaits payment has no usual step', () => {
  expect(usualStep('Awaiting payment')).toBeUndefined()
})

test('a partial refund has its amount, a full one is called refunded', () => {
  const order = { amount: 10, money: ledger(10, 10) }
  expect(refundLabel({ ...order, paidOut: 2.5 })).toBe('Refunded $2.50')
  expect(refundLabel({ ...order, paidOut: 10, refund: 'done' })).toBe('Refunded')
  expect(refundLabel({ ...order, refund: 'due' })).toBe('Refund on its way')
  expect(refundLabel({ ...order, paidOut: 2.5, refund: 'failed' })).toBe('Refund failed')
  expect(refundLabel({ ...order, paidOut: 2.5, refund: 'needs action' })).toBe('Refund waits for the shopper’s account')
  expect(refundLabel(order)).toBeUndefined()
})

test('the row of the payment says what became of money that goes back', () => {
  const paid = { isPaid: true, amount: 10, money: ledger(10, 10) }
  expect(paidLabel({ ...paid, refund: 'needs action', paidOut: 10 }, 'Cancelled')).toBe(
    'Paid · Refund waits for the shopper’s account',
  )
  expect(paidLabel({ ...paid, refund: 'due' }, 'Cancelled')).toBe('Paid · Refund on its way')
  expect(paidLabel({ ...paid, refund: 'failed' }, 'Cancelled')).toBe('Paid · Refund failed')
  expect(paidLabel({ ...paid, paidOut: 2.5 }, 'Delivered')).toBe('Paid · Refunded $2.50')
  expect(paidLabel({ ...paid, refund: 'done', paidOut: 10 }, 'Cancelled')).toBe('Refunded')
})
