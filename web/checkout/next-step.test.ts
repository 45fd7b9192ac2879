import { expect, test } from 'vitest'
import type { Session } from '../client/session-machine.ts'
import { nextStepOf } from './next-step.ts'

const session = (status: Session['status'], isAccountVerified?: boolean): Session => ({
  status,
  user:
    isAccountVerified === undefined
      ? null
      : { _id: 'mali', name: 'Mali', email: 'mali@example.com', isAccountVerified, cartItems: {} },
  isSeller: false,
  sellerEmail: undefined,
  expired: false,
})

test('first the login, then the e-mail, then the address, then the order', () => {
  expect(nextStepOf(session('visitor'), undefined, false)).toBe('login')
  expect(nextStepOf(session('shopper', false), 0, false)).toBe('verify')
  expect(nextStepOf(session('shopper', true), 0, false)).toBe('address')
  expect(nextStepOf(session('shopper', true), 1, false)).toBe('place')
})

test('nothing stands in the way as long as it isn’t known', () => {
  expect(nextStepOf(session('unknown'), undefined, false)).toBe('wait')
  expect(nextStepOf(session('unanswered'), undefined, false)).toBe('wait')
  expect(nextStepOf(session('shopper', true), undefined, false)).toBe('wait')
})

test('an order waits for the answer to what was picked before signing in, once everything else is there', () => {
  expect(nextStepOf(session('shopper', true), 1, true)).toBe('offer')
  expect(nextStepOf(session('shopper', true), 0, true)).toBe('address')
  expect(nextStepOf(session('shopper', false), undefined, true)).toBe('verify')
})
