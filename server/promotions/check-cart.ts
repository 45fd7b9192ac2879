import { sumOf } from '../../contract/pricing/pricing.ts'
import { applyPromotions } from '../../contract/pricing/promotions.ts'
import { cents, centsFromWire, toWire } from '../../contract/values/money.ts'
import { isId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { type CurrentPromotion, refuseNoEffect } from './available-promotions.ts'
import { goodsOf } from './queries.ts'

type Cart = {
  items: readonly { product: string; quantity: number }[]
  code: string | undefined
  /** The delivery fee, in the shop's currency. */
  fee: number
  promotions: readonly CurrentPromotion[]
}

/**
 * Returns the promotions and their discounts on a cart. Products that aren't sold are left out. Refuses a code without
 * effect.
 */
export async function checkCart(db: Db, { items, code, fee, promotions }: Cart) {
  const rows = await goodsOf(db, items.map(({ product }) => product).filter(isId))
  const goods = new Map(rows.map((row) => [row.id, row]))
  const lines = items.flatMap(({ product, quantity }) => {
    const row = goods.get(product.toLowerCase())
    return row ? [{ product: row.id, category: row.category, offerPriceCents: row.offerPriceCents, quantity }] : []
  })
  const { applied, noEffect } = applyPromotions(lines, promotions, { shippingCents: centsFromWire(fee) ?? 0 })
  if (code !== undefined && noEffect) refuseNoEffect(noEffect, code)
  return {
    promotions: promotions.map(({ version: _, maxUses: __, uses: ___, ...promotion }) => promotion),
    discount: toWire(cents(sumOf(applied.map((each) => each.cents + each.shippingCents)))),
  }
}
