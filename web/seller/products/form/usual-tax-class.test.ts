import { expect, test } from 'vitest'
import { nextTaxClass } from './usual-tax-class.ts'

const usual = new Map([
  ['Vegetables', 'exempt'],
  ['Drinks', ''],
])
const filled = (category: string, isChosen = false) => ({ category, isChosen })

test('a new product gets the tax class that is usual in its category, and another with another category', () => {
  expect(nextTaxClass('', 'Vegetables', filled(''), usual)).toBe('exempt')
  expect(nextTaxClass('exempt', 'Drinks', filled('Vegetables'), usual)).toBe('')
  expect(nextTaxClass('exempt', 'New', filled('Vegetables'), usual)).toBe('')
  expect(nextTaxClass('exempt', '', filled('Vegetables'), usual)).toBe('')
})

test('a class that the seller chose stays, also the standard one, and so does that of a copy or a draft', () => {
  expect(nextTaxClass('', 'Vegetables', filled('Drinks', true), usual)).toBe('')
  expect(nextTaxClass('exempt', 'Drinks', filled('Vegetables', true), usual)).toBe('exempt')
  expect(nextTaxClass('', 'Vegetables', filled('Vegetables'), usual)).toBe('')
  expect(nextTaxClass('exempt', 'Vegetables', filled('Drinks'), usual)).toBe('exempt')
  expect(nextTaxClass('', 'Drinks', filled('Vegetables'), usual)).toBe('')
})
