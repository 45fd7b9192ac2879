import { expect, test } from 'vitest'
import type { Address } from '../../../contract/entities/address.ts'
import type { Order } from '../../../contract/entities/order.ts'
import { maliAddress } from '../../../testing/makers/mali-address.ts'
import { actionForUnpaid, isSettled, unpaidOf } from './unpaid-order.ts'

const address = { _id: 'home', userId: 'mali', ...maliAddress } as Address
const order = (more: Partial<Order> = {}): Order =>
  ({
    _id: 'o1',
    status: 'Awaiting payment',
    paymentType: 'Online',
    payBy: '2026-03-01T09:30:00.000Z',
    amount: 5.1,
    address: maliAddress,
    items: [{ product: { _id: 'rice' }, quantity: 2 }],
    ...more,
  }) as Order
const request = { items: { rice: 2 }, address, payment: 'Online' as const, total: 510 }
const now = Date.parse('2026-03-01T09:10:00.000Z')

test('the unpaid order is the newest one that can still be paid', () => {
  expect(unpaidOf([order({ status: 'Packing' }), order({ _id: 'o2' }), order({ _id: 'o3' })], now)?._id).toBe('o2')
  expect(unpaidOf([order()], Date.parse('2026-03-01T09:30:00.000Z'))).toBeUndefined()
  expect(unpaidOf([], now)).toBeUndefined()
})

test('after the payment page the paid order counts as settled, and without an id the newest one', () => {
  const orders = [order({ _id: 'newer' }), order({ _id: 'paid', status: 'Order Placed' })]
  expect(isSettled(orders, 'paid')).toBe(true)
  expect(isSettled(orders, 'newer')).toBe(false)
  expect(isSettled(orders, 'not there')).toBe(false)
  expect(isSettled(orders, undefined)).toBe(false)
  expect(isSettled([...orders].reverse(), undefined)).toBe(true)
  expect(isSettled([], undefined)).toBe(true)
})

test('a payment that is being processed counts as settled, and its order is neither paid again nor replaced', () => {
  const processing = order({ _id: 'slow', processing: true })
  expect(isSettled([processing], 'slow')).toBe(true)
  expect(isSettled([processing], undefined)).toBe(true)
  expect(actionForUnpaid(processing, request)).toBeUndefined()
  expect(actionForUnpaid(processing, { ...request, payment: 'COD' })).toBeUndefined()
  const checked = order({ paymentType: 'PromptPay', slip: 'waiting' })
  expect(actionForUnpaid(checked, { ...request, payment: 'COD' })).toBeUndefined()
  const rejected = order({ paymentType: 'PromptPay', slip: 'rejected' })
  expect(actionForUnpaid(rejected, { ...request, payment: 'COD' })).toMatchObject({ act: 'replace' })
})

test('an identical order is paid, one that shares a product is cancelled, another is ignored', () => {
  expect(actionForUnpaid(order(), request)).toEqual({ orderId: 'o1', payment: 'Online', act: 'pay' })
  // The cart showed no times, and the order has none.
  expect(actionForUnpaid(order(), { ...request, window: 'none' })).toMatchObject({ act: 'pay' })
  expect(actionForUnpaid(order(), { ...request, window: 'w1' })).toMatchObject({ act: 'replace' })
  const asap = order({ delivery: { asap: true, fee: 0 } })
  expect(actionForUnpaid(asap, { ...request, window: 'asap' })).toMatchObject({ act: 'pay' })
  expect(actionForUnpaid(asap, { ...request, window: 'w1' })).toMatchObject({ act: 'replace' })
  expect(actionForUnpaid(order(), { ...request, window: 'asap' })).toMatchObject({ act: 'replace' })
  expect(actionForUnpaid(order(), { ...request, payment: 'COD' })).toEqual({
    orderId: 'o1',
    payment: 'Online',
    act: 'replace',
  })
  expect(actionForUnpaid(order(), { ...request, total: 520 })).toEqual({
    orderId: 'o1',
    payment: 'Online',
    act: 'replace',
  })
  expect(actionForUnpaid(order(), { ...request, address: { ...address, street: '7 Rama IV' } as Address })).toEqual({
    orderId: 'o1',
    payment: 'Online',
    act: 'replace',
  })
  expect(actionForUnpaid(order(), { ...request, address: { ...address, note: 'Ring twice' } as Address })?.act).toBe(
    'replace',
  )
  expect(actionForUnpaid(order(), { ...request, items: { rice: 3 } })?.act).toBe('replace')
  expect(actionForUnpaid(order(), { ...request, items: { rice: 2, milk: 1 }, payment: 'COD' })?.act).toBe('replace')
  expect(actionForUnpaid(order(), { ...request, items: { milk: 1 } })).toBeUndefined()
  expect(actionForUnpaid(undefined, request)).toBeUndefined()
  const byPromptPay = order({ paymentType: 'PromptPay' })
  expect(actionForUnpaid(byPromptPay, request)?.act).toBe('replace')
  expect(actionForUnpaid(byPromptPay, { ...request, payment: 'PromptPay' })).toEqual({
    orderId: 'o1',
    payment: 'PromptPay',
    act: 'pay',
  })
})
