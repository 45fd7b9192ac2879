import { expect, test } from 'vitest'
import { byInput, errorMessages } from './address-messages.ts'

test('each error has its message, by field', () => {
  expect(errorMessages({ firstName: 'required', phone: 'phone_digits', zipcode: 'postcode' })).toEqual({
    firstName: 'Please enter the first name',
    phone: 'A phone number has at least 3 digits',
    zipcode: '3 to 10 digits or letters',
  })
  expect(errorMessages({ phone: 'thai_phone', zipcode: 'thai_postcode' })).toEqual({
    phone:
      'A Thai mobile number has 10 digits, like 081\u00a0234\u00a05678, and others have 9, like 02\u00a0123\u00a04567',
    zipcode: 'A Thai postcode has 5 digits',
  })
  expect(errorMessages({})).toEqual({})
})

test('the server’s messages about an address go to the inputs of its fields', () => {
  expect(byInput({ 'address.phone': 'Too short', label: 'Too long' })).toEqual({
    phone: 'Too short',
    label: 'Too long',
  })
})
