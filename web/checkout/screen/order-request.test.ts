import { expect, test } from 'vitest'
import { orderRequest } from './order-request.ts'

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
