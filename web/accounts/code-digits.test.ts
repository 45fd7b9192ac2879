import { expect, test } from 'vitest'
import { digitsOfCode } from './code-digits.ts'

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['Your code: 123-456.', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['１２３４５６', '123456'],
  ['1234567890', '123456'],
  ['12', '12'],
  ['abc', ''],
  ['', ''],
])('takes %j as %j', (text, digits) => {
  expect(digitsOfCode(text)).toBe(digits)
})
