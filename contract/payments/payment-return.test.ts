import { expect, test } from 'vitest'
import { inAppPath } from '../paths/in-app-path.ts'
import { paymentReturnOf, paymentReturnPath } from './payment-return.ts'

const order = '01a20061-7c11-7a3e-9b7e-0123456789ab'

test('the return path of a payment page has the order and the result', () => {
  expect(paymentReturnPath({ order, payment: 'done' })).toBe(`/loader?next=my-orders&order=${order}&payment=done`)
  expect(paymentReturnPath({ order, payment: 'cancelled' })).toBe(`/cart?order=${order}&payment=cancelled`)
  for (const payment of ['done', 'cancelled'] as const) {
    const { search } = new URL(paymentReturnPath({ order, payment }), 'http://shop')
    expect(paymentReturnOf(new URLSearchParams(search))).toEqual({ order, payment })
  }
})

test('the screens accept it as next path', () => {
  const path = `/my-orders?order=${order}&payment=done`
  expect(inAppPath(path)).toBe(path)
})

test.each([
  '',
  'order=1&payment=done',
  `order=${order}`,
  `order=${order}&payment=maybe`,
  `order=${order}%2f..&payment=done`,
])('?%s says nothing about a payment', (query) => {
  expect(paymentReturnOf(new URLSearchParams(query))).toBeUndefined()
})
