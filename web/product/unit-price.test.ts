import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { unitPriceOf } from './unit-price.ts'

const priced = (Weight: string | undefined, offerPrice: number) =>
  unitPriceOf({ offerPrice, ...(Weight === undefined ? {} : { Weight }) })

test('the price of a kilogram, a litre or a piece is read from the size', () => {
  overwriteGetLocale(() => 'en')
  expect(priced('500 g', 1.2)).toBe('$2.40 / kg')
  expect(priced('1.5 L', 0.6)).toBe('$0.40 / litre')
  expect(priced('3 × 200 ml', 2.1)).toBe('$3.50 / litre')
  expect(priced('10 eggs', 1.6)).toBe('$0.16 each')
})

test('there is none without a size, or for a single piece', () => {
  expect(priced(undefined, 1)).toBeUndefined()
  expect(priced('about a handful', 1)).toBeUndefined()
  expect(priced('1 pc', 1)).toBeUndefined()
})
