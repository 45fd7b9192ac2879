import { expect, test } from 'vitest'
import { graceAfter, pressTime, resolvePress } from './order-press.ts'

test('a press acts if it began after what the button does was painted', () => {
  expect(resolvePress(1000, { from: 1000, by: undefined })).toBe('act')
  expect(resolvePress(1000, { from: 1000, by: 'seller' })).toBe('act')
})

test('a second tap on a slow page takes no second step, however late it is handled', () => {
  // Tapped at 450 ms; the first tap's step was painted at 900 ms; handled at 2000 ms.
  const pressedAt = pressTime(450, 2000)
  expect(resolvePress(pressedAt, { from: Number.POSITIVE_INFINITY, by: 'seller' })).toBe('ignore')
  expect(resolvePress(pressedAt, { from: 900 + graceAfter.seller, by: 'seller' })).toBe('ignore')
  expect(resolvePress(pressedAt, { from: 900 + graceAfter.seller, by: undefined })).toBe('ignore')
})

test('a press that began before or just after another person’s change does nothing, and reports it', () => {
  expect(resolvePress(899, { from: Number.POSITIVE_INFINITY, by: 'other' })).toBe('tell')
  expect(resolvePress(1899, { from: 900 + graceAfter.other, by: 'other' })).toBe('tell')
  expect(resolvePress(1900, { from: 900 + graceAfter.other, by: 'other' })).toBe('act')
})

test('a press counts when it is handled if its event has another clock than the page', () => {
  expect(pressTime(5000, 4000)).toBe(4000)
  expect(pressTime(0, 600_000)).toBe(600_000)
  expect(pressTime(1_795_000_000_000, 4000)).toBe(4000)
})
