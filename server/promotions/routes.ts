import { calls } from '../../contract/calls.ts'
import { cents, centsFromWire, toWire } from '../../contract/money.ts'
import { applyPromotions } from '../../contract/promotions.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, on, successMessage } from '../http/edge.ts'
import { languageOf } from '../http/language.ts'
import type { OriginOf } from '../http/origin.ts'
import { requireSeller } from '../http/sessions.ts'
import { availablePromotions, refuseNoEffect } from './available-promotions.ts'
import { limitGuesses } from './code-guesses.ts'
import { promotionRecord } from './promotion-record.ts'
import { goodsOf, promotionsOfShop } from './queries.ts'
import { endPromotion, savePromotion } from './save-promotion.ts'

export type PromotionDeps = {
  db: Db
  shop: Pick<ShopConfig, 'currency' | 'timeZone'>
  originOf: OriginOf
  /** Called after a change: what is cached shows promotions. */
  onChange: () => void
}

/** The calls of promotions: checking a cart, and the seller's work on them. */
export function promotionRoutes(app: App, { db, shop, originOf, onChange }: PromotionDeps): void {
  on(app, calls.promotion.check, async (request) => {
    const { items, replaces, fee = 0 } = request.body
    const code = request.body.code?.trim() || undefined
    const shopper = await app.sessions.find(request, 'shopper')
    const find = () =>
      availablePromotions(db, shop, { shopperId: shopper?.id, code, replaces, language: languageOf(request) })
    const promotions = code === undefined ? await find() : await limitGuesses(db, originOf(request.raw), find)
    const goods = new Map(
      (await goodsOf(db, items.map(({ product }) => product).filter(isId))).map((row) => [row.id, row]),
    )
    const lines = items.flatMap(({ product, quantity }) => {
      const row = goods.get(product.toLowerCase())
      return row ? [{ product: row.id, category: row.category, offerPriceCents: row.offerPriceCents, quantity }] : []
    })
    const { taken, noEffect } = applyPromotions(lines, promotions, { shippingCents: centsFromWire(fee) ?? 0 })
    if (code !== undefined && noEffect) refuseNoEffect(noEffect, code, shop.currency.symbol)
    return {
      promotions: promotions.map(({ version: _, maxUses: __, uses: ___, ...promotion }) => promotion),
      discount: toWire(cents(taken.reduce((sum, each) => sum + each.cents + each.shippingCents, 0))),
    }
  })

  on(app, calls.promotion.list, async (request) => {
    const rows = await promotionsOfShop(db, shop.timeZone, { archived: request.query.archived === 'true' })
    return { promotions: rows.map(promotionRecord) }
  })

  on(app, calls.promotion.save, async (request) => {
    const { id, seen, ...typed } = request.body
    const seller = requireSeller(request)
    await savePromotion(db, shop, typed, { id, seen, by: seller.email })
    onChange()
    request.log.info(
      { seller: seller.id, promotion: id, code: typed.code, enabled: typed.enabled },
      'saved a promotion',
    )
    const [row] = await promotionsOfShop(db, shop.timeZone, { id })
    refuseUnless(row, 'promotion_unknown')
    return { message: successMessage(request, 'promotion_saved'), promotion: promotionRecord(row) }
  })

  on(app, calls.promotion.archive, async (request) => {
    const { id, seen } = request.body
    const seller = requireSeller(request)
    await endPromotion(db, { id, seen, by: seller.email })
    onChange()
    request.log.info({ seller: seller.id, promotion: id }, 'ended a promotion')
    return { message: successMessage(request, 'promotion_archived') }
  })
}
