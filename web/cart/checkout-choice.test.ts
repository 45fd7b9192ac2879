import { expect, test } from 'vitest'
import { type CheckoutChoice, choiceOf } from './checkout-choice.ts'

const chosen: CheckoutChoice = { addressId: 'home', payment: 'PromptPay', window: '11 to 13', chooser: 'mali' }
const none: CheckoutChoice = { addressId: undefined, payment: 'COD', window: undefined, chooser: undefined }
const forgotten = { keeps: false, usualPayment: undefined }

test('what a visitor chose is kept at the login, with the account’s own payment type if it isn’t cash', () => {
  const visitor = { ...chosen, chooser: undefined }
  expect(choiceOf('mali', visitor, forgotten)).toEqual(chosen)
  expect(choiceOf('mali', visitor, { keeps: false, usualPayment: 'COD' })).toEqual(chosen)
  expect(choiceOf('mali', visitor, { keeps: false, usualPayment: 'Online' })).toEqual({ ...chosen, payment: 'Online' })
})

test('what an account chose ends with its session, and isn’t another account’s', () => {
  expect(choiceOf(undefined, chosen, forgotten)).toEqual(none)
  expect(choiceOf('somying', chosen, forgotten)).toEqual({ ...none, chooser: 'somying' })
})

test('who registers with another address keeps time and payment type, but no address of the former account', () => {
  const after = choiceOf(undefined, chosen, { keeps: true, usualPayment: undefined })
  expect(after).toEqual({ ...chosen, addressId: undefined, chooser: undefined })
  expect(choiceOf('somying', after, forgotten)).toEqual({ ...chosen, addressId: undefined, chooser: 'somying' })
})
