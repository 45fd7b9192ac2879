import { expect, test } from 'vitest'
import { withOverlaps } from './zone-overlaps.ts'

/** Returns the overlaps of each zone: the numbers of the earlier zones that get an area, by its code. */
function overlapsOf(...zones: string[][]) {
  const numbered = zones.map((codes, number) => ({ number, codes }))
  return withOverlaps(numbered).map(({ overlaps }) =>
    Object.fromEntries([...overlaps].map(([code, earlier]) => [code, earlier.map(({ number }) => number)])),
  )
}

test('zones of different areas don’t overlap', () => {
  expect(overlapsOf(['10500'], ['10330', '100203'], [])).toEqual([{}, {}, {}])
})

test('an area belongs to the first zone that has it', () => {
  expect(overlapsOf(['10500'], ['10330', '10500'], ['10500', '10330'])).toEqual([
    {},
    { 10500: [0] },
    { 10500: [0], 10330: [1] },
  ])
})

test('a postcode of which all sub-districts are in earlier zones belongs to them', () => {
  const [rongMueang, others] = [['100701'], ['100702', '100703', '100704']]
  expect(overlapsOf(rongMueang, others, ['10330'])).toEqual([{}, {}, { 10330: [0, 1] }])
  expect(overlapsOf(rongMueang, others.slice(1), ['10330'])).toEqual([{}, {}, {}])
})

test('a sub-district of which all postcodes are in earlier zones belongs to them', () => {
  // Suan Chit Lada has 10300 and 10303.
  expect(overlapsOf(['10303'], ['10300'], ['100203'])).toEqual([{}, {}, { 100203: [0, 1] }])
  expect(overlapsOf(['10303'], ['100203'])).toEqual([{}, {}])
})

test('a zone’s own areas don’t overlap each other, and a code that isn’t known only itself', () => {
  expect(overlapsOf(['10330', '100701', '100702', '100703', '100704'])).toEqual([{}])
  expect(overlapsOf(['99999'], ['99999', '88888'])).toEqual([{}, { 99999: [0] }])
})
