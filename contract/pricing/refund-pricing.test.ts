import { describe, expect, test } from 'vitest'
import { cents } from '../values/money.ts'
import { costOfPart, costOfPieces, costsOfLines, costsWithin, leavesGoods, packOf, unitText } from './refund-pricing.ts'

describe('the price of lines', () => {
  const lines = [
    { net: 1000, basisPoints: 700 },
    { net: 501, basisPoints: 0 },
    { net: 500, basisPoints: 700 },
  ]

  test('is their net sum if prices include the tax', () => {
    expect(costsOfLines(lines, [{ basisPoints: 700, base: cents(1500), tax: cents(98) }], false)).toEqual([
      1000, 501, 500,
    ])
  })

  test('has its share of a tax on top, of which the delivery fee has the rest', () => {
    // 7% of 15.00 and of 3.00 of the fee.
    expect(costsOfLines(lines, [{ basisPoints: 700, base: cents(1800), tax: cents(126) }], true)).toEqual([
      1070, 501, 535,
    ])
  })
})

describe('the price of pieces', () => {
  const line = { cost: 1000, quantity: 3 }

  test('is rounded down, and the last piece has the remainder', () => {
    expect([0, 1, 2].map((before) => costOfPieces(line, before, 1))).toEqual([333, 333, 334])
    expect([costOfPieces(line, 0, 2), costOfPieces(line, 2, 1)]).toEqual([666, 334])
    expect([costOfPieces(line, 1, 2), costOfPieces(line, 0, 3), costOfPieces(line, 0, 0)]).toEqual([667, 1000, 0])
  })

  test('is exact where the product of price and pieces isn’t a safe integer', () => {
    const dear = { cost: 9_000_000_000_001, quantity: 3_000_000 }
    expect([costOfPieces(dear, 0, 2_999_999), costOfPieces(dear, 2_999_999, 1)]).toEqual([8_999_997_000_000, 3_000_001])
  })

  test('of more pieces than are left is an error', () => {
    expect(() => costOfPieces(line, 2, 2)).toThrow(new RangeError('a line of 3 pieces has no 4'))
  })
})

describe('the price of a part of a line', () => {
  /** Three bags of 1 kg, 299.99 together. */
  const bags = { cost: 29_999, quantity: 3, size: 1000 }

  test('goes by its grams, and parts in any order add up to the line', () => {
    expect(costOfPart(bags, [], { quantity: 0, measure: 300 })).toEqual({ cents: 2999, left: 3000 })
    const first = { quantity: 0, measure: 300 }
    expect(costOfPart(bags, [first], { quantity: 2 })).toEqual({ cents: 20_000, left: 2700 })
    expect(costOfPart(bags, [first, { quantity: 2 }], { quantity: 0, measure: 700 })).toEqual({
      cents: 7000,
      left: 700,
    })
    expect(2999 + 20_000 + 7000).toBe(bags.cost)
  })

  test('may be pieces and grams together', () => {
    expect(costOfPart(bags, [], { quantity: 1, measure: 500 })).toEqual({ cents: 14_999, left: 3000 })
  })

  test('is unknown if less is left', () => {
    const before = [{ quantity: 2, measure: 1 }]
    expect(costOfPart(bags, before, { quantity: 1 })).toEqual({ cents: undefined, left: 999 })
    expect(costOfPart(bags, before, { quantity: 0, measure: 999 })).toEqual({ cents: 9990, left: 999 })
  })

  test('is that of pieces if their size isn’t known', () => {
    const line = { cost: 1000, quantity: 3 }
    expect(costOfPart(line, [{ quantity: 1 }], { quantity: 2 })).toEqual({ cents: 667, left: 2 })
    expect(costOfPart(line, [{ quantity: 1 }], { quantity: 3 })).toEqual({ cents: undefined, left: 2 })
  })
})

describe('the refunds of parts', () => {
  test('are their prices if as much is left of the order', () => {
    expect(costsWithin([1000, 500], 1500)).toEqual([1000, 500])
    expect(costsWithin([1000, 500], 9999)).toEqual([1000, 500])
  })

  test('are what is left in proportion, to the cent, if that is less', () => {
    expect(costsWithin([1000, 500], 1499)).toEqual([999, 500])
    expect(costsWithin([1000, 500], 900)).toEqual([600, 300])
    expect(costsWithin([1, 1, 1], 2)).toEqual([1, 1, 0])
    expect(costsWithin([1000, 500], 0)).toEqual([0, 0])
  })
})

describe('goods are left', () => {
  const lines = [
    { product: 'rice', quantity: 2, size: 1000 },
    { product: 'eggs', quantity: 1 },
  ]
  const eggs = { product: 'eggs', quantity: 1 }

  test('until all pieces of all lines are refunded', () => {
    expect(leavesGoods(lines, [])).toBe(true)
    expect(leavesGoods(lines, [eggs, { product: 'rice', quantity: 1 }])).toBe(true)
    expect(leavesGoods(lines, [{ product: 'rice', quantity: 2 }])).toBe(true)
    expect(leavesGoods(lines, [eggs, { product: 'rice', quantity: 2 }])).toBe(false)
  })

  test('while a gram of a pack is', () => {
    const rice = (measure: number) => ({ product: 'rice', quantity: 0, measure })
    expect(leavesGoods(lines, [eggs, { product: 'rice', quantity: 1 }, rice(999)])).toBe(true)
    expect(leavesGoods(lines, [eggs, { product: 'rice', quantity: 1 }, rice(999), rice(1)])).toBe(false)
  })
})

test.each([
  ['1 kg', { amount: 1000, unit: 'g' }],
  ['500 ml', { amount: 500, unit: 'ml' }],
  ['6 pieces', undefined],
  ['a bunch', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
] as const)('the pack of the written size “%s”', (weight, pack) => {
  expect(packOf(weight)).toEqual(pack)
})

test('units are written in both languages', () => {
  expect([unitText('g', 'en'), unitText('ml', 'en'), unitText('g', 'th'), unitText('ml', 'th')]).toEqual([
    'g',
    'ml',
    'กรัม',
    'มล.',
  ])
})
