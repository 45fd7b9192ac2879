import { expect, test } from 'vitest'
import { isThaiPostcode } from '../../contract/delivery/address-rules.ts'
import { provinceOf, thaiProvinces } from '../../contract/delivery/thai-provinces.ts'
import { isThailand } from '../../contract/delivery/thailand.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { shop } from '../../shop.config.ts'
import { bangkokDistricts } from './bangkok-districts.ts'
import { isOutsideDeliveryArea } from './delivery-area.ts'

test.each(['Thailand', ' thailand ', 'TH', 'ไทย', 'ประเทศไทย'])('%j means Thailand', (country) => {
  expect(isThailand(country)).toBe(true)
})
test.each(['', 'Taiwan', 'Laos', 'Thai food'])('%j does not mean Thailand', (country) => {
  expect(isThailand(country)).toBe(false)
})

test('a Thai postcode has five digits, which may be typed as Thai digits', () => {
  expect(['10500', '1050', '105000', '1050a', '๑๐๕๐๐'].map(isThaiPostcode)).toEqual([true, false, false, false, false])
  expect(asciiDigits('๑๐๕๐๐ กรุงเทพ 7')).toBe('10500 กรุงเทพ 7')
})

test('the provinces are the 77 of Thailand, each once', () => {
  expect(new Set(thaiProvinces).size).toBe(77)
  expect(thaiProvinces).toHaveLength(77)
})

test('the first two digits tell the province, with exceptions', () => {
  expect(provinceOf('10500')).toEqual({ th: 'กรุงเทพมหานคร', en: 'Bangkok' })
  expect(provinceOf('10540')).toEqual({ th: 'สมุทรปราการ', en: 'Samut Prakan' })
  expect(provinceOf('50200')?.en).toBe('Chiang Mai')
  expect(provinceOf('96000')?.en).toBe('Narathiwat')
  for (const postcode of ['18220', '99999', '00123', '105', '']) expect(provinceOf(postcode)).toBeUndefined()
})

test('a postcode of Bangkok tells the district where it serves one, else which it serves', () => {
  expect(bangkokDistricts('10900')).toEqual([{ th: 'จตุจักร', en: 'Chatuchak' }])
  expect(bangkokDistricts('10110').map(({ en }) => en)).toEqual(['Khlong Toei', 'Watthana', 'Pathum Wan'])
  expect(bangkokDistricts('50200')).toEqual([])
})

test.each([
  ['Thailand', 'Bangkok', '10500', false],
  ['ไทย', 'กรุงเทพมหานคร', 10500, false],
  // Not the name of a province, so the postcode alone tells.
  ['ไทย', 'กทม.', 10500, false],
  ['Thailand', '', '50200', true],
  ['ประเทศไทย', '', '10540', true],
  ['Thailand', 'chiang mai', '10110', true],
  ['ไทย', 'เชียงใหม่ ', '10110', true],
  ['Laos', '', '01000', true],
  // Not certain where it lies, so nothing is said.
  ['Thailand', '', '18220', false],
])('an address in %s, %s %s is outside the delivery area: %s', (country, state, zipcode, outside) => {
  expect(shop.deliveryProvinces).toEqual(['Bangkok'])
  expect(isOutsideDeliveryArea({ country, state, zipcode })).toBe(outside)
})
