import { expect, test } from 'vitest'
import { requiredMessage } from './field-errors.ts'

test.each([
  ['Street address', 'Please enter the street address'],
  ['Thai name', 'Please enter the Thai name'],
  ['English name', 'Please enter the English name'],
  ['Tax ID', 'Please enter the tax ID'],
  ['PromptPay number', 'Please enter the PromptPay number'],
])('an empty field “%s” is asked for with its capitals, where English has them', (label, message) => {
  expect(requiredMessage(label, 'en')).toBe(message)
})
