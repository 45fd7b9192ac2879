import { expect, test } from 'vitest'
import { taxLabel } from './order-tax.ts'

const status = 'Delivered'

test('tax is included where the amount is less than the sum of prices and tax', () => {
  expect(taxLabel({ status, subtotal: 897.5, tax: 23.39, amount: 897.5 })).toBe('Tax included')
  expect(taxLabel({ status, subtotal: 59.97, tax: 1.19, amount: 61.16 })).toBe('Tax')
  expect(taxLabel({ status, subtotal: 100, tax: 0, amount: 100 })).toBe('Tax')
})

test('what promotions took off and the delivery fee change nothing about that', () => {
  const discounts = [{ name: 'Welcome', amount: 5.33 }]
  expect(taxLabel({ status, subtotal: 53.33, tax: 0.96, amount: 48.96, discounts })).toBe('Tax')
  expect(taxLabel({ status, subtotal: 100, tax: 6.54, amount: 140, delivery: { fee: 40 } })).toBe('Tax included')
  expect(taxLabel({ status, subtotal: 100, tax: 2.8, amount: 142.8, delivery: { fee: 40 } })).toBe('Tax')
})

test('once something was taken off or the order was cancelled, the included tax names its sum', () => {
  const order = { status, subtotal: 897.5, tax: 23.39, amount: 897.5 } as const
  expect(taxLabel({ ...order, cost: 500 })).toBe('Tax included in $897.50')
  expect(taxLabel({ ...order, status: 'Cancelled' })).toBe('Tax included in $897.50')
})
