import { expect, test } from 'vitest'
import { stockMessage } from './stock-message.ts'

test('a category says how many of its products are in stock, as its chip counts them, unless all are', () => {
  expect(stockMessage(15, 14, '')).toBe('15 products, 14 in stock')
  expect(stockMessage(1, 0, '')).toBe('1 product, 0 in stock')
  expect(stockMessage(1000, 998, '')).toBe('1,000+ products, 998 in stock')
  // Both counts have reached the limit.
  expect(stockMessage(1000, 1000, '')).toBe('1,000+ products')
  expect(stockMessage(15, 15, '')).toBe('15 products')
  expect(stockMessage(15, undefined, '')).toBe('15 products')
  expect(stockMessage(3, 1, 'rice')).toBe('3 products for “rice”')
})
