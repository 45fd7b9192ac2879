import { expect, test, vi } from 'vitest'
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
  const first = reserve(['one'])
  expect(first.add(30)).toBe(true)
  expect(reserve(['one']).add(21)).toBe(false)
  expect(reserve(['one']).add(20)).toBe(true)
  expect(reserve(['other']).add(50)).toBe(true)
  expect(reserve(['third']).add(1)).toBe(false)
  first.release()
  expect(reserve(['third']).add(30)).toBe(true)
})

test('each of several holders has its share', () => {
  const reserve = makeByteBudget(100, 50)
  const first = reserve(['account', 'address'])
  expect(first.add(40)).toBe(true)
  expect(reserve(['account', 'other address']).add(20)).toBe(false)
  expect(reserve(['other account', 'address']).add(20)).toBe(false)
  expect(reserve(['other account', 'other address']).add(50)).toBe(true)
  first.release()
  expect(reserve(['account', 'address']).add(50)).toBe(true)
})

/** Work that counts how often it was interrupted. */
const stalled = (isStalled = () => true) => ({ isStalled, interrupt: vi.fn() })

test('stalled work gives its bytes to other work, no more of it than has to, and steady work keeps them', () => {
  const reserve = makeByteBudget(100)
  const [steady, first, second] = [stalled(() => false), stalled(), stalled()]
  expect([steady, first, second].map((work) => reserve([], work).add(30))).toEqual([true, true, true])
  expect(reserve().add(20)).toBe(true)
  expect([first, second].map(({ interrupt }) => interrupt.mock.calls.length)).toEqual([1, 0])
  expect(reserve().add(60)).toBe(false)
  expect(steady.interrupt).not.toHaveBeenCalled()
  // Its bytes wouldn't have been enough.
  expect(second.interrupt).not.toHaveBeenCalled()
})

test('of a holder whose share is exhausted only its own stalled work gives way, and none to itself', () => {
  const reserve = makeByteBudget(1000, 50)
  const [own, other] = [stalled(), stalled()]
  const first = reserve(['one', 'address'], own)
  expect(first.add(40)).toBe(true)
  expect(reserve(['other'], other).add(40)).toBe(true)
  expect(first.add(20)).toBe(false)
  expect(reserve(['two', 'address']).add(20)).toBe(true)
  expect([own.interrupt.mock.calls.length, other.interrupt.mock.calls.length]).toEqual([1, 0])
  // What was interrupted releases nothing a second time.
  first.release()
  expect(reserve(['two', 'address']).add(31)).toBe(false)
})
