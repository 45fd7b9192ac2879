import { describe, expect, test } from 'vitest'
import type { PromotionToApply } from '../pricing/promotions.ts'
import { applyWithDelivery, feeOf, freeFrom, missingToFree, nextTier } from './delivery.ts'

const tiers = [
  { from: 0, fee: 6000 },
  { from: 30_000, fee: 3000 },
  { from: 70_000, fee: 0 },
]

describe('the fee', () => {
  test.each([
    [0, 6000],
    [29_999, 6000],
    [30_000, 3000],
    [69_999, 3000],
    [70_000, 0],
    [9_999_999, 0],
  ])('for goods of %i is %i', (goods, fee) => {
    expect(feeOf(tiers, goods)).toBe(fee)
  })

  test('without tiers is nothing', () => {
    expect([feeOf([], 100), freeFrom([]), missingToFree([], 100)]).toEqual([0, 0, 0])
  })

  test('falls next where the next tier begins, which may be before it is free', () => {
    expect(nextTier(tiers, 29_710)).toEqual({ missing: 290, fee: 3000 })
    expect(nextTier(tiers, 30_000)).toEqual({ missing: 40_000, fee: 0 })
    expect([nextTier(tiers, 70_000), nextTier([], 0)]).toEqual([undefined, undefined])
  })

  test('is free from the first tier without one, and may never be', () => {
    expect([freeFrom(tiers), missingToFree(tiers, 69_900), missingToFree(tiers, 80_000)]).toEqual([70_000, 100, 0])
    const always = tiers.slice(0, 2)
    expect([freeFrom(always), missingToFree(always, 1)]).toEqual([null, null])
  })
})

describe('with promotions', () => {
  const line = { product: 'a', category: 'Fruits', offerPriceCents: 10_000, quantity: 3 }
  const promotion = (terms: PromotionToApply['terms'], more: Partial<PromotionToApply> = {}): PromotionToApply => ({
    id: 'x',
    name: 'x',
    terms,
    ...more,
  })
  const apply = (promotions: PromotionToApply[]) =>
    applyWithDelivery([line], promotions, (goods) => feeOf(tiers, goods))

  test('the fee goes by what the goods cost after them', () => {
    expect(apply([])).toMatchObject({ goods: 30_000, fee: 3000, shipping: 3000 })
    expect(apply([promotion({ kind: 'amount', amount: 1 })])).toMatchObject({
      goods: 29_900,
      fee: 6000,
      shipping: 6000,
    })
    // A code that takes 10% off the goods counts, too.
    expect(apply([promotion({ kind: 'percent', basisPoints: 1000 }, { code: 'TEN' })])).toMatchObject({
      goods: 27_000,
      fee: 6000,
    })
  })

  test('one of free delivery takes the fee off, and a code does only if there is a fee', () => {
    expect(apply([promotion({ kind: 'freeDelivery' })])).toMatchObject({
      fee: 3000,
      shipping: 0,
      applied: [{ cents: 0, shippingCents: 3000 }],
    })
    const code = promotion({ kind: 'freeDelivery' }, { code: 'RIDE' })
    expect(apply([code])).toMatchObject({ shipping: 0, noEffect: undefined })
    const free = applyWithDelivery([line], [code], () => 0)
    expect(free).toMatchObject({ shipping: 0, applied: [], noEffect: { reason: 'nothing' } })
  })

  test('one of free delivery with a minimum that isn’t reached leaves the fee', () => {
    expect(apply([promotion({ kind: 'freeDelivery' }, { minimum: 300.01 })])).toMatchObject({
      shipping: 3000,
      applied: [],
    })
  })
})
