import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { countWords, shownWords } from './count-words.ts'

test('a list is counted up to a thousand, a search up to a hundred, and higher counts are marked as more', () => {
  overwriteGetLocale(() => 'en')
  expect(countWords(999, '')).toBe('999 products')
  expect(countWords(1000, '')).toBe('1,000+ products')
  expect(countWords(99, 'rice')).toBe('99 products for “rice”')
  expect(countWords(100, 'rice')).toBe('100+ products for “rice”')
  overwriteGetLocale(() => 'th')
  expect(countWords(100, 'ข้าว')).toBe('พบกว่า 100 รายการที่ตรงกับ “ข้าว”')
  expect(countWords(1000, '')).toBe('สินค้ากว่า 1,000 รายการ')
})

test('the number shown is of the total, or of at least the counted number, and never exceeds it', () => {
  overwriteGetLocale(() => 'en')
  expect(shownWords(48, 70, 'rice')).toBe('Showing 48 of 70')
  expect(shownWords(48, 100, 'rice')).toBe('Showing 48 of 100+')
  expect(shownWords(120, 100, 'rice')).toBe('Showing 120 so far')
  expect(shownWords(48, 100, '')).toBe('Showing 48 of 100')
  expect(shownWords(48, 1000, '')).toBe('Showing 48 of 1,000+')
  overwriteGetLocale(() => 'th')
  expect(shownWords(48, 100, 'ข้าว')).toBe('แสดง 48 จากกว่า 100 รายการ')
  expect(shownWords(120, 100, 'ข้าว')).toBe('แสดงแล้ว 120 รายการ')
})
