import { expect, onTestFinished, test } from 'vitest'
import { setShop, shop } from '../shop.ts'
import { isReplaced, languageOf, ofPostcode, postcodeToFind } from './use-postcode.ts'

test('the district that a saved address has from its postcode is replaced with the postcode, but no other', () => {
  const saved = { country: 'Thailand', zipcode: '50000', city: 'ศรีภูมิ' }
  expect(ofPostcode(saved)).toEqual({})
  for (const city of ['แขวงสีลม เขตบางรัก', 'ต.ศรีภูมิ อ.เมืองเชียงใหม่', 'Si Lom, Bang Rak'])
    expect(ofPostcode({ ...saved, city })).toEqual({ city })
  expect(ofPostcode({ ...saved, zipcode: '๑๐๙๐๐', city: ' Chatuchak ' })).toEqual({ city: 'Chatuchak' })
  expect(ofPostcode({ ...saved, zipcode: '10110', city: 'Khlong Toei' })).toEqual({})
  expect(ofPostcode({ ...saved, country: 'France', city: 'Si Lom, Bang Rak' })).toEqual({})
  expect(ofPostcode({})).toEqual({})
})

test('a draft whose postcode was removed has its district from it, if a postcode determines it', () => {
  const draft = { country: 'Thailand', zipcode: '', city: 'Pathum Wan' }
  expect(ofPostcode(draft)).toEqual({ city: 'Pathum Wan' })
  expect(ofPostcode({ ...draft, zipcode: '1012', city: 'ปทุมวัน' })).toEqual({ city: 'ปทุมวัน' })
  expect(ofPostcode({ ...draft, zipcode: '10120' })).toEqual({})
  expect(ofPostcode({ ...draft, city: 'Yan Nawa' })).toEqual({})
  expect(ofPostcode({ ...draft, city: '' })).toEqual({})
})

test('another postcode replaces any province, also one that was typed or saved with a mistyped postcode', () => {
  for (const province of ['เชียงใหม่', 'Chiang Mai', 'กรุงเทพมหานคร'])
    expect(isReplaced('state', province, undefined)).toBe(true)
  expect(isReplaced('state', '', undefined)).toBe(true)
  expect(isReplaced('state', 'Isan', undefined)).toBe(false)
})

test('another postcode replaces the district that the one before has filled in, but not one that was typed', () => {
  expect(isReplaced('city', 'Chatuchak', 'Chatuchak')).toBe(true)
  expect(isReplaced('city', 'Chatuchak', undefined)).toBe(false)
  expect(isReplaced('city', 'Chiang Mai', 'Chatuchak')).toBe(false)
})

test('what is filled in has the language of the address’s province, without one the page’s', () => {
  expect(languageOf({ state: 'กรุงเทพมหานคร' })).toBe('th')
  expect(languageOf({ state: 'Bangkok' })).toBe('en')
  for (const state of ['', ' ', 'ของฉัน']) expect(languageOf({ state })).toBe('en')
})

test('a complete Thai postcode is looked up in a shop with zones', () => {
  const thai = (zipcode: string | number) => postcodeToFind({ country: 'Thailand', zipcode })
  expect(thai('10500')).toBeUndefined()
  const settings = shop
  onTestFinished(() => setShop(settings))
  setShop({ ...settings, hasZones: true })
  expect([thai(' ๑๐๕๐๐ '), thai(10500), thai('1050'), thai('SW1A')]).toEqual(['10500', '10500', undefined, undefined])
  expect(postcodeToFind({ country: 'France', zipcode: '75001' })).toBeUndefined()
})
