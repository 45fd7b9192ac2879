import { expect, test } from 'vitest'
import { readWhole } from './read-whole.ts'

test.each([
  ['0', 0],
  [' 12 ', 12],
  ['007', 7],
  ['1,000', 1000],
  ['1 000', 1000],
  ['1\u00a0000', 1000],
  ['1,000,000', 1_000_000],
  ['๙๐', 90],
  ['๑,๐๐๐', 1000],
  ['-0', 0],
])('%j is the whole number %i', (input, value) => {
  expect(readWhole(input)).toBe(value)
})

test.each([
  '',
  ' ',
  '1e1',
  '0x10',
  '0b1',
  '10.5',
  '10.',
  '1.000',
  '1,00',
  '0,100',
  ',100',
  '+5',
  '--5',
  '10 ชิ้น',
  'ten',
  'Infinity',
])('%j is no whole number', (input) => {
  expect(readWhole(input)).toBeUndefined()
})

test('a number outside the limits is refused, by default one below 0 or too large to be exact', () => {
  expect(['0', '1', '99', '100'].map((input) => readWhole(input, { min: 1, max: 99 }))).toEqual([
    undefined,
    1,
    99,
    undefined,
  ])
  expect(['-1', '9007199254740991', '9007199254740992'].map((input) => readWhole(input))).toEqual([
    undefined,
    9_007_199_254_740_991,
    undefined,
  ])
})

test('a number below 0 is typed with a hyphen or a minus sign', () => {
  expect(['-30', '−๓๐', '- 30', '-31'].map((input) => readWhole(input, { min: -30 }))).toEqual([
    -30,
    -30,
    -30,
    undefined,
  ])
})
