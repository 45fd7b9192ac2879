import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taxRules } from '../settings/shop.ts'
import { taxOn, totalsOf } from './pricing.ts'
import {
  applyPromotions,
  discountsOf,
  type PromotedLine,
  type PromotionTerms,
  type PromotionToApply,
} from './promotions.ts'

/** A line of `quantity` pieces at a price in the shop's currency. */
const line = (product: string, price: number, quantity = 1, category = 'Fruits'): PromotedLine => ({
  product,
  category,
  offerPriceCents: Math.round(price * 100),
  quantity,
})

const promotion = (id: string, terms: PromotionTerms, more: Partial<PromotionToApply> = {}): PromotionToApply => ({
  id,
  name: id,
  terms,
  ...more,
})
const tenPercent = { kind: 'percent', basisPoints: 1000 } as const
const twoFor50 = { kind: 'pieces', pieces: 2, amount: 50 } as const
const buy2get1 = { kind: 'buyGet', buy: 2, get: 1 } as const
const fruits = { categories: ['Fruits'] }

/** What each promotion takes off the lines, in the shop's currency. */
const appliedTo = (...given: Parameters<typeof applyPromotions>) =>
  applyPromotions(...given).applied.map(({ promotion: { id }, lineCents }) => [
    id,
    ...lineCents.map((each) => each / 100),
  ])

describe('one promotion', () => {
  test.each<[string, PromotionTerms, PromotedLine[], number[]]>([
    ['a percentage off the order', tenPercent, [line('a', 10), line('b', 20, 2)], [1, 4]],
    ['a percentage of products', { ...tenPercent, products: ['b'] }, [line('a', 10), line('b', 20, 2)], [0, 4]],
    ['a percentage of a category', { ...tenPercent, ...fruits }, [line('a', 10), line('b', 20, 1, 'Dairy')], [1, 0]],
    ['half a cent up', tenPercent, [line('a', 0.05)], [0.01]],
    ['a sum off the order, spread', { kind: 'amount', amount: 10 }, [line('a', 10), line('b', 20)], [3.33, 6.67]],
    ['no more than the order costs', { kind: 'amount', amount: 100 }, [line('a', 10), line('b', 20)], [10, 20]],
    [
      'a sum off each piece',
      { kind: 'amount', amount: 5, products: ['b'] },
      [line('a', 10), line('b', 20, 3)],
      [0, 15],
    ],
    ['no more than a piece costs', { kind: 'amount', amount: 50, products: ['b'] }, [line('b', 20, 3)], [60]],
    ['two for 50', twoFor50, [line('a', 35, 2)], [20]],
    ['two for 50, one piece left over', twoFor50, [line('a', 35, 5)], [40]],
    ['two for 50 of different prices, dearest first', twoFor50, [line('a', 30), line('b', 40, 2)], [0, 30]],
    ['two for 50 across lines', twoFor50, [line('a', 30), line('b', 40, 3)], [8.57, 41.43]],
    ['nothing if the pieces cost less', twoFor50, [line('a', 20, 2)], []],
    ['buy two get one free', buy2get1, [line('a', 10, 3)], [10]],
    ['buy two get one free, twice', buy2get1, [line('a', 10, 8)], [20]],
    ['the cheapest of a group free', buy2get1, [line('a', 10, 2), line('b', 4)], [3.33, 0.67]],
    ['nothing for too few pieces', buy2get1, [line('a', 10, 2)], []],
  ])('takes %s', (_what, terms, lines, off) => {
    expect(appliedTo(lines, [promotion('p', terms)])).toEqual(off.length > 0 ? [['p', ...off]] : [])
  })

  test('counts only from its minimum on, of prices before promotions', () => {
    const fromFifty = promotion('p', tenPercent, { minimum: 50 })
    expect(appliedTo([line('a', 49.99)], [fromFifty])).toEqual([])
    const five = promotion('five', { kind: 'amount', amount: 5, products: ['a'] })
    expect(appliedTo([line('a', 50)], [fromFifty, five])).toEqual([
      ['five', 5],
      ['p', 4.5],
    ])
  })

  test('takes the delivery fee', () => {
    const free = promotion('p', { kind: 'freeDelivery' })
    expect(applyPromotions([line('a', 10)], [free], { shippingCents: 4000 }).applied).toMatchObject([
      { cents: 0, shippingCents: 4000 },
    ])
    expect(applyPromotions([line('a', 10)], [free]).applied).toEqual([])
  })
})

