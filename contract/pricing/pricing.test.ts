import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxRules } from '../settings/shop.ts'
import {
  allocate,
  type Discount,
  type PricedLine,
  rateOf,
  type TaxOfDay,
  type TaxRules,
  taxOn,
  totalsOf,
} from './pricing.ts'
import { costOfPieces, costsOfLines } from './refund-pricing.ts'

const today = '2026-11-22'
const added2Percent = taxOn(taxRules.added2Percent, today)
const thailand = taxOn(taxRules.thailand, today)
const none = taxOn(taxRules.none, today)

const piece = (offerPriceCents: number, taxClass?: string): PricedLine => ({ offerPriceCents, quantity: 1, taxClass })
const sumsOf = (...given: Parameters<typeof totalsOf>) => {
  const { lines: _, taxes: __, ...sums } = totalsOf(...given)
  return sums
}

describe('a tax that is added', () => {
  test('is 2% of the cart amount, rounded down to the cent', () => {
    const lines = [
      { offerPriceCents: 360, quantity: 2 },
      { offerPriceCents: 425, quantity: 1 },
      { offerPriceCents: 840, quantity: 1 },
    ]
    // 19.85; 2% of it is 0.397.
    const sums = { subtotal: 1985, discount: 0, shipping: 0, tax: 39, total: 2024 }
    expect(sumsOf(lines, added2Percent)).toEqual(sums)
    expect([5997, 49, 50].map((price) => totalsOf([piece(price)], added2Percent).tax)).toEqual([119, 0, 1])
  })

  test('makes the total the floor of 102% of the cart amount, for any cart', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 100 }), (lines) => {
        const { total } = totalsOf(lines, added2Percent)
        const exact = lines.reduce((sum, each) => sum + BigInt(each.offerPriceCents) * BigInt(each.quantity), 0n)
        return BigInt(total) === (exact * 102n) / 100n
      }),
    )
  })
})

describe('a tax that is included', () => {
  test.each([
    [10_700, 700],
    [10_000, 654],
    [28_450, 1861],
    [99, 6],
    [749, 49],
    [0, 0],
  ])('of %i satang is %i', (price, tax) => {
    expect(sumsOf([piece(price)], thailand)).toEqual({ subtotal: price, discount: 0, shipping: 0, tax, total: price })
  })

  test('is computed once from the taxed part, not line by line', () => {
    const lines = [piece(99), piece(99), piece(99), piece(5000, 'exempt')]
    // 7/107 of 2.97 is 0.194; three times 7/107 of 0.99, rounded, would be 0.18.
    expect(totalsOf(lines, thailand)).toMatchObject({
      taxes: [{ basisPoints: 700, base: 297, tax: 19 }],
      tax: 19,
      total: 5297,
    })
  })

  test('is rounded up at exactly half a cent, or down where the rules say so', () => {
    const half: TaxOfDay = { mode: 'included', rounding: 'half up', rates: { standard: 10_000 } }
    expect(totalsOf([piece(101)], half).tax).toBe(51)
    expect(totalsOf([piece(101)], { ...half, rounding: 'down' }).tax).toBe(50)
  })
})

test('a shop without tax charges the prices as they are', () => {
  const sums = { subtotal: 5997, discount: 0, shipping: 0, tax: 0, total: 5997 }
  expect(sumsOf([{ offerPriceCents: 1999, quantity: 3 }], none)).toEqual(sums)
  expect(totalsOf([piece(1999)], none).taxes).toEqual([])
})

test('an empty cart costs nothing', () => {
  expect(totalsOf([], added2Percent)).toEqual({
    lines: [],
    subtotal: 0,
    discount: 0,
    shipping: 0,
    taxes: [],
    tax: 0,
    total: 0,
  })
})

test('refuses a fraction of a piece, and negative amounts', () => {
  expect(() => totalsOf([{ offerPriceCents: 100, quantity: 1.5 }], added2Percent)).toThrow(RangeError)
  expect(() => totalsOf([piece(100)], added2Percent, { discounts: [{ cents: -1 }] })).toThrow(RangeError)
  expect(() => totalsOf([piece(100)], added2Percent, { shippingCents: -1 })).toThrow(RangeError)
})

