import { expect, test } from 'vitest'
import { attemptFor, readAttempt, type Wish } from './attempt.ts'

const wish: Wish = { userId: 'mali', items: { rice: 2, milk: 1 }, address: 'home', payment: 'COD', total: 500 }
let keys = 0
const world = { now: () => 7, newKey: () => `key-${++keys}` }

test('the same order is sent again under its key', () => {
  const first = attemptFor(wish, undefined, world)
  expect(attemptFor({ ...wish, items: { milk: 1, rice: 2 } }, first, world).key).toBe(first.key)
})

test.each([
  ['another quantity', { ...wish, items: { rice: 3, milk: 1 } }],
  ['another product', { ...wish, items: { rice: 2 } }],
  ['another address', { ...wish, address: 'work' }],
  ['another way to pay', { ...wish, payment: 'Online' as const }],
  ['another account', { ...wish, userId: 'somchai' }],
])('%s is another attempt', (_, other) => {
  const first = attemptFor(wish, undefined, world)
  expect(attemptFor(other, first, world).key).not.toBe(first.key)
})

test('reads what was kept, and nothing else', () => {
  const attempt = attemptFor(wish, undefined, world)
  expect(readAttempt(JSON.stringify(attempt))).toEqual(attempt)
  for (const json of [null, '', '{', '7', '{}', JSON.stringify({ ...attempt, key: 7 })])
    expect(readAttempt(json)).toBeUndefined()
})
