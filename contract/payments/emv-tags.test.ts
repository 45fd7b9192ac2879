import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeWithCrc, crc16, readTags, writeTag } from './emv-tags.ts'

test('computes CRC-16/CCITT-FALSE', () => {
  // The check value of the CRC catalogue.
  expect(crc16('123456789')).toBe('29B1')
  expect(crc16('')).toBe('FFFF')
  expect(closeWithCrc('004000060000010103002021900021231231212000115102TH', '91')).toMatch(/91049C30$/)
})

test('reads the tags that it wrote, in their order', () => {
  const values = fc.string({ minLength: 1, maxLength: 99, unit: 'grapheme-ascii' })
  const tags = fc.uniqueArray(
    fc.tuple(
      fc.nat({ max: 99 }).map((id) => String(id).padStart(2, '0')),
      values,
    ),
    { selector: ([id]) => id, maxLength: 20 },
  )
  fc.assert(
    fc.property(tags, (written) => {
      const text = written.map(([id, value]) => writeTag(id, value)).join('')
      expect([...(readTags(text) ?? [])]).toEqual(written)
    }),
  )
})

test.each([
  ['a text that ends within a value', '0005abcd'],
  ['a text that ends within a head', '0001a53'],
  ['a length that is no number', '00-4abcd'],
  ['a tag that is no number', 'AB02xy'],
  ['an empty value', '000053'],
  ['a tag that is there twice', '0001a0001a'],
  ['digits of another script', '๐๐01a'],
])('doesn’t read %s', (_what, text) => {
  expect(readTags(text)).toBeUndefined()
})

test('doesn’t write a value that can’t be read again', () => {
  for (const [id, value] of [
    ['00', ''],
    ['00', 'x'.repeat(100)],
    ['00', 'ก'],
    ['00', 'a\n'],
    ['0', 'a'],
    ['0a', 'a'],
  ] as const)
    expect(() => writeTag(id, value)).toThrow(RangeError)
})
