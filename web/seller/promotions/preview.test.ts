import { expect, test } from 'vitest'
import type { AvailablePromotion, Promotion } from '../../../contract/entities/promotion.ts'
import { previewOf, promotionOfDraft } from './preview.ts'
import { emptyPromotion } from './promotion-draft.ts'

const tax = { mode: 'added', rounding: 'down', rates: { standard: 200 } } as const
const cola = { _id: 'cola', category: 'Drinks', offerPrice: 30, taxClass: 'standard' }
const bread = { _id: 'bread', category: 'Bakery', offerPrice: 45.5, taxClass: 'standard' }
const cart = [
  { product: cola, quantity: 2 },
  { product: bread, quantity: 1 },
]
const draft = (terms: AvailablePromotion['terms'], more: Partial<AvailablePromotion> = {}): AvailablePromotion => ({
  id: 'draft',
  name: 'Draft',
  terms,
  ...more,
})
const other = (terms: Promotion['terms'], more: Partial<Promotion> = {}) =>
  ({ id: 'other', name: 'Other', terms, state: 'on', firstOrder: false, ...more }) as Promotion
const twoFor50 = { kind: 'pieces' as const, pieces: 2, amount: 50, products: ['cola'] }
const tenOff = { kind: 'percent', basisPoints: 1000 } as const

test('the preview of a cart has the sums of the order', () => {
  // 105.50 less 10.00 for the colas and 9.55 for a tenth of the rest is 85.95; 2% of it is 1.71.
  const { totals, applied, noEffect } = previewOf(cart, draft(tenOff), [other(twoFor50)], tax)
  expect(applied.map(({ promotion, cents }) => [promotion.id, cents])).toEqual([
    ['other', 1000],
    ['draft', 955],
  ])
  expect([totals.subtotal, totals.discount, totals.total]).toEqual([10_550, 1955, 8766])
  expect(noEffect).toBeUndefined()
})

test('promotions that not every shopper has now don’t count in the preview', () => {
  const quiet = [
    other(tenOff, { code: 'SAWASDEE' }),
    other(tenOff, { state: 'off' }),
    other(tenOff, { state: 'later' }),
    other(tenOff, { firstOrder: true }),
  ]
  expect(previewOf(cart, draft(tenOff), quiet, tax).totals.discount).toBe(1055)
  expect(previewOf(cart, undefined, quiet, tax)).toMatchObject({ applied: [], noEffect: undefined })
})

test('the draft replaces its stored version in the preview', () => {
  const stored = other({ kind: 'percent', basisPoints: 5000 }, { id: 'draft' })
  expect(previewOf(cart, draft(tenOff), [stored], tax).totals.discount).toBe(1055)
})

test('the preview says why a promotion takes nothing off, also one without a code', () => {
  const why = (of: AvailablePromotion, others: Promotion[] = []) => previewOf(cart, of, others, tax).noEffect
  for (const code of [{}, { code: 'SAWASDEE' }]) {
    expect(why(draft(tenOff, { minimum: 200, ...code }))).toEqual({ reason: 'minimum', cents: 9450 })
    expect(why(draft({ ...twoFor50, pieces: 5 }, code))).toEqual({ reason: 'pieces', pieces: 3 })
    expect(why(draft({ ...tenOff, categories: ['Dairy'] }, code))).toEqual({ reason: 'goods' })
    expect(why(draft({ ...twoFor50, amount: 80 }, code))).toEqual({ reason: 'nothing' })
  }
  expect(
    why(draft({ kind: 'amount', amount: 1, products: ['bread'] }), [other({ ...tenOff, categories: ['Bakery'] })]),
  ).toEqual({ reason: 'others' })
})

test('a new promotion is previewed before it has a name, but not while its terms are wrong', () => {
  expect(promotionOfDraft('1', emptyPromotion)).toEqual({ id: '1', name: 'New promotion', terms: tenOff })
  expect(promotionOfDraft('1', { ...emptyPromotion, nameTh: 'ลดสิบ', code: 'sale10', minimum: '200' })).toMatchObject({
    nameTh: 'ลดสิบ',
    code: 'SALE10',
    minimum: 200,
  })
  expect(promotionOfDraft('1', { ...emptyPromotion, percent: 'x' })).toBeUndefined()
})