describe('several promotions', () => {
  test('each product takes part in the one that saves most', () => {
    const half = promotion('half', { kind: 'percent', basisPoints: 5000, products: ['b'] })
    const category = promotion('category', { ...tenPercent, ...fruits })
    expect(appliedTo([line('a', 100), line('b', 20)], [category, half])).toEqual([
      ['category', 10, 0],
      ['half', 0, 10],
    ])
  })

  test('one over several pieces goes first where it saves more', () => {
    const category = promotion('category', { ...tenPercent, ...fruits })
    const two = promotion('two', { ...twoFor50, products: ['a', 'b'] })
    expect(appliedTo([line('a', 30), line('b', 30), line('c', 10)], [category, two])).toEqual(
      [
        ['two', 5, 5],
        ['category', 0, 0, 1],
      ].map(([id, ...off]) => [id, ...off, ...Array(3 - off.length).fill(0)]),
    )
    expect(appliedTo([line('a', 26), line('b', 26)], [category, two])).toEqual([['category', 2.6, 2.6]])
  })

  test('the best one off the order follows, of what is left, and the code comes last', () => {
    const promotions = [
      promotion('category', { kind: 'percent', basisPoints: 5000, products: ['a'] }),
      promotion('small', { kind: 'amount', amount: 1 }),
      promotion('order', tenPercent),
      promotion('code', tenPercent, { code: 'SAWASDEE' }),
    ]
    expect(appliedTo([line('a', 100), line('b', 50)], promotions)).toEqual([
      ['category', 50, 0],
      ['order', 5, 5],
      ['code', 4.5, 4.5],
    ])
  })

  test('the first of equal ones is taken', () => {
    expect(appliedTo([line('a', 10)], [promotion('one', tenPercent), promotion('other', tenPercent)])).toEqual([
      ['one', 1],
    ])
  })
})

describe('a code without effect', () => {
  test.each<[string, PromotionTerms, Partial<PromotionToApply>, PromotedLine[], object]>([
    ['a minimum', tenPercent, { minimum: 50 }, [line('a', 30)], { reason: 'minimum', cents: 2000 }],
    ['other goods', { ...tenPercent, products: ['z'] }, {}, [line('a', 30)], { reason: 'goods' }],
    ['more pieces', buy2get1, {}, [line('a', 30, 2)], { reason: 'pieces', pieces: 1 }],
    ['a delivery fee', { kind: 'freeDelivery' }, {}, [line('a', 30)], { reason: 'nothing' }],
    ['dearer pieces', twoFor50, {}, [line('a', 20, 2)], { reason: 'nothing' }],
  ])('misses %s', (_what, terms, more, lines, noEffect) => {
    const result = applyPromotions(lines, [promotion('code', terms, { code: 'ABC', ...more })])
    expect(result).toMatchObject({ applied: [], noEffect })
  })
})

describe('what is missing', () => {
  const missing = (...given: Parameters<typeof applyPromotions>) =>
    applyPromotions(...given).missing.map(({ promotion: { id }, ...rest }) => ({ id, ...rest }))

  test('is the piece that makes two for 50', () => {
    const two = promotion('two', { ...twoFor50, products: ['a', 'b'] })
    expect(missing([line('x', 5), line('a', 30)], [two])).toEqual([{ id: 'two', pieces: 1, lines: [1] }])
    expect(missing([line('a', 30, 2)], [two])).toEqual([])
    expect(missing([line('a', 30, 3)], [two])).toEqual([{ id: 'two', pieces: 1, lines: [0] }])
    expect(missing([line('x', 5)], [two])).toEqual([])
    // Two of these cost less than 50.
    expect(missing([line('a', 20)], [two])).toEqual([])
  })

  test('is the sum up to a minimum', () => {
    expect(missing([line('a', 30)], [promotion('p', tenPercent, { minimum: 50 })])).toEqual([{ id: 'p', cents: 2000 }])
    expect(missing([], [promotion('p', tenPercent, { minimum: 50 })])).toEqual([])
  })

  test('leaves out goods that another promotion has', () => {
    const half = promotion('half', { kind: 'percent', basisPoints: 5000, products: ['a'] })
    expect(missing([line('a', 30)], [half, promotion('two', twoFor50)])).toEqual([])
  })
})

