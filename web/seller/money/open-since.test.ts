import { expect, test } from 'vitest'
import type { SellerOrder } from '../../../contract/entities/order.ts'
import { openSince } from './open-since.ts'

const at = (hour: number) => `2026-11-22T0${hour}:00:00.000Z`
const refund = (hour: number, amount: number) => ({ at: at(hour), amount, reason: 'late', by: 'seller@example.com' })
const order = (balance: number, paidOut: number, more: Partial<SellerOrder> = {}): SellerOrder =>
  ({
    createdAt: at(1),
    amount: 120,
    isPaid: true,
    status: 'Delivered',
    timeline: [{ status: 'Order Placed', at: at(1) }],
    money: { due: 100, received: 120, paidOut, balance, lines: [], refunding: false },
    ...more,
  }) as SellerOrder

test('money to be collected is open since the order', () => {
  expect(openSince(order(20, 0))).toBe(at(1))
})

test('money to be paid out is open since the first refund that isn’t paid out', () => {
  const refunds = [refund(3, 10), refund(4, 10)]
  expect(openSince(order(-20, 0, { refunds }))).toBe(at(3))
  expect(openSince(order(-10, 10, { refunds }))).toBe(at(4))
})

test('a refund from before the payment is no debt', () => {
  expect(openSince(order(-10, 0, { refunds: [refund(2, 10), refund(4, 10)] }))).toBe(at(4))
})

test('of a cancelled order since the cancellation, once its refunds are paid out', () => {
  const cancelled: Partial<SellerOrder> = { status: 'Cancelled', timeline: [{ status: 'Cancelled', at: at(5) }] }
  expect(openSince(order(-120, 0, cancelled))).toBe(at(5))
  expect(openSince(order(-120, 0, { ...cancelled, refunds: [refund(3, 10)] }))).toBe(at(3))
  expect(openSince(order(-110, 10, { ...cancelled, refunds: [refund(3, 10)] }))).toBe(at(5))
})
