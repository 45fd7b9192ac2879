import { expect, test } from 'vitest'
import { thaiSound } from './thai.ts'

test.each([
  ['ศรี', 'สลิ'],
  ['โทษ', 'โทส'],
  ['คุณ', 'คุน'],
  ['ขวัญ', 'ขวัย'],
  ['กฎ', 'กด'],
  ['ปฏิบัติ', 'ปติบัติ'],
  ['มณฑา', 'มนทา'],
  ['ธง', 'ทง'],
  ['อิฐ', 'อิถ'],
  ['ภาพ', 'พาพ'],
  ['เมฆ', 'เมค'],
  ['เฌอ', 'เชอ'],
  ['ใบ', 'ไบ'],
  ['จุฬา', 'จุลา'],
  ['ปู', 'ปุ'],
  ['มือ', 'มึอ'],
  ['กรรม', 'กลม'],
  ['มะนาว', 'มะนาว'],
])('the key of %s is %s', (word, key) => {
  expect(thaiSound(word)).toBe(key)
})

test('words of one sound have one key, and others don’t', () => {
  expect(thaiSound('ไข่ใก่')).toBe(thaiSound('ไข่ไก่'))
  expect(thaiSound('ผัดกระเพา')).toBe(thaiSound('ผัดกระเภา'))
  expect(thaiSound('ปลา')).not.toBe(thaiSound('ปา'))
})
