import { expect, test } from 'vitest'
import { attemptFor, type OrderContent } from './order-attempt.ts'

const content: OrderContent = { items: { rice: 2, milk: 1 }, address: 'home', payment: 'COD' }
let keys = 0
const newKey = () => `key-${++keys}`

test('an attempt without a reply is sent again under its key', () => {
  const first = attemptFor(content, undefined, newKey)
  expect(attemptFor({ ...content, items: { milk: 1, rice: 2 } }, first, newKey)).toEqual(first)
})

test.each([
  ['another quantity', { ...content, items: { rice: 3, milk: 1 } }],
  ['another product', { ...content, items: { rice: 2 } }],
  ['another address', { ...content, address: 'work' }],
  ['another way to pay', { ...content, payment: 'Online' as const }],
])('%s is another attempt', (_, other) => {
  const first = attemptFor(content, undefined, newKey)
  expect(attemptFor(other, first, newKey).key).not.toBe(first.key)
})

test('after a reply the next attempt has a key of its own', () => {
  const first = attemptFor(content, undefined, newKey)
  expect(attemptFor(content, undefined, newKey).key).not.toBe(first.key)
})
