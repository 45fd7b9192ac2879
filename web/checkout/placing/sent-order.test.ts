import { expect, test } from 'vitest'
import { type OrderRequest, orderToSend, readSentOrder } from './sent-order.ts'

const request: OrderRequest = {
  userId: 'mali',
  items: { rice: 2, milk: 1 },
  address: 'home',
  payment: 'COD',
  total: 500,
}
let keys = 0
const deps = { now: () => 7, newId: () => `key-${++keys}` }

test('a repeated order has the same key', () => {
  const first = orderToSend(request, undefined, deps)
  expect(orderToSend({ ...request, items: { milk: 1, rice: 2 } }, first, deps).key).toBe(first.key)
})

test.each([
  ['another quantity', { ...request, items: { rice: 3, milk: 1 } }],
  ['another product', { ...request, items: { rice: 2 } }],
  ['another address', { ...request, address: 'work' }],
  ['another way to pay', { ...request, payment: 'Online' as const }],
  ['another account', { ...request, userId: 'somchai' }],
])('%s means a new key', (_, other) => {
  const first = orderToSend(request, undefined, deps)
  expect(orderToSend(other, first, deps).key).not.toBe(first.key)
})

test('parses a stored order, and nothing else', () => {
  const sent = orderToSend(request, undefined, deps)
  expect(readSentOrder(JSON.stringify(sent))).toEqual(sent)
  for (const json of [null, '', '{', '7', '{}', JSON.stringify({ ...sent, key: 7 })])
    expect(readSentOrder(json)).toBeUndefined()
})
