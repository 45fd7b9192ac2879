import { expect, test } from 'vitest'
import { ofPostcode } from './use-postcode.ts'

test('what a saved address has from its postcode is replaced with the postcode, but nothing else', () => {
  const saved = { country: 'Thailand', zipcode: '50000', state: 'เชียงใหม่', city: 'ศรีภูมิ' }
  expect(ofPostcode(saved)).toEqual({ state: 'เชียงใหม่' })
  expect(ofPostcode({ ...saved, zipcode: '๕๐๐๐๐', state: ' Chiang Mai ' })).toEqual({ state: 'Chiang Mai' })
  for (const city of ['แขวงสีลม เขตบางรัก', 'ต.ศรีภูมิ อ.เมืองเชียงใหม่', 'Si Lom, Bang Rak'])
    expect(ofPostcode({ ...saved, city })).toEqual({ state: 'เชียงใหม่', city })
  expect(ofPostcode({ ...saved, state: 'Isan' })).toEqual({})
  expect(ofPostcode({ ...saved, country: 'France' })).toEqual({})
  expect(ofPostcode({})).toEqual({})
})
