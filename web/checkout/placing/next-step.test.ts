import { expect, test } from 'vitest'
import type { Session } from '../../client/make-session.ts'
import { nextStepOf } from './next-step.ts'

const session = (status: Session['status'], isAccountVerified?: boolean): Session => ({
  status,
  user:
    isAccountVerified === undefined
      ? null
      : { _id: 'mali', name: 'Mali', email: 'mali@example.com', isAccountVerified, cartItems: {} },
  isSeller: false,
  sellerEmail: undefined,
  role: undefined,
  expired: false,
})

test('the steps are: log in, verify the email, add an address, order', () => {
  expect(nextStepOf(session('visitor'), undefined, false)).toBe('login')
  expect(nextStepOf(session('shopper', false), 0, false)).toBe('verify')
  expect(nextStepOf(session('shopper', true), 0, false)).toBe('address')
  expect(nextStepOf(session('shopper', true), 1, false)).toBe('place')
})

test('waits while session or addresses are unknown', () => {
  expect(nextStepOf(session('unknown'), undefined, false)).toBe('wait')
  expect(nextStepOf(session('unanswered'), undefined, false)).toBe('wait')
  expect(nextStepOf(session('shopper', true), undefined, false)).toBe('wait')
})

test('the question about items picked before signing in is the last step before the order', () => {
  expect(nextStepOf(session('shopper', true), 1, true)).toBe('visitor items')
  expect(nextStepOf(session('shopper', true), 0, true)).toBe('address')
  expect(nextStepOf(session('shopper', false), undefined, true)).toBe('verify')
})
