import { expect, test } from 'vitest'
import { isSuspiciousPrice, readPrice } from './read-price.ts'

test.each([
  ['25.50', 2550],
  [' 25.5 ', 2550],
  ['25', 2500],
  ['25.', 2500],
  ['.5', 50],
  ['0.05', 5],
  ['25,50', 2550],
  ['25,5', 2550],
  ['0,50', 50],
  ['1,234', 123_400],
  ['1,234.50', 123_450],
  ['1,234,567.8', 123_456_780],
  ['1.234,50', 123_450],
  ['๒๕', 2500],
  ['๒๕.๕๐', 2550],
  ['฿25', 2500],
  ['1 234.50', 123_450],
  ['19.99', 1999],
  ['9999999.99', 999_999_999],
])('%s is a price of %i cents', (input, cents) => {
  expect(readPrice(input)).toEqual({ cents })
})

test.each(['0,500', '12,34,5', '1,23,456', '25,', ',5', '12,3456', '1,234,50'])(
  '%s could be several prices, so it is asked about',
  (input) => {
    expect(readPrice(input)).toEqual({ error: 'price_unclear' })
  },
)

test.each(['0', '0.00', '-5', '1.999', '1.2.3', 'abc', '1e3', '0x10', '.', '25 baht'])('%s is no price', (input) => {
  expect(readPrice(input)).toEqual({ error: 'price' })
})

test('an empty field is required, and a price above the limit is refused with the limit', () => {
  expect(readPrice('  ')).toEqual({ error: 'required' })
  expect(readPrice('10000000')).toEqual({ error: 'price_too_high', values: { max: '9,999,999.99' } })
})

test('a price that is ten times, or a tenth of, the previous one needs a confirmation', () => {
  expect([
    isSuspiciousPrice(2.5, 25),
    isSuspiciousPrice(25, 2.5),
    isSuspiciousPrice(2.5, 24.99),
    isSuspiciousPrice(25, 2.51),
    isSuspiciousPrice(0, 25),
  ]).toEqual([true, true, false, false, false])
})
