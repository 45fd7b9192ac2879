import { expect, test } from 'vitest'
import { cents } from '../values/money.ts'
import { creditedRates, type RatePart } from './tax-parts.ts'

const sumOf = (notes: readonly RatePart[][], key: 'gross' | 'tax') =>
  notes.flat().reduce((sum, part) => sum + part[key], 0)

test('fifty credits of one satang take off the tax of fifty satangs', () => {
  const rates = [{ basisPoints: 700, gross: 29_700, tax: 1943 }]
  const notes: RatePart[][] = []
  for (let index = 0; index < 50; index += 1) notes.push(creditedRates(rates, notes, cents(1)))
  // 296.50 × 7 / 107 = 19.397
  expect(1943 - sumOf(notes, 'tax')).toBe(1940)
  expect(sumOf(notes, 'gross')).toBe(50)
  // One note of the rest is exactly what is left.
  expect(creditedRates(rates, notes, cents(29_650))).toEqual([{ basisPoints: 700, gross: 29_650, tax: 1940 }])
})

test('after any credits the tax left is that of the sum left, and no credit has more tax than value', () => {
  let state = 7
  const upTo = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % count
  }
  for (let order = 0; order < 200; order += 1) {
    const gross = 1 + upTo(50_000)
    const rates = [
      { basisPoints: 700, gross, tax: Math.round((gross * 7) / 107) },
      { basisPoints: 0, gross: 1 + upTo(20_000), tax: 0 },
    ]
    const notes: RatePart[][] = []
    for (;;) {
      const left = rates.map(({ basisPoints, gross, tax }) => {
        const before = notes.flat().filter((each) => each.basisPoints === basisPoints)
        return { gross: gross - sumOf([before], 'gross'), tax: tax - sumOf([before], 'tax') }
      })
      expect(left[0]?.tax).toBe(Math.round(((left[0]?.gross ?? 0) * 7) / 107))
      const most = left.reduce((sum, { gross }) => sum + gross, 0)
      if (most === 0) break
      const wanted = new Map(upTo(2) === 0 ? [[700, 1 + upTo(500)]] : [])
      const note = creditedRates(rates, notes, cents(Math.min(most, 1 + upTo(3) ** 8 * 10)), wanted)
      for (const { gross, tax } of note) expect(tax >= 0 && tax <= gross, `${tax} of ${gross}`).toBe(true)
      notes.push(note)
    }
    expect(sumOf(notes, 'tax')).toBe(rates[0]?.tax)
  }
})

test('notes of earlier versions, each rounded alone, are made up for as far as a note has the value', () => {
  const rates = [{ basisPoints: 700, gross: 29_700, tax: 1943 }]
  const notes = Array.from({ length: 49 }, () => [{ basisPoints: 700, gross: 1, tax: 0 }])
  expect(creditedRates(rates, notes, cents(1))).toEqual([{ basisPoints: 700, gross: 1, tax: 1 }])
  expect(creditedRates(rates, notes, cents(107))).toEqual([{ basisPoints: 700, gross: 107, tax: 10 }])
})

test('a document of an order from before tax classes has its tax taken off in proportion', () => {
  const rates = [{ basisPoints: 0, gross: 10_200, tax: 200 }]
  expect(creditedRates(rates, [], cents(5100))).toEqual([{ basisPoints: 0, gross: 5100, tax: 100 }])
})
