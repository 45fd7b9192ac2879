import { expect, test } from 'vitest'
import { readBasisPoints } from './read-basis-points.ts'

test.each([
  ['0', 0],
  ['7', 700],
  ['7%', 700],
  [' 7 % ', 700],
  ['7.5', 750],
  ['7,25', 725],
  ['7.', 700],
  ['.5', 50],
  ['0.29', 29],
  ['1.15', 115],
  ['๗', 700],
  ['๑๒.๕%', 1250],
  ['100', 10_000],
  ['100.00 %', 10_000],
])('%j is %i basis points', (input, basisPoints) => {
  expect(readBasisPoints(input)).toBe(basisPoints)
})

test.each([
  '',
  ' ',
  '%',
  '.',
  '.%',
  '1e1',
  '0x10',
  '12.345',
  '7.000',
  '100.01',
  '101',
  '-1',
  '+7',
  '7%5',
  '7 5',
  '7%%',
  '1,234.5',
  'ten',
])('%j is no percentage of two decimals from 0 to 100', (input) => {
  expect(readBasisPoints(input)).toBeUndefined()
})
