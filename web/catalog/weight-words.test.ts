import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { weightWords } from './weight-words.ts'

afterEach(() => overwriteGetLocale(() => 'en'))

test('a Thai page says a number and a unit in Thai', () => {
  overwriteGetLocale(() => 'th')
  const said = ['500 g', '1.5 kg', '600ml', '2 L', '1 pc', '10 pcs', '3 × 60 g'].map(weightWords)
  expect(said).toEqual(
    ['500 กรัม', '1.5 กก.', '600 มล.', '2 ลิตร', '1 ชิ้น', '10 ชิ้น', '3 × 60 กรัม'].map((Weight) => ({ Weight })),
  )
})

test('words that have no translation are marked with their language', () => {
  overwriteGetLocale(() => 'th')
  expect(weightWords('1 bunch')).toEqual({ Weight: '1 bunch', weightLang: 'en' })
  expect(weightWords('about 500 g')).toEqual({ Weight: 'about 500 g', weightLang: 'en' })
  expect(weightWords('1 constructor')).toEqual({ Weight: '1 constructor', weightLang: 'en' })
  expect(weightWords('1 กำ')).toEqual({ Weight: '1 กำ' })
  overwriteGetLocale(() => 'en')
  expect(weightWords('1 กำ')).toEqual({ Weight: '1 กำ', weightLang: 'th' })
  expect(weightWords('500 g')).toEqual({ Weight: '500 g' })
})
