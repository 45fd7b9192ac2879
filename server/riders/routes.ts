import { calls } from '../../contract/calls.ts'
import { mayCall } from '../../contract/staff/staff-roles.ts'
import { isId } from '../common/ids.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { findPhoto } from '../delivery/assignments/photo-queries.ts'
import { deliveryPhotoPath } from '../domain/delivery-photo.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { findSeller, findShopper, requireSeller } from '../http/calls/sessions.ts'
import type { ClientAddressOf } from '../http/request/client-address.ts'
import { replyWithPrivatePicture } from '../media/picture-replies.ts'
import type { PictureStore } from '../media/store.ts'
import { countIn } from './cash/count-in.ts'
import { takeBackCount } from './cash/take-back-count.ts'
import { acceptPhotos, withPhotoForm } from './photos/photo-form.ts'
import { recordBackInShop } from './taps/bring-back.ts'
import { deliverOrder, deliverWithPhoto } from './taps/deliver-order.ts'
import { reportFailedAttempt } from './taps/report-failed-attempt.ts'
import { returnToShop } from './taps/return-to-shop.ts'
import { takeOrder } from './taps/take-order.ts'
import { cashOfRiders, tripOf } from './trip/trip.ts'

export type RiderDeps = {
  db: Db
  /** The private store of the photos. */
  photos: PictureStore
  clientAddressOf: ClientAddressOf
}

/** The rate limits per account: more than a phone sends that catches up, and more than photos a rider takes. */
const tapRateLimit = { limit: 300, perSeconds: 600 }
const photoRateLimit = { limit: 60, perSeconds: 600 }

/** The calls of riders: their trip, what they deliver, and the cash that they hand over. */
export function riderRoutes(app: App, { db, photos, clientAddressOf }: RiderDeps): void {
  /** Returns the e-mail of a request's rider. */
  const riderOf = async (request: Parameters<typeof requireSeller>[0]) => {
    const { id, email } = requireSeller(request)
    await consumeRateLimit(db, `rider:${id}`, tapRateLimit)
    return email
  }

  addCall(app, calls.rider.trip, (request) => tripOf(db, requireSeller(request).email))

  addCall(app, calls.rider.take, async (request) => {
    const rider = await riderOf(request)
    await takeOrder(db, { ...request.body, rider })
    return { message: successMessage(request, 'rider_taken'), ...(await tripOf(db, rider)) }
  })

  addCall(app, calls.rider.returnToShop, async (request) => {
    const rider = await riderOf(request)
    await returnToShop(db, { ...request.body, rider })
    return { message: successMessage(request, 'rider_returned'), ...(await tripOf(db, rider)) }
  })

  addCall(app, calls.rider.delivered, async (request) => {
    const rider = await riderOf(request)
    const receivedBy = normaliseText(request.body.receivedBy)
    await deliverOrder(db, { ...request.body, receivedBy, rider })
    request.log.info({ rider: requireSeller(request).id, order: request.body.order }, 'delivered an order')
    return { message: successMessage(request, 'rider_delivered'), ...(await tripOf(db, rider)) }
  })

  app.register(async (forms: App) => {
    await acceptPhotos(forms)
    addCall(forms, calls.rider.photo, async (request) => {
      const rider = await riderOf(request)
      await consumeRateLimit(db, `rider-photo:${requireSeller(request).id}`, photoRateLimit)
      await withPhotoForm(request, clientAddressOf(request.raw), async ({ picture, ...sent }) => {
        await deliverWithPhoto({ db, photos }, { ...sent, rider }, picture)
        request.log.info({ rider: requireSeller(request).id, order: sent.order }, 'delivered an order')
      })
      return { message: successMessage(request, 'rider_delivered'), ...(await tripOf(db, rider)) }
    })
  })

  addCall(app, calls.rider.failedAttempt, async (request) => {
    const rider = await riderOf(request)
    await reportFailedAttempt(db, { ...request.body, rider })
    const trip = await tripOf(db, rider)
    const isKept = trip.mine.some(({ order, cancelled }) => order === request.body.order.toLowerCase() && !cancelled)
    return { message: successMessage(request, isKept ? 'rider_try_again' : 'rider_bring_back'), ...trip }
  })

  addCall(app, calls.rider.cash, () => cashOfRiders(db))

  addCall(app, calls.rider.countIn, async (request) => {
    const seller = requireSeller(request)
    const { amount } = request.body
    await countIn(db, { ...request.body, by: seller.email })
    request.log.info({ seller: seller.id, amount }, 'counted a rider’s cash in')
    return { message: successMessage(request, 'rider_counted'), ...(await cashOfRiders(db)) }
  })

  addCall(app, calls.rider.takeBackCount, async (request) => {
    const seller = requireSeller(request)
    await takeBackCount(db, { id: request.body.id, by: seller.email })
    request.log.info({ seller: seller.id, count: request.body.id }, 'took a count of a rider’s cash back')
    return { message: successMessage(request, 'rider_count_taken_back'), ...(await cashOfRiders(db)) }
  })

  addCall(app, calls.rider.backInShop, async (request) => {
    const { order } = request.body
    await recordBackInShop(db, order)
    request.log.info({ seller: requireSeller(request).id, order }, 'recorded that a cancelled order is back')
    return { message: successMessage(request, 'rider_brought_back'), ...(await cashOfRiders(db)) }
  })

  // Others get `not_found`, as for an order without a photo.
  app.get<{ Querystring: { order?: unknown } }>(
    deliveryPhotoPath,
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const { order } = request.query
      const found = typeof order === 'string' && isId(order) ? await findPhoto(db, order) : undefined
      refuseUnless(found && (await maySeePhoto(request, found)), 'not_found')
      return replyWithPrivatePicture(reply, photos, found.photo)
    },
  )
}

/**
 * Returns whether a photo is shown: to its rider, to the staff who see orders, and to the order's shopper unless the
 * delivery was undone: then it may be of another's door.
 */
async function maySeePhoto(
  request: Parameters<typeof findSeller>[0],
  { shopperId, rider, isDelivered }: { shopperId: string; rider: string; isDelivered: boolean },
): Promise<boolean> {
  if (isDelivered && (await findShopper(request))?.id === shopperId) return true
  const seller = await findSeller(request)
  return seller !== undefined && (seller.email === rider || mayCall(seller.role, 'delivery.photo'))
}
