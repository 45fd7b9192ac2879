import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../../contract/entities/order.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { minutesLeft, outcomeOf, takesSlip } from './order-outcome.ts'
import { outcomeText } from './outcome-text.ts'

const createdAt = '2026-03-01T09:00:00.000Z'
const cancelled = (at: string, more: Partial<Order> = {}): Order =>
  ({
    status: 'Cancelled',
    paymentType: 'Online',
    isPaid: false,
    amount: 20,
    createdAt,
    timeline: [
      { status: 'Awaiting payment', at: createdAt },
      { status: 'Cancelled', at },
    ],
    ...more,
  }) as Order

const textOf = (order: Order) => {
  const outcome = outcomeOf(order)
  return outcome && outcomeText(outcome, order)
}

test('an online order that was cancelled after half an hour wasn’t paid in time', () => {
  expect(outcomeOf(cancelled('2026-03-01T09:30:00.000Z'))).toBe('unpaid in time')
  expect(outcomeOf(cancelled('2026-03-01T10:12:00.000Z'))).toBe('unpaid in time')
})

test('an order that was cancelled earlier was declined', () => {
  expect(outcomeOf(cancelled('2026-03-01T09:02:00.000Z'))).toBe('payment failed')
})

test.each(['shopper', 'other order'] as const)(
  'an order by PromptPay that the %s cancelled may have been paid',
  (by) => {
    const timeline: Order['timeline'] = [{ status: 'Cancelled', at: '2026-03-01T09:02:00.000Z', by }]
    const order = cancelled('2026-03-01T09:02:00.000Z', { timeline, paymentType: 'PromptPay' })
    expect(outcomeOf(order)).toBe(by === 'shopper' ? 'transfer dropped' : 'transfer replaced')
  },
)

test('a slip of a cancelled order is taken until the shop’s time for it, however long ago the order was placed', () => {
  const order = cancelled('2026-03-01T19:15:00.000Z', { paymentType: 'PromptPay', slip: 'rejected' })
  const slipUntil = '2026-03-02T19:15:00.000Z'
  expect(takesSlip({ ...order, slipUntil }, Date.parse('2026-03-02T19:14:59.000Z'))).toBe(true)
  expect(takesSlip({ ...order, slipUntil }, Date.parse(slipUntil))).toBe(false)
  // Without a time the shop takes none.
  expect(takesSlip(order, Date.parse(createdAt))).toBe(false)
})

test('a cancelled order whose slip waits says that it is checked, however late', () => {
  const order = cancelled('2026-03-01T09:02:00.000Z', { paymentType: 'PromptPay', slip: 'waiting' })
  expect(outcomeOf(order)).toBe('slip waits')
  expect(takesSlip(order, Date.parse('2026-03-02T09:00:00.000Z'))).toBe(true)
  expect(outcomeOf({ ...order, slip: 'rejected' })).toBe('slip rejected')
  expect(outcomeOf({ ...order, refund: 'due', isPaid: true })).toBe('refund due')
})

test('an order by PromptPay whose money wasn’t found never says that nothing was charged', () => {
  for (const at of ['2026-03-01T09:02:00.000Z', '2026-03-01T09:30:00.000Z'])
    expect(outcomeOf(cancelled(at, { paymentType: 'PromptPay' }))).toBe('no transfer in time')
})

test('an order whose payment was processed without a result never says that nothing was charged', () => {
  expect(outcomeOf(cancelled('2026-03-01T09:30:00.000Z', { processing: true }))).toBe('payment not completed')
  expect(outcomeOf({ ...cancelled('2026-03-01T09:30:00.000Z'), processing: true, refund: 'due' })).toBe('refund due')
})

test('a refund that waits for the shopper’s account isn’t called returned', () => {
  const order = { ...cancelled('2026-03-01T09:30:00.000Z'), isPaid: true }
  expect(outcomeOf({ ...order, refund: 'needs action' })).toBe('refund waits')
  expect(outcomeOf({ ...order, status: 'Delivered', refund: 'needs action' })).toBe('refund waits')
})

test('an order that its shopper cancelled says so', () => {
  const timeline: Order['timeline'] = [{ status: 'Cancelled', at: '2026-03-01T09:02:00.000Z', by: 'shopper' }]
  expect(outcomeOf(cancelled('2026-03-01T09:02:00.000Z', { timeline }))).toBe('cancelled by you')
})

test('an order replaced by another one doesn’t say that its shopper cancelled it', () => {
  const timeline: Order['timeline'] = [{ status: 'Cancelled', at: '2026-03-01T09:02:00.000Z', by: 'other order' }]
  expect(outcomeOf(cancelled('2026-03-01T09:02:00.000Z', { timeline }))).toBe('replaced')
})

test('a refund is shown with any status', () => {
  const paid = cancelled('2026-03-01T11:00:00.000Z', { isPaid: true })
  expect(outcomeOf({ ...paid, refund: 'due' })).toBe('refund due')
  expect(outcomeOf({ ...paid, refund: 'done' })).toBe('refunded')
})

test.each([
  ['shopper', 'You cancelled this order. There is nothing to pay.'],
  [undefined, 'The shop cancelled this order. There is nothing to pay.'],
  ['rule', 'The shop didn’t confirm this order in time, so it was cancelled. There is nothing to pay.'],
])('nothing is to be paid for a cash order that was cancelled by %s', (by, text) => {
  const timeline: Order['timeline'] = [{ status: 'Cancelled', at: createdAt, by }]
  expect(textOf(cancelled(createdAt, { paymentType: 'COD', timeline }))).toBe(text)
})

test('a paid order that the shop didn’t confirm says so besides what happens to its money', () => {
  const timeline: Order['timeline'] = [{ status: 'Cancelled', at: createdAt, by: 'rule' }]
  const order = cancelled(createdAt, { timeline, isPaid: true, refund: 'due' })
  expect(textOf(order)).toMatch(
    /^The shop didn’t confirm this order in time, so it was cancelled. Your refund of \S+ is on its way.$/,
  )
})

test('Thai says “more” of money to refund only after some was refunded', () => {
  overwriteGetLocale(() => 'th')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  const owed = { paymentType: 'PromptPay', isPaid: true, refund: 'due', owed: 249 } as const
  const first = cancelled('2026-03-01T09:30:00.000Z', owed)
  expect(textOf(first)).toBe('ร้านจะคืนเงินให้คุณ $249.00 เป็นเงินสดหรือโอน')
  expect(textOf({ ...first, paidOut: 51 })).toBe('ร้านจะคืนเงินให้คุณอีก $249.00 เป็นเงินสดหรือโอน')
})

test('an order that is being delivered has no outcome', () => {
  expect(outcomeOf(cancelled(createdAt, { status: 'Packing', isPaid: true }))).toBeUndefined()
  expect(outcomeOf(cancelled(createdAt, { status: 'Awaiting payment' }))).toBeUndefined()
})

test('remaining minutes are rounded down, and undefined once the time is over', () => {
  const at = (time: string) => minutesLeft('2026-03-01T09:30:00.000Z', Date.parse(time))
  expect(at('2026-03-01T09:00:00.000Z')).toBe(30)
  expect(at('2026-03-01T09:17:30.000Z')).toBe(12)
  expect(at('2026-03-01T09:29:01.000Z')).toBe(0)
  expect(at('2026-03-01T09:30:00.000Z')).toBeUndefined()
})
