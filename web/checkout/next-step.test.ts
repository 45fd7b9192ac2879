import { expect, test } from 'vitest'
import type { Session } from '../client/session.ts'
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
  expect(nextStepOf(session('visitor'), undefined)).toBe('login')
  expect(nextStepOf(session('shopper', false), 0)).toBe('verify')
  expect(nextStepOf(session('shopper', true), 0)).toBe('address')
  expect(nextStepOf(session('shopper', true), 1)).toBe('place')
})

test('nothing stands in the way as long as it isn’t known', () => {
  expect(nextStepOf(session('unknown'), undefined)).toBe('wait')
  expect(nextStepOf(session('unanswered'), undefined)).toBe('wait')
  expect(nextStepOf(session('shopper', true), undefined)).toBe('wait')
})
