import { expect, test } from 'vitest'
import { type AddressDraft, addressErrors, addressOf, newAddress, splitName } from './address-form.ts'

const draft: AddressDraft = {
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  phone: '๐๘๑ ๒๓๔ ๕๖๗๘',
  zipcode: ' ๑๐๕๐๐ ',
  state: 'กรุงเทพมหานคร',
  city: 'บางรัก',
  street: '๘๘ ถนนเจริญกรุง',
  country: 'ไทย',
  note: '',
  label: '',
}

test('phone and postcode are sent in Arabic digits, the rest as typed', () => {
  expect(addressOf(draft)).toMatchObject({ phone: '081 234 5678', zipcode: '10500', street: '๘๘ ถนนเจริญกรุง' })
  expect(addressErrors(addressOf(draft))).toEqual({})
})

test.each([
  ['แขวงสีลม เขตบางรัก', '88 ถนนสีลม แขวงสีลม', '88 ถนนสีลม'],
  ['แขวงสีลม เขตบางรัก', '88 ถนนสีลม, แขวง สีลม เขตบางรัก ', '88 ถนนสีลม'],
  ['แขวงสีลม เขตบางรัก', '88 ถนนสีลม', '88 ถนนสีลม'],
  ['แขวงสีลม เขตบางรัก', '88 แขวงสุริยวงศ์', '88 แขวงสุริยวงศ์'],
  ['แขวงสีลม เขตบางรัก', ' แขวงสีลม', ' แขวงสีลม'],
  ['แขวงคลองเตย เขตคลองเตย', '1 แขวงคลองเตยเหนือ', '1 แขวงคลองเตยเหนือ'],
  ['ต.ศรีภูมิ อ.เมืองเชียงใหม่', '9 ถนนพระปกเกล้า ตำบลศรีภูมิ อำเภอเมืองเชียงใหม่', '9 ถนนพระปกเกล้า'],
  ['Si Lom, Bang Rak', '88 Si Lom Road, Si Lom Subdistrict, Bang Rak', '88 Si Lom Road'],
  ['Si Lom, Bang Rak', '88 Si Lom Road, Khwaeng Si Lom', '88 Si Lom Road'],
  ['Si Lom, Bang Rak', '88, Si Lom', '88, Si Lom'],
  ['บางรัก', '88 ถนนสีลม แขวงสีลม', '88 ถนนสีลม แขวงสีลม'],
])('in the sub-district and district %j the street %j is sent as %j', (city, street, sent) => {
  expect(addressOf({ ...draft, city, street }).street).toBe(sent)
})

test('in Thailand the phone and the postcode are checked as Thai ones', () => {
  const address = addressOf({ ...draft, phone: 'โทร', zipcode: '1050' })
  expect(addressErrors(address)).toEqual({ phone: 'thai_phone', zipcode: 'thai_postcode' })
  expect(addressErrors({ ...address, country: 'Laos' })).toEqual({ phone: 'phone_digits' })
  expect(addressErrors({ ...address, country: 'Laos', phone: '191 ext. 5' })).toEqual({})
  expect(addressErrors({ ...address, country: 'Laos', phone: '12', zipcode: '1/2' })).toEqual({
    phone: 'phone_digits',
    zipcode: 'postcode',
  })
})

test.each([
  ['United Kingdom', 'SW1A 1AA'],
  ['ญี่ปุ่น', '100-0001'],
  ['Ireland', 'D02 AF30'],
])('a postcode of %s has letters, spaces and hyphens: %s', (country, zipcode) => {
  expect(addressErrors(addressOf({ ...draft, country, zipcode }))).toEqual({})
  expect(addressErrors(addressOf({ ...draft, zipcode }))).toEqual({ zipcode: 'thai_postcode' })
})

test('every field but note and label is required, and named in the order of the form', () => {
  const empty = Object.fromEntries(Object.keys(draft).map((name) => [name, ' '])) as AddressDraft
  expect(Object.entries(addressErrors(addressOf(empty)))).toEqual(
    ['firstName', 'lastName', 'phone', 'zipcode', 'state', 'city', 'street', 'country'].map((name) => [
      name,
      'required',
    ]),
  )
})

test.each([
  ['สมหญิง ใจดี', 'สมหญิง', 'ใจดี'],
  ['สมชาย ณ อยุธยา', 'สมชาย', 'ณ อยุธยา'],
  ['Mary Ann Smith', 'Mary Ann', 'Smith'],
  [' Somchai ', 'Somchai', ''],
])('the name %j is split into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

test('a new address begins with who the last one was for', () => {
  const lastUsed = { firstName: 'Mali', lastName: 'Rak', phone: '0812345678' } as Parameters<typeof newAddress>[1]
  expect(newAddress({ name: 'Somchai Jaidee' }, lastUsed, 'Thailand')).toEqual({
    firstName: 'Mali',
    lastName: 'Rak',
    phone: '0812345678',
    country: 'Thailand',
  })
  expect(newAddress({ name: 'Somchai Jaidee' }, undefined, 'Thailand')).toMatchObject({
    firstName: 'Somchai',
    lastName: 'Jaidee',
    phone: '',
  })
})
