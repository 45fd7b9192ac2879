import type { Product } from '../../../contract/entities/product.ts'
import type { AvailablePromotion, Promotion } from '../../../contract/entities/promotion.ts'
import { type TaxOfDay, type Totals, totalsOf } from '../../../contract/pricing/pricing.ts'
import {
  type AppliedPromotion,
  applyPromotions,
  discountsOf,
  type NoEffect,
} from '../../../contract/pricing/promotions.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { type PromotionDraft, readPromotion } from './promotion-draft.ts'

export type PreviewItem = {
  product: Pick<Product, '_id' | 'category' | 'offerPrice' | 'taxClass'>
  quantity: number
}

export type Preview = {
  totals: Totals
  applied: AppliedPromotion<AvailablePromotion>[]
  /**
   * The reason why the edited promotion takes nothing off; `others` if it would without the others. Undefined if it
   * does, and without an edited promotion.
   */
  noEffect: NoEffect | { reason: 'others' } | undefined
}

/**
 * Returns the price of a cart, without delivery, with the edited promotion (`edited`; undefined while it is invalid)
 * and the shop's other promotions for every shopper, by the rules of the order.
 */
export function previewOf(
  items: readonly PreviewItem[],
  edited: AvailablePromotion | undefined,
  promotions: readonly Promotion[],
  tax: TaxOfDay,
): Preview {
  const others = promotions
    .filter(({ id, state, code, firstOrder }) => id !== edited?.id && state === 'on' && !code && !firstOrder)
    .map(
      ({ id, name, nameTh, terms, minimum }): AvailablePromotion => ({
        id,
        name,
        terms,
        ...(nameTh && { nameTh }),
        ...(minimum && { minimum }),
      }),
    )
  const lines = items.map(({ product, quantity }) => ({
    product: product._id,
    category: product.category,
    offerPriceCents: centsOf(product.offerPrice),
    quantity,
    taxClass: product.taxClass,
  }))
  const { applied } = applyPromotions(lines, [...others, ...(edited ? [edited] : [])])
  const totals = totalsOf(lines, tax, { discounts: discountsOf(applied) })
  const counts = applied.some(({ promotion }) => promotion.id === edited?.id)
  // As a code, so that it is said why it takes nothing off.
  const alone = edited && !counts ? applyPromotions(lines, [{ ...edited, code: edited.code ?? 'draft' }]) : undefined
  return { totals, applied, noEffect: alone && (alone.noEffect ?? { reason: 'others' }) }
}

/**
 * Returns a promotion that is being edited for its preview, also before it has a name; undefined while anything else is
 * wrong.
 */
export function promotionOfDraft(id: string, draft: PromotionDraft): AvailablePromotion | undefined {
  const read = readPromotion(draft.name.trim() || draft.nameTh.trim() ? draft : { ...draft, name: m.promotions_new() })
  if (!('input' in read)) return undefined
  const { name, nameTh, code, terms, minimum } = read.input
  return {
    id,
    name: name || (nameTh ?? ''),
    terms,
    ...(nameTh && { nameTh }),
    ...(code && { code: code.toUpperCase() }),
    ...(minimum && { minimum }),
  }
}
