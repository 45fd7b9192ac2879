import { expect, test } from 'vitest'
import { refusals } from '../../contract/messages/refusals.ts'
import { langOf } from './lang-of.ts'

test('the refusals that are Thai on an English page are marked so, with the English word that they hold', () => {
  expect(langOf(refusals.not_signed_in.en)).toBe('th')
  expect(langOf(refusals.email_unverified.en)).toBe('th')
  expect(langOf(refusals.otp_wrong.en)).toBe('th')
})

test('words of the page’s own language stay as they are, also around a Thai name', () => {
  expect(langOf(refusals.address_missing.en)).toBeUndefined()
  expect(langOf('Only 3 of ไข่ไก่ left. Lower the quantity to go on.')).toBeUndefined()
  expect(langOf('')).toBeUndefined()
})