describe('tax classes', () => {
  test('a rate holds from its day until the day of a later one', () => {
    const rates = [
      { from: '2028-10-01', basisPoints: 1000 },
      { from: '1999-04-01', basisPoints: 700 },
    ]
    const rules: TaxRules = { ...taxRules.thailand, classes: [{ id: 'standard', name: '', nameTh: '', rates }] }
    const on = (day: string) => rateOf(taxOn(rules, day), 'standard')
    expect(['1999-03-31', '1999-04-01', '2028-09-30', '2028-10-01', '2100-01-01'].map(on)).toEqual([
      0, 700, 700, 1000, 1000,
    ])
  })

  test('a product of no class, or of one that the shop doesn’t have any more, is taxed at the standard rate', () => {
    for (const taxClass of [undefined, null, '', 'luxury', 'constructor', '__proto__'])
      expect(rateOf(thailand, taxClass), String(taxClass)).toBe(700)
    expect(rateOf(thailand, 'exempt')).toBe(0)
  })

  test('each rate has its own sum, the highest first', () => {
    const rates = { standard: 700, luxury: 2000, exempt: 0 }
    const lines = [piece(10_700), piece(12_000, 'luxury'), piece(500, 'exempt')]
    const { taxes, tax, total } = totalsOf(lines, { mode: 'included', rounding: 'half up', rates })
    expect(taxes).toEqual([
      { basisPoints: 2000, base: 12_000, tax: 2000 },
      { basisPoints: 700, base: 10_700, tax: 700 },
    ])
    expect([tax, total]).toEqual([2700, 23_200])
  })

  test('the delivery fee of goods that are free is taxed by what they would cost, in either order', () => {
    const lines = [piece(4900, 'exempt'), piece(14_700)]
    for (const each of [lines, lines.toReversed()]) {
      const free = totalsOf(each, thailand, { discounts: [{ cents: 19_600 }], shippingCents: 4000 })
      expect([free.total, free.taxes]).toEqual([4000, [{ basisPoints: 700, base: 3000, tax: 196 }]])
    }
  })

  test('the delivery fee is taxed as the goods are, in proportion', () => {
    const lines = [piece(7500), piece(2500, 'exempt')]
    const { taxes, shipping, total } = totalsOf(lines, thailand, { shippingCents: 4000 })
    // Three quarters of the goods are taxed, so 30.00 of the fee is.
    expect(taxes).toEqual([{ basisPoints: 700, base: 10_500, tax: 687 }])
    expect([shipping, total]).toEqual([4000, 14_000])
  })
})

describe('discounts', () => {
  test('are spread over the lines by the largest remainder', () => {
    const { lines, discount, total } = totalsOf([piece(100), piece(100), piece(100)], none, {
      discounts: [{ cents: 100 }],
    })
    expect(lines.map((line) => line.discount)).toEqual([34, 33, 33])
    expect([discount, total]).toEqual([100, 200])
  })

  test('go to their own lines only, and the next one sees what is left', () => {
    const { lines } = totalsOf([piece(1000), piece(3000)], none, {
      discounts: [{ cents: 500, lines: [0] }, { cents: 350 }],
    })
    expect(lines.map((line) => line.net)).toEqual([450, 2700])
  })

  test('never take off more than the lines cost', () => {
    const lines = [piece(1000), piece(3000)]
    expect(totalsOf(lines, thailand, { discounts: [{ cents: 9999, lines: [0] }] }).discount).toBe(1000)
    expect(sumsOf(lines, added2Percent, { discounts: [{ cents: 9999 }] })).toMatchObject({
      discount: 4000,
      tax: 0,
      total: 0,
    })
  })

  test('lower the tax, added or included', () => {
    expect(sumsOf([piece(10_000)], added2Percent, { discounts: [{ cents: 1000 }] })).toMatchObject({
      tax: 180,
      total: 9180,
    })
    expect(totalsOf([piece(11_700)], thailand, { discounts: [{ cents: 1000 }] }).tax).toBe(700)
  })
})

