import { expect, test } from 'vitest'
import { makeByteBudget } from './byte-budget.ts'

test('reserves bytes until the budget is exhausted, and releases them once', () => {
  const reserve = makeByteBudget(100)
  const first = reserve(60)
  expect(reserve(41)).toBeUndefined()
  expect(reserve(40)).toBeDefined()
  first?.()
  first?.()
  expect(reserve(61)).toBeUndefined()
  expect(reserve(60)).toBeDefined()
})
