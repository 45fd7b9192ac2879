import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { newToken, type Shopper } from '../domain/session-queries.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import type { ClientAddressOf } from '../http/request/client-address.ts'
import { availablePromotions } from './available-promotions.ts'
import { checkCart } from './check-cart.ts'
import { type Guesser, limitGuesses } from './code-guesses.ts'
import { promotionToWire } from './promotion-to-wire.ts'
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
   * not. Other tries are limited by the client address, and before that by the account or the browser.
   */
  async function guessersOf(request: FastifyRequest, shopper: Shopper | undefined): Promise<Guesser[]> {
    if (shopper?.isAccountVerified) return [{ account: shopper.id }]
    const address = { address: clientAddressOf(request.raw) }
    if (shopper) return [{ account: shopper.id }, address]
    const browser = app.sessions.browserTokenOf(request)
    if (browser === undefined) return [address]
    const known = await findVerifiedShopperOfBrowser(db, browser)
    return known ? [{ account: known }] : [{ browser }, address]
  }

  addCall(app, calls.promotion.check, async (request, reply) => {
    const { items, replaces, fee = 0 } = request.body
    const code = request.body.code?.trim() || undefined
    const shopper = await app.sessions.find(request, 'shopper')
    const find = () => availablePromotions(db, shop, { shopperId: shopper?.id, code, replaces })
    if (code === undefined) return checkCart(db, { items, code, fee, promotions: await find() })
    // Distinguishes a visitor's further tries from those of others at the same address.
    if (!shopper && app.sessions.browserTokenOf(request) === undefined) app.sessions.setBrowserCookie(reply, newToken())
    const promotions = await limitGuesses(db, await guessersOf(request, shopper), find)
    return checkCart(db, { items, code, fee, promotions })
  })

  addCall(app, calls.promotion.list, async (request) => {
    const rows = await promotionsOfShop(db, shop.timeZone, { archived: request.query.archived === 'true' })
    return { promotions: rows.map(promotionToWire) }
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
    return { message: successMessage(request, 'promotion_saved'), promotion: promotionToWire(row) }
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
