import { expect, test } from 'vitest'
import { codeNotEntered } from './promotion-code.ts'

test('a code in the field counts as not entered until it is, however it is written; without a code nothing does', () => {
  expect(codeNotEntered(' lunch 20', undefined)).toBe('LUNCH20')
  expect(codeNotEntered('lunch๒๐', undefined)).toBe('LUNCH20')
  expect(codeNotEntered('lunch20', 'LUNCH20')).toBeUndefined()
  expect(codeNotEntered('lunch20', 'OTHER')).toBe('LUNCH20')
  expect(codeNotEntered('  ', undefined)).toBeUndefined()
  expect(codeNotEntered('', 'LUNCH20')).toBeUndefined()
})