const anyScope = fc.oneof(
  fc.constant({}),
  fc.record({ products: fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }) }),
  fc.record({ categories: fc.subarray(['Fruits', 'Dairy'], { minLength: 1 }) }),
)
const anyAmount = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)
const anyTerms = fc
  .tuple(
    fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({ kind: fc.constant('amount' as const), amount: anyAmount }),
      fc.record({
        kind: fc.constant('buyGet' as const),
        buy: fc.integer({ min: 1, max: 5 }),
        get: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({
        kind: fc.constant('pieces' as const),
        pieces: fc.integer({ min: 2, max: 9 }),
        amount: anyAmount,
      }),
      fc.constant({ kind: 'freeDelivery' as const }),
    ),
    anyScope,
  )
  .map(([terms, scope]) => (terms.kind === 'freeDelivery' ? terms : { ...terms, ...scope }) as PromotionTerms)
const anyLines = fc
  .tuple(
    ...['a', 'b', 'c', 'd', 'e'].map((product) =>
      fc.record({
        product: fc.constant(product),
        category: fc.constantFrom('Fruits', 'Dairy'),
        offerPriceCents: fc.integer({ min: 1, max: 20_000 }),
        quantity: fc.integer({ min: 1, max: 99 }),
      }),
    ),
  )
  .chain((all) => fc.subarray(all as PromotedLine[], { minLength: 1 }))

describe('for any cart and any promotions', () => {
  const anyPromotions = fc
    .array(fc.record({ terms: anyTerms, minimum: fc.oneof(fc.constant(undefined), anyAmount) }), { maxLength: 8 })
    .chain((all) =>
      fc.boolean().map((withCode) =>
        all.map(
          (each, index): PromotionToApply => ({
            ...each,
            id: `p${index}`,
            name: `p${index}`,
            ...(withCode && index === 0 ? { code: 'ABC' } : {}),
          }),
        ),
      ),
    )

  test('totalsOf takes off exactly what was applied, line by line, and never more than a line costs', () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, fc.integer({ min: 0, max: 10_000 }), (lines, promotions, shippingCents) => {
        const { applied } = applyPromotions(lines, promotions, { shippingCents })
        const totals = totalsOf(lines, taxOn(taxRules.thailand, '2026-11-22'), { discounts: discountsOf(applied) })
        for (const [index, { discount }] of totals.lines.entries())
          expect(discount).toBe(applied.reduce((sum, each) => sum + (each.lineCents[index] ?? 0), 0))
        for (const each of applied) expect(each.cents).toBe(each.lineCents.reduce((sum, off) => sum + off, 0))
        expect(applied.filter(({ promotion: { code } }) => code).length).toBeLessThanOrEqual(1)
        expect(applied.reduce((sum, each) => sum + each.shippingCents, 0)).toBeLessThanOrEqual(shippingCents)
        expect(new Set(applied.map((each) => each.promotion.id)).size).toBe(applied.length)
      }),
      { numRuns: 300 },
    )
  })

  test('another promotion never makes a cart of single pieces dearer', () => {
    fc.assert(
      fc.property(anyLines, anyPromotions, (lines, promotions) => {
        const own = promotions.filter(({ code }) => !code)
        const off = (some: PromotionToApply[]) =>
          applyPromotions(lines, some).applied.reduce((sum, each) => sum + each.cents, 0)
        for (const one of own) expect(off(own)).toBeGreaterThanOrEqual(off([one]) - lines.length)
      }),
      { numRuns: 300 },
    )
  })
})
