import { expect, test } from 'vitest'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { orderRequest, pressOf } from './order-request.ts'

const totals = { total: 6236 } as Totals
const soldOut = [{ quantity: 2 } as CartLine]
const pressed = { busy: false, totals, soldOut: undefined, step: 'place', waitingCode: undefined } as const

test.each([
  ['places the order', {}, { kind: 'next step', totals }],
  ['does the step before it', { step: 'address' }, { kind: 'next step', totals }],
  ['does nothing while one is handled', { busy: true }, { kind: 'nothing' }],
  ['does nothing while prices aren’t certain', { totals: undefined }, { kind: 'nothing' }],
  ['removes the lines if all are sold out', { soldOut }, { kind: 'remove', lines: soldOut }],
  ['enters a waiting code first', { waitingCode: 'TEN' }, { kind: 'enter code', code: 'TEN' }],
  ['leaves a waiting code before other steps', { waitingCode: 'TEN', step: 'login' }, { kind: 'next step', totals }],
  ['removes sold-out lines before a code', { soldOut, waitingCode: 'TEN' }, { kind: 'remove', lines: soldOut }],
] as const)('a press %s', (_, more, expected) => {
  expect(pressOf({ ...pressed, ...more })).toEqual(expected)
})

const parts = {
  userId: 'mali',
  items: { rice: 2 },
  to: { _id: 'home', version: 3 },
  payment: 'COD',
  total: 6236,
  code: 'TEN',
  deliveryWindow: { id: 'evening', from: '2026-11-22T10:00:00Z', to: '2026-11-22T12:00:00Z', fee: 0, left: 4 },
  hasTimes: true,
} as const
const request = {
  userId: 'mali',
  items: { rice: 2 },
  address: 'home',
  addressVersion: 3,
  payment: 'COD',
  total: 6236,
  code: 'TEN',
  window: 'evening',
  promisedAt: '2026-11-22T12:00:00Z',
}

test('an order has the shown address, sum, code and delivery time', () => {
  expect(orderRequest(parts)).toEqual(request)
})

test('an order without a window says so if the cart showed no times', () => {
  const without = { ...request, promisedAt: undefined }
  expect(orderRequest({ ...parts, deliveryWindow: undefined })).toEqual({ ...without, window: undefined })
  expect(orderRequest({ ...parts, deliveryWindow: undefined, hasTimes: false })).toEqual({ ...without, window: 'none' })
})
