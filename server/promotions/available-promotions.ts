import type { Complete } from '../../contract/entities/fields.ts'
import type { AvailablePromotion } from '../../contract/entities/promotion.ts'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { normalCode } from '../../contract/pricing/promotion-code.ts'
import type { NoEffect } from '../../contract/pricing/promotions.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { formatMoment } from '../common/format-moment.ts'
import { isId } from '../common/ids.ts'
import { inEachLanguage } from '../common/in-each-language.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type PromotionOfShopper, type PromotionRow, promotionsOfShopper } from './queries.ts'

/** A promotion that an order can have, with what is stored with the order. */
export type CurrentPromotion = AvailablePromotion & Pick<PromotionRow, 'version' | 'maxUses' | 'uses'>

export type OffersRequest = {
  /** Undefined for a visitor, who is treated as a new shopper. */
  shopperId: string | undefined
  /** As the shopper typed it. */
  code?: string
  /** An unpaid order that the next one replaces. */
  replaces?: string
}

/**
 * Returns the promotions that a shopper's order can have now: the automatic ones, and the one of the code.
 *
 * Refuses a code by `coupon_unknown`, `coupon_not_begun`, `coupon_ended`, `coupon_used_up`, `coupon_used_by_you` and
 * `coupon_first_order`.
 */
export async function availablePromotions(
  db: Db,
  { timeZone }: Pick<ShopConfig, 'timeZone'>,
  { shopperId, code: typed, replaces }: OffersRequest,
): Promise<CurrentPromotion[]> {
  const code = typed === undefined ? undefined : normalCode(typed)
  const rows = await promotionsOfShopper(db, {
    shopperId,
    code,
    replaces: replaces !== undefined && isId(replaces) ? replaces : undefined,
  })
  if (code !== undefined) {
    const row = rows.find((each) => each.code === code)
    refuseUnless(row, 'coupon_unknown', { values: { code } })
    const reason = whyNot(row)
    const moment = (at: Date | null) => at && inEachLanguage((language) => formatMoment(at, language, timeZone))
    if (reason) refuse(reason, { values: { code, from: moment(row.startsAt) ?? '', end: moment(row.endsAt) ?? '' } })
  }
  return rows.filter((row) => whyNot(row) === undefined).map(currentPromotion)
}

/** Returns the reason why a shopper can't have a promotion now. */
function whyNot(row: PromotionOfShopper): RefusalCode | undefined {
  if (!row.isBegun) return 'coupon_not_begun'
  if (row.isEnded) return 'coupon_ended'
  // The shopper's own reasons come first: whether others have used it up doesn't matter then.
  if (row.hasOrdered) return 'coupon_first_order'
  if (row.maxUsesOfShopper !== null && row.usesOfShopper >= row.maxUsesOfShopper) return 'coupon_used_by_you'
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'coupon_used_up'
  return undefined
}

/** Returns a promotion as orders take it. */
function currentPromotion(row: PromotionRow): CurrentPromotion {
  return { ...availablePromotionOf(row), version: row.version, maxUses: row.maxUses, uses: row.uses }
}

/** Returns a promotion as the API sends it to shoppers. */
export function availablePromotionOf(row: PromotionRow): Complete<AvailablePromotion> {
  const isPersonal = row.firstOrder || row.maxUses !== null || row.maxUsesOfShopper !== null
  return {
    id: row.id,
    name: row.name,
    nameTh: row.nameTh ?? undefined,
    code: row.code ?? undefined,
    terms: row.terms,
    minimum: row.minimumCents > 0 ? toWire(cents(row.minimumCents)) : undefined,
    personal: isPersonal || undefined,
  }
}

/**
 * Refuses a code that takes nothing off: `coupon_minimum`, `coupon_pieces`, `coupon_not_these` or `coupon_no_effect`.
 */
export function refuseNoEffect(noEffect: NoEffect, typed: string): never {
  const code = normalCode(typed)
  switch (noEffect.reason) {
    case 'minimum':
      return refuse('coupon_minimum', { values: { code, missing: { cents: noEffect.cents } } })
    case 'pieces':
      return refuse('coupon_pieces', { values: { code, pieces: noEffect.pieces } })
    case 'goods':
      return refuse('coupon_not_these', { values: { code } })
    case 'nothing':
      return refuse('coupon_no_effect', { values: { code } })
  }
}
