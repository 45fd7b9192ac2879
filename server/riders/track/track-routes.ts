import { calls } from '../../../contract/calls.ts'
import { openAttempt } from '../../../contract/delivery/failed-attempt.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { sampleFields } from '../../../contract/settings/shop-samples.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { consumeRateLimit } from '../../database/rate-limit.ts'
import { orderOfToken, trackPath } from '../../domain/track-token.ts'
import { type App, addCall } from '../../http/calls/calls.ts'
import { requireShopper } from '../../http/calls/sessions.ts'
import { pageLanguageOf } from '../../http/request/language.ts'
import { arrivalOf } from './arrival.ts'
import { endedPage, type ShownOrder, trackPage, trackPolicy } from './track-page.ts'
import { findTrackedOrder, type TrackedOrder } from './track-queries.ts'

export type TrackDeps = {
  db: Db
  shop: Pick<ShopConfig, 'name' | 'nameTh' | 'timeZone' | 'defaultLanguage' | 'contact' | 'social'>
  secret: string
  /** Whether a phone number that is still the sample's isn't shown. */
  hidesSamples: boolean
}

/** The rate limit of the call per account: more than a live screen needs. */
const trackRateLimit = { limit: 120, perSeconds: 60 }

/** Where an order is: for its shopper, and for everyone who has its link. */
export function trackRoutes(app: App, { db, shop, secret, hidesSamples }: TrackDeps): void {
  addCall(app, calls.order.track, async (request) => {
    const { id: shopperId } = requireShopper(request)
    const { id } = request.query
    await consumeRateLimit(db, `track:${shopperId}`, trackRateLimit)
    const order = isId(id) ? await findTrackedOrder(db, id) : undefined
    refuseUnless(order?.shopperId === shopperId, 'order_unknown')
    return { path: trackPath(secret, id), expectedAt: arrivalOfOrder(order)?.toISOString() ?? null }
  })

  const config = { access: 'anyone', secretPath: true } as const
  app.get<{ Params: { token: string } }>('/track/:token', { config }, async (request, reply) => {
    const orderId = orderOfToken(secret, request.params.token)
    const order = orderId === undefined ? undefined : await findTrackedOrder(db, orderId)
    const isHidden = hidesSamples && sampleFields(shop).includes('phone')
    const phone = isHidden ? undefined : shop.contact.phone
    const page = { shop, phone, language: pageLanguageOf(request.headers, undefined, shop) }
    const isOpen = order !== undefined && !order.isOver
    return (
      reply
        .code(isOpen ? 200 : 404)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        // The link opens the page for everyone who knows it.
        .header('referrer-policy', 'no-referrer')
        .header('content-security-policy', trackPolicy)
        .type('text/html; charset=utf-8')
        .send(isOpen ? trackPage(page, shownOrder(order)) : endedPage(page))
    )
  })
}

function shownOrder(order: TrackedOrder): ShownOrder {
  const failed = openAttempt(order.status, order.assignment ?? undefined, order)
  return { ...order, expectedAt: arrivalOfOrder(order), failed: failed?.moved ? undefined : failed }
}

/** Returns about when an order comes, if it is on its way. */
function arrivalOfOrder(order: TrackedOrder): Date | undefined {
  const { status, since, rideMinutes, deliverFrom, promisedAt, delayedTo, isDelayedSince } = order
  if (status !== 'Out for delivery') return undefined
  const now = new Date()
  // The ride takes longer: its shopper knows a later time.
  if (delayedTo && isDelayedSince) return delayedTo > now ? delayedTo : undefined
  const rideTo = { from: deliverFrom, promisedAt: delayedTo ?? promisedAt }
  return arrivalOf({ outAt: since, rideMinutes: rideMinutes ?? undefined, ...rideTo }, now)
}
