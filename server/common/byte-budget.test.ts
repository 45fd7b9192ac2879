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

test('one holder reserves no more than its share, and leaves the rest to others', () => {
  const reserve = makeByteBudget(100, 50)
  const first = reserve(30, 'one')
  expect(reserve(21, 'one')).toBeUndefined()
  expect(reserve(20, 'one')).toBeDefined()
  expect(reserve(50, 'other')).toBeDefined()
  expect(reserve(1, 'third')).toBeUndefined()
  first?.()
  expect(reserve(30, 'third')).toBeDefined()
})

test('each of several holders has its share', () => {
  const reserve = makeByteBudget(100, 50)
  const first = reserve(40, 'account', 'address')
  expect(reserve(20, 'account', 'other address')).toBeUndefined()
  expect(reserve(20, 'other account', 'address')).toBeUndefined()
  expect(reserve(50, 'other account', 'other address')).toBeDefined()
  first?.()
  expect(reserve(50, 'account', 'address')).toBeDefined()
})
