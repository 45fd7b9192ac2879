import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCodeGood, noteCodeSent, sentCode } from './code-sent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a code that was mailed is good for eight of its ten minutes, so that no other makes it useless', () => {
  expect(isCodeGood()).toBe(false)
  noteCodeSent({ message: 'We sent a 6-digit code to your email' })
  vi.advanceTimersByTime(8 * 60_000 - 1)
  expect(isCodeGood()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isCodeGood()).toBe(false)
})

test('the shop’s words about delayed mail are kept, and no others', () => {
  vi.setSystemTime(1_000)
  const message = 'Our mail is delayed at the moment.'
  expect(sentCode({ message, mailDelayed: true })).toEqual({ at: 1_000, delay: message })
  expect(sentCode({ message: 'We sent a 6-digit code to your email' })).toEqual({ at: 1_000 })
})
