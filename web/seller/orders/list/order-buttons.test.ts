import { expect, test } from 'vitest'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { mayTakeStepTo, type Role } from '../../../../contract/staff/staff-roles.ts'
import { orderButtons } from './order-buttons.ts'

// Noon in Bangkok.
const at = '2026-11-22T05:00:00.000Z'

/** A paid order of one mango for 61.16 that got its status just now. */
const anOrder = (status: OrderStatus, more: Partial<SellerOrder> = {}) =>
  ({
    status,
    paymentType: 'COD',
    items: [{ product: { _id: 'mango' }, quantity: 1 }],
    money: { cost: 61.16, received: 61.16, balance: 0, lines: [61.16], refunding: false },
    timeline: [{ status, at }],
    ...more,
  }) as SellerOrder

const buttonsOf = (order: SellerOrder, { role = 'owner' as Role, status = order.status, now = Date.parse(at) } = {}) =>
  orderButtons(order, {
    status,
    now,
    mayTakeStepTo: (to) => mayTakeStepTo(role, to),
    mayConfirm: role === 'owner',
  })

const textsOf = (...args: Parameters<typeof buttonsOf>) => buttonsOf(...args).map(({ text }) => text)

test.each([
  ['Awaiting payment', ['Cancel']],
  ['Order Placed', ['Confirm', 'Cancel']],
  ['Confirmed', ['Start packing', 'Cancel']],
  ['Packing', ['Hand to rider', 'Cancel']],
  ['Out for delivery', ['Delivered', 'Cancel', 'Not on its way yet']],
  ['Delivered', ['Undo delivered']],
  ['Cancelled', []],
] as const)('an order that is %s has the buttons %s', (status, texts) => {
  expect(textsOf(anOrder(status))).toEqual(texts)
})

test('the buttons say which question they open, and what they do without one', () => {
  expect(buttonsOf(anOrder('Confirmed'))).toEqual([
    { kind: 'next', to: 'Packing', question: undefined, text: 'Start packing', variant: 'primary' },
    { kind: 'cancel', question: 'Cancelled', text: 'Cancel', variant: 'ghost' },
  ])
  expect(buttonsOf(anOrder('Out for delivery'))).toEqual([
    { kind: 'next', to: 'Delivered', question: 'Delivered', text: 'Delivered', variant: 'primary' },
    { kind: 'cancel', question: 'Cancelled', text: 'Cancel', variant: 'ghost' },
    { kind: 'undo', question: undefined, text: 'Not on its way yet', variant: 'ghost' },
  ])
  expect(buttonsOf(anOrder('Delivered'))).toEqual([
    { kind: 'undo', question: 'undo delivered', text: 'Undo delivered', variant: 'outline' },
  ])
})

test('the money of an order by PromptPay can be confirmed, and while its slip waits the order isn’t cancelled', () => {
  const promptPay = anOrder('Awaiting payment', { paymentType: 'PromptPay' })
  expect(buttonsOf(promptPay)).toEqual([
    { kind: 'receive', question: 'Order Placed', text: 'Money is in my account', variant: 'primary' },
    { kind: 'cancel', question: 'Cancelled', text: 'Cancel', variant: 'ghost' },
  ])
  expect(textsOf({ ...promptPay, slip: 'waiting' })).toEqual(['Money is in my account'])
  expect(textsOf(promptPay, { role: 'picker' })).toEqual([])
})

test('a role has the buttons of the steps that it may take', () => {
  expect(textsOf(anOrder('Packing'), { role: 'picker' })).toEqual(['Hand to rider'])
  expect(textsOf(anOrder('Out for delivery'), { role: 'picker' })).toEqual(['Not on its way yet'])
  expect(textsOf(anOrder('Delivered'), { role: 'picker' })).toEqual([])
  expect(textsOf(anOrder('Packing'), { role: 'rider' })).toEqual([])
})

test('while a step is being sent, the one before can’t be undone', () => {
  expect(textsOf(anOrder('Out for delivery'), { status: 'Delivered' })).toEqual([])
  expect(textsOf(anOrder('Packing'), { status: 'Out for delivery' })).toEqual(['Delivered', 'Cancel'])
})

test('the step of a day before can’t be undone', () => {
  expect(textsOf(anOrder('Delivered'), { now: Date.parse(at) + 24 * 3_600_000 })).toEqual([])
})
