import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { isWeight, localizedWeight } from './localized-weight.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('a Thai page translates a number with a unit', () => {
  overwriteGetLocale(() => 'th')
  const said = ['500 g', '1.5 kg', '600ml', '2 L', '1 pc', '10 pcs', '1 piece', '3 × 60 g'].map(localizedWeight)
  expect(said).toEqual(
    ['500 กรัม', '1.5 กก.', '600 มล.', '2 ลิตร', '1 ชิ้น', '10 ชิ้น', '1 ชิ้น', '3 × 60 กรัม'].map((Weight) => ({ Weight })),
  )
})

test('pieces have the Thai classifier of their kind', () => {
  overwriteGetLocale(() => 'th')
  const said = ['10 eggs', '1 Egg', '4 fruits', '2 ears', '3 sachets', '6 cans', '1 bunch'].map(localizedWeight)
  expect(said).toEqual(['10 ฟอง', '1 ฟอง', '4 ลูก', '2 ฝัก', '3 ซอง', '6 กระป๋อง', '1 กำ'].map((Weight) => ({ Weight })))
})

test('words that have no translation are marked with their language', () => {
  overwriteGetLocale(() => 'th')
  expect(localizedWeight('1 handful')).toEqual({ Weight: '1 handful', weightLang: 'en' })
  expect(localizedWeight('about 500 g')).toEqual({ Weight: 'about 500 g', weightLang: 'en' })
  expect(localizedWeight('1 constructor')).toEqual({ Weight: '1 constructor', weightLang: 'en' })
  expect(localizedWeight('1 กำ')).toEqual({ Weight: '1 กำ' })
  overwriteGetLocale(() => 'en')
  expect(localizedWeight('1 กำ')).toEqual({ Weight: '1 กำ', weightLang: 'th' })
  expect(localizedWeight('500 g')).toEqual({ Weight: '500 g' })
})

test('a number with a unit of mass is a weight; pieces, packs and volumes are not', () => {
  expect(['500 g', '1.5kg', '3 × 60 g', '250 กรัม', '1 กก.'].map(isWeight)).toEqual([true, true, true, true, true])
  expect(['10 pcs', '2 L', '1 pkg', '1 bunch', '10 ฟอง', ''].map(isWeight)).toEqual(Array(6).fill(false))
})
