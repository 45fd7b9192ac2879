import { expect, test } from 'vitest'
import { readStock } from './read-stock.ts'

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['12', 12],
  ['1,000', 1000],
  ['1 000', 1000],
  ['๑,๐๐๐', 1000],
  ['1,000,000', 1_000_000],
])('reads %j pieces', (input, value) => {
  expect(readStock(input)).toEqual({ value })
})

test.each(['10.5', '1.000', '1,00', '0,100', '-1', '10 ชิ้น', '1000001', '1,000,001', 'ten'])(
  'refuses %j and says what to write',
  (input) => {
    expect(readStock(input)).toEqual({ error: 'A whole number from 0 to 1,000,000, such as 12' })
  },
)
