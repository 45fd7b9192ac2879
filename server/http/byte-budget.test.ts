import { expect, test } from 'vitest'
import { makeByteBudget } from './byte-budget.ts'

test('reserves bytes until the budget is exhausted, and releases them once', () => {
  const reserve = makeByteBudget(100)
  const [first, second] = [reserve(), reserve()]
  expect(first.add(60)).toBe(true)
  expect(second.add(41)).toBe(false)
  expect(second.add(40)).toBe(true)
  first.release()
  first.release()
  expect(reserve().add(61)).toBe(false)
  expect(reserve().add(60)).toBe(true)
})

test('a reservation grows, and is released whole', () => {
  const reserve = makeByteBudget(100)
  const first = reserve()
  expect([first.add(40), first.add(50), first.add(11)]).toEqual([true, true, false])
  expect(reserve().add(11)).toBe(false)
  first.release()
  expect(reserve().add(100)).toBe(true)
})

test('one holder reserves no more than its share, and leaves the rest to others', () => {
  const reserve = makeByteBudget(100, 50)
  const first = reserve('one')
  expect(first.add(30)).toBe(true)
  expect(reserve('one').add(21)).toBe(false)
  expect(reserve('one').add(20)).toBe(true)
  expect(reserve('other').add(50)).toBe(true)
  expect(reserve('third').add(1)).toBe(false)
  first.release()
  expect(reserve('third').add(30)).toBe(true)
})

test('each of several holders has its share', () => {
  const reserve = makeByteBudget(100, 50)
  const first = reserve('account', 'address')
  expect(first.add(40)).toBe(true)
  expect(reserve('account', 'other address').add(20)).toBe(false)
  expect(reserve('other account', 'address').add(20)).toBe(false)
  expect(reserve('other account', 'other address').add(50)).toBe(true)
  first.release()
  expect(reserve('account', 'address').add(50)).toBe(true)
})
