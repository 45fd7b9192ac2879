import { expect, onTestFinished, test } from 'vitest'
import type { SellerOrder } from '../../../contract/entities/order.ts'
import { setShop, shop } from '../../shop.ts'
import { openReasons, openSince } from './open-since.ts'

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

const received = (hour: number, amount: number) => ({
  at: at(hour),
  kind: 'received' as const,
  method: 'cash' as const,
  amount,
})

test('a refund of an order paid in cash is open since the refund, though coins give back a little more', () => {
  const settings = shop
  onTestFinished(() => setShop(settings))
  setShop({ ...shop, currency: { code: 'THB', symbol: '฿' } })
  // 120.10 were 120.00 in coins, and 109.95 are 109.75.
  const inCash = { amount: 120.1, movements: [received(2, 120)], refunds: [refund(5, 10.15)] }
  expect(openSince(order(-10.25, 0, inCash))).toBe(at(5))
})

test('money that came after the order was cancelled is open since it came', () => {
  const late: Partial<SellerOrder> = {
    status: 'Cancelled',
    isPaid: false,
    timeline: [{ status: 'Cancelled', at: at(2) }],
    movements: [received(6, 120)],
  }
  expect(openSince(order(-120, 0, late))).toBe(at(6))
})

test('money that was taken although the order cost less, or a second time, is open since then', () => {
  expect(openSince(order(-10, 0, { refunds: [refund(2, 10)], movements: [received(3, 120)] }))).toBe(at(3))
  expect(openSince(order(-120, 0, { movements: [received(2, 120), received(4, 120)] }))).toBe(at(4))
  // The second was a mistake, and undone.
  const undone = { refunds: [refund(3, 10)], movements: [received(2, 120), received(4, 120), received(5, -120)] }
  expect(openSince(order(-10, 0, undone))).toBe(at(3))
})

test('the reasons are those of what is owed, not of what was taken off before the payment or is paid out', () => {
  const refunds = [
    { ...refund(2, 10), reason: 'sold-out' },
    { ...refund(4, 10), reason: 'not-fresh' },
    { ...refund(5, 10), reason: 'late' },
  ]
  // 110 were paid at three.
  const movements = [received(3, 110)]
  expect(openReasons(order(-20, 0, { refunds, movements }))).toEqual(['not-fresh', 'late'])
  expect(openReasons(order(-10, 10, { refunds, movements }))).toEqual(['late'])
  const twice = refunds.map((each) => ({ ...each, reason: 'late' }))
  expect(openReasons(order(-20, 0, { refunds: twice, movements }))).toEqual(['late'])
  expect(openReasons(order(-120, 0, { movements: [received(2, 120), received(4, 120)] }))).toEqual([])
})
