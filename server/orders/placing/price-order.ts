import { applyWithDelivery } from '../../../contract/delivery/delivery.ts'
import { type Totals, taxOn, totalsOf } from '../../../contract/pricing/pricing.ts'
import { type AppliedPromotion, discountsOf } from '../../../contract/pricing/promotions.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { refuse } from '../../common/refusal.ts'
import { deliveryFee, type OrderDelivery } from '../../delivery/windows/choose-delivery.ts'
import { type CurrentPromotion, refuseNoEffect } from '../../promotions/available-promotions.ts'
import type { Line } from './placement-queries.ts'

type Terms = {
  /** The promotions that the shopper can have now. */
  promotions: readonly CurrentPromotion[]
  /** The code as it was typed. */
  code: string | undefined
  delivery: OrderDelivery
}

/**
 * Returns what an order costs, and the promotions that it uses. Refuses a code without effect, and `below_minimum` if
 * the goods cost less before promotions than their delivery requires.
 */
export function priceOrder(
  lines: readonly Line[],
  { promotions, code, delivery }: Terms,
  { tax, timeZone }: Pick<ShopConfig, 'tax' | 'timeZone'>,
): { applied: AppliedPromotion<CurrentPromotion>[]; totals: Totals } {
  const { applied, noEffect, shipping } = applyWithDelivery(
    lines.map(({ product: { id, category, offerPriceCents }, quantity }) => ({
      product: id,
      category,
      offerPriceCents,
      quantity,
    })),
    promotions,
    (goodsCents) => deliveryFee(delivery, goodsCents),
  )
  if (code !== undefined && noEffect) refuseNoEffect(noEffect, code)
  const totals = totalsOf(
    lines.map(({ product: { offerPriceCents, taxClass }, quantity }) => ({ offerPriceCents, quantity, taxClass })),
    taxOn(tax, dayIn(timeZone)),
    { discounts: discountsOf(applied), shippingCents: shipping },
  )
  const { minimumCents } = delivery
  const missing = minimumCents - totals.subtotal
  if (missing > 0)
    refuse('below_minimum', { values: { minimum: { cents: minimumCents }, missing: { cents: missing } } })
  return { applied, totals }
}
