import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { countMessage, shownMessage } from './count-message.ts'

test('a list is counted up to a thousand, a search up to a hundred, and higher counts are marked as more', () => {
  overwriteGetLocale(() => 'en')
  expect(countMessage(999, '')).toBe('999 products')
  expect(countMessage(1000, '')).toBe('1,000+ products')
  expect(countMessage(99, 'rice')).toBe('99 products for “rice”')
  expect(countMessage(100, 'rice')).toBe('100+ products for “rice”')
  overwriteGetLocale(() => 'th')
  expect(countMessage(100, 'ข้าว')).toBe('พบกว่า 100 รายการที่ตรงกับ “ข้าว”')
  expect(countMessage(1000, '')).toBe('สินค้ากว่า 1,000 รายการ')
})

test('the number shown is of the total, or of at least the counted number, and never exceeds it', () => {
  overwriteGetLocale(() => 'en')
  expect(shownMessage(48, 70, 'rice')).toBe('Showing 48 of 70')
  expect(shownMessage(48, 100, 'rice')).toBe('Showing 48 of 100+')
  expect(shownMessage(120, 100, 'rice')).toBe('Showing 120 so far')
  expect(shownMessage(48, 100, '')).toBe('Showing 48 of 100')
  expect(shownMessage(48, 1000, '')).toBe('Showing 48 of 1,000+')
  overwriteGetLocale(() => 'th')
  expect(shownMessage(48, 100, 'ข้าว')).toBe('แสดง 48 จากกว่า 100 รายการ')
  expect(shownMessage(120, 100, 'ข้าว')).toBe('แสดงแล้ว 120 รายการ')
})
