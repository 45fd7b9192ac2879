import { expect, test } from 'vitest'
import { nameWithSize } from './name-with-size.ts'

test('products of one name differ in their size, which is in the language if its unit is known', () => {
  expect(nameWithSize('Jasmine rice', '1 kg', 'en')).toBe('Jasmine rice (1 kg)')
  expect(nameWithSize('Jasmine rice', '5 kg', 'en')).toBe('Jasmine rice (5 kg)')
  expect(nameWithSize('ข้าวหอมมะลิ', '5 kg', 'th')).toBe('ข้าวหอมมะลิ (5 กก.)')
  expect(nameWithSize('ชุดของขวัญ', 'ถุงใหญ่', 'th')).toBe('ชุดของขวัญ (ถุงใหญ่)')
  expect(nameWithSize('Gift set', 'large box', 'en')).toBe('Gift set (large box)')
})

test('a product without a size has its name alone', () => {
  expect(nameWithSize('Jasmine rice', undefined, 'en')).toBe('Jasmine rice')
  expect(nameWithSize('Jasmine rice', null, 'th')).toBe('Jasmine rice')
  expect(nameWithSize('Jasmine rice', '', 'th')).toBe('Jasmine rice')
})
