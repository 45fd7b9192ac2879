import { expect, test } from 'vitest'
import { makeByteBudget } from './byte-budget.ts'

test('reserves bytes until the budget is exhausted, and releases them once', () => {
  const room = makeByteBudget(100)
  const first = room(60)
  expect(room(41)).toBeUndefined()
  expect(room(40)).toBeDefined()
  first?.()
  first?.()
  expect(room(61)).toBeUndefined()
  expect(room(60)).toBeDefined()
})
