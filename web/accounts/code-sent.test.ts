import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isCodeGood, noteCodeSent } from './code-sent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a code that was mailed is good for eight of its ten minutes, so that no other makes it useless', () => {
  expect(isCodeGood('verify')).toBe(false)
  noteCodeSent('verify')
  vi.advanceTimersByTime(8 * 60_000 - 1)
  expect(isCodeGood('verify')).toBe(true)
  expect(isCodeGood('reset')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isCodeGood('verify')).toBe(false)
})
