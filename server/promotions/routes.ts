import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import type { Shopper } from '../database/session-queries.ts'
import { type App, addCall, successMessage } from '../http/calls.ts'
import type { ClientAddressOf } from '../http/client-address.ts'
import { requireSeller } from '../http/sessions.ts'
import { availablePromotions } from './available-promotions.ts'
import { checkCart } from './check-cart.ts'
import { type Guesser, limitGuesses } from './code-guesses.ts'
import { promotionRecord } from './promotion-record.ts'
import { findVerifiedShopperOfBrowser, promotionsOfShop } from './queries.ts'
import { endPromotion, savePromotion } from './save-promotion.ts'

export type PromotionDeps = {
  db: Db
  shop: Pick<ShopConfig, 'timeZone' | 'categories'>
  clientAddressOf: ClientAddressOf
  /** Called after a change: cached responses show promotions. */
  onChange: () => void
}

/** The calls of promotions: checking a cart, and the seller's work on them. */
export function promotionRoutes(app: App, { db, shop, clientAddressOf, onChange }: PromotionDeps): void {
  /**
   * A verified account has one limit of tries for its orders and for every browser in which it signed in, signed in or
   * not. Only other tries are limited by the client address.
   */
  async function guessersOf(request: FastifyRequest, shopper: Shopper | undefined): Promise<Guesser[]> {
    if (shopper?.isAccountVerified) return [{ account: shopper.id }]
    const address = { address: clientAddressOf(request.raw) }
    if (shopper) return [{ account: shopper.id }, address]
    const known = await findVerifiedShopperOfBrowser(db, app.sessions.browserTokenOf(request))
    return [known ? { account: known } : address]
  }

  addCall(app, calls.promotion.check, async (request) => {
    const { items, replaces, fee = 0 } = request.body
    const code = request.body.code?.trim() || undefined
    const shopper = await app.sessions.find(request, 'shopper')
    const find = () => availablePromotions(db, shop, { shopperId: shopper?.id, code, replaces })
    const promotions =
      code === undefined ? await find() : await limitGuesses(db, await guessersOf(request, shopper), find)
    return checkCart(db, { items, code, fee, promotions })
  })

  addCall(app, calls.promotion.list, async (request) => {
    const rows = await promotionsOfShop(db, shop.timeZone, { archived: request.query.archived === 'true' })
    return { promotions: rows.map(promotionRecord) }
  })

  addCall(app, calls.promotion.save, async (request) => {
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

  addCall(app, calls.promotion.archive, async (request) => {
    const { id, seen } = request.body
    const seller = requireSeller(request)
    await endPromotion(db, { id, seen, by: seller.email })
    onChange()
    request.log.info({ seller: seller.id, promotion: id }, 'ended a promotion')
    return { message: successMessage(request, 'promotion_archived') }
  })
}
