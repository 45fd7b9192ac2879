import { expect, test } from 'vitest'
import { readSumField, readWholeField } from './read-fields.ts'

test('a whole number is read within its limits', () => {
  const limits = { min: -10, max: 10_000 }
  expect(['-10', ' ๑,๐๐๐ ', '10000'].map((text) => readWholeField(text, limits).value)).toEqual([-10, 1000, 10_000])
  expect(readWholeField(' ', limits)).toEqual({ wrong: { error: 'required' } })
  for (const text of ['-11', '10001', '1.5', 'ten'])
    expect(readWholeField(text, limits), text).toEqual({
      wrong: { error: 'whole_number', values: { min: -10, max: '10,000' } },
    })
})

test('an empty sum is nothing, and a wrong one is no amount', () => {
  expect(['', ' ', '0', '0.00', '๐', ',0', '12,50', '฿ 1,250'].map((text) => readSumField(text).value)).toEqual([
    0, 0, 0, 0, 0, 0, 1250, 125_000,
  ])
  for (const text of ['free', ',', '.']) expect(readSumField(text), text).toEqual({ wrong: { error: 'amount' } })
  expect(readSumField('1,2345')).toEqual({ wrong: { error: 'price_unclear' } })
  expect(readSumField('100000000').wrong?.error).toBe('price_too_high')
})
