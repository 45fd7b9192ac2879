import { sumOf } from '../pricing/pricing.ts'
import {
  applyPromotions,
  type PromotedLine,
  type PromotionResult,
  type PromotionToApply,
} from '../pricing/promotions.ts'
import { type Cents, cents } from '../values/money.ts'

/*
 * What delivery costs. Orders, the cart and the seller's preview all use it.
 */

/**
 * The fee for goods that cost `from` and more, in cents. The first tier of a zone is from 0, and each next one is
 * cheaper.
 */
export type FeeTier = { from: number; fee: number }

/**
 * Returns whether tiers begin at 0, and each next one is from more and cheaper. In cents, or in the shop's currency.
 */
export function areTiers(tiers: readonly FeeTier[]): boolean {
  return tiers.every(({ from, fee }, index) => {
    const before = tiers[index - 1]
    return before ? from > before.from && fee < before.fee : from === 0
  })
}

/** Returns the fee for goods that cost this much after promotions. Without tiers delivery is free. */
export function feeOf(tiers: readonly FeeTier[], goodsCents: number): Cents {
  return cents(tiers.findLast(({ from }) => from <= goodsCents)?.fee ?? 0)
}

/** Returns what goods have to cost for free delivery; null if it is never free. */
export function freeFrom(tiers: readonly FeeTier[]): Cents | null {
  if (tiers.length === 0) return cents(0)
  const free = tiers.find(({ fee }) => fee === 0)
  return free ? cents(free.from) : null
}

/** Returns how much more the goods have to cost for free delivery: 0 if it is free, null if it never is. */
export function missingToFree(tiers: readonly FeeTier[], goodsCents: number): Cents | null {
  const from = freeFrom(tiers)
  return from === null ? null : cents(Math.max(from - goodsCents, 0))
}

/** Returns the next cheaper tier, and how much more the goods have to cost for it; undefined at the cheapest. */
export function nextTier(tiers: readonly FeeTier[], goodsCents: number): { missing: Cents; fee: Cents } | undefined {
  const next = tiers.find(({ from }) => from > goodsCents)
  return next && { missing: cents(next.from - goodsCents), fee: cents(next.fee) }
}

/** What promotions take off a cart and its delivery fee. */
export type DeliveredCart<P extends PromotionToApply> = PromotionResult<P> & {
  /** What the goods cost after promotions: the fee goes by it. */
  goods: Cents
  /** The fee before promotions. */
  fee: Cents
  /** The fee after them: `shippingCents` of `totalsOf`. */
  shipping: Cents
}

/**
 * Applies promotions to a cart and to its delivery fee. The fee depends on what the goods cost after the promotions on
 * goods; a promotion of free delivery then takes it off. `feeFor` returns the fee for goods that cost this much.
 */
export function applyWithDelivery<P extends PromotionToApply>(
  lines: readonly PromotedLine[],
  promotions: readonly P[],
  feeFor: (goodsCents: Cents) => number,
): DeliveredCart<P> {
  const onGoods = applyPromotions(lines, promotions)
  const gross = sumOf(lines.map(({ offerPriceCents, quantity }) => offerPriceCents * quantity))
  const goods = cents(gross - sumOf(onGoods.applied.map((each) => each.cents)))
  const fee = cents(feeFor(goods))
  const isTakenOff = fee > 0 && promotions.some(({ terms }) => terms.kind === 'freeDelivery')
  const result = isTakenOff ? applyPromotions(lines, promotions, { shippingCents: fee }) : onGoods
  return { ...result, goods, fee, shipping: cents(fee - sumOf(result.applied.map((each) => each.shippingCents))) }
}