const anyLine = fc.record({
  offerPriceCents: fc.integer({ min: 1, max: 999_999_999 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  taxClass: fc.constantFrom(undefined, 'standard', 'exempt', 'unknown'),
})
const anyDiscount: fc.Arbitrary<Discount> = fc.record(
  { cents: fc.nat({ max: 2_000_000_000 }), lines: fc.uniqueArray(fc.nat({ max: 4 }), { maxLength: 5 }) },
  { requiredKeys: ['cents'] },
)

test('lines, discounts, fee and tax add up to the total, for any cart', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 5, maxLength: 12 }),
      fc.array(anyDiscount, { maxLength: 3 }),
      fc.nat({ max: 100_000 }),
      fc.constantFrom(added2Percent, thailand, none),
      (lines, discounts, shippingCents, tax) => {
        const totals = totalsOf(lines, tax, { discounts, shippingCents })
        const net = totals.lines.reduce((sum, line) => sum + line.net, 0)
        expect(net).toBe(totals.subtotal - totals.discount)
        for (const line of totals.lines) expect(line.discount).toBeLessThanOrEqual(line.gross)
        expect(totals.total).toBe(net + shippingCents + (tax.mode === 'added' ? totals.tax : 0))
        expect(totals.tax).toBe(totals.taxes.reduce((sum, each) => sum + each.tax, 0))
      },
    ),
  )
})

describe('allocate', () => {
  test('adds up to the amount, and no share is a cent away from its exact part', () => {
    const any = fc.nat({ max: 10_000_000_000 })
    fc.assert(
      fc.property(any, fc.array(any, { minLength: 1, maxLength: 20 }), (amount, weights) => {
        const shares = allocate(amount, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
        if (sum === 0n) return
        for (const [index, share] of shares.entries()) {
          const distance = BigInt(share) * sum - BigInt(amount) * BigInt(weights[index] ?? 0)
          expect(distance > -sum && distance < sum).toBe(true)
        }
      }),
    )
  })

  test('gives all to the first if nothing has a weight, and nothing without parts', () => {
    expect(allocate(5, [0, 0])).toEqual([5, 0])
    expect(allocate(5, [])).toEqual([])
  })
})

describe('what a line cost', () => {
  const costsOf = (lines: PricedLine[], tax: TaxOfDay, extras = {}) => {
    const totals = totalsOf(lines, tax, extras)
    return { costs: costsOfLines(totals.lines, totals.taxes, tax.mode === 'added'), totals }
  }

  test('has its share of discounts and of added tax; included tax is in the price', () => {
    // 2% of 4,000 less 400 are 72, in proportion to 900 and 2,700.
    expect(costsOf([piece(1000), piece(3000)], added2Percent, { discounts: [{ cents: 400 }] }).costs).toEqual([
      918, 2754,
    ])
    expect(costsOf([piece(1070), piece(3000)], thailand).costs).toEqual([1070, 3000])
  })

  test('is with the delivery fee and its tax the total, for any cart', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 5, maxLength: 12 }),
        fc.array(anyDiscount, { maxLength: 3 }),
        fc.nat({ max: 100_000 }),
        fc.constantFrom(added2Percent, thailand, none),
        (lines, discounts, shippingCents, tax) => {
          const { costs, totals } = costsOf(lines, tax, { discounts, shippingCents })
          const fee = totals.total - costs.reduce((sum, cost) => sum + cost, 0)
          expect(fee).toBeGreaterThanOrEqual(shippingCents)
          if (shippingCents === 0) expect(fee).toBe(0)
          for (const [index, { net }] of totals.lines.entries()) expect(costs[index]).toBeGreaterThanOrEqual(net)
        },
      ),
    )
  })
})

describe('what pieces of a line cost', () => {
  test('is rounded down, and the last piece takes what is left', () => {
    const line = { cost: 100, quantity: 3 }
    expect([0, 1, 2].map((before) => costOfPieces(line, before, 1))).toEqual([33, 33, 34])
    expect([costOfPieces(line, 0, 2), costOfPieces(line, 2, 1), costOfPieces(line, 0, 3)]).toEqual([66, 34, 100])
    expect(costOfPieces({ cost: 2, quantity: 99 }, 98, 1)).toBe(1)
    expect(costOfPieces(line, 0, 0)).toBe(0)
  })

  test.each([
    [0, 4],
    [3, 1],
    [0, -1],
    [-1, 1],
    [0, 0.5],
    [0, Number.NaN],
  ])('throws after %d pieces for %d', (before, pieces) => {
    expect(() => costOfPieces({ cost: 100, quantity: 3 }, before, pieces)).toThrow(RangeError)
  })
})
