import { cashToCollect, inCoins } from '../../../contract/pricing/cash-coins.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { endAssignment } from '../../delivery/assignments/assignment-queries.ts'
import { queueStepMail } from '../../mail/queue-mail.ts'
import type { PictureSource } from '../../media/decode-picture.ts'
import { withStoredPicture } from '../../media/private-pictures.ts'
import { type PictureRefusals, refusePictureError } from '../../media/refuse-picture-error.ts'
import type { PictureStore } from '../../media/store.ts'
import { recordCash } from '../../orders/ledger-queries.ts'
import { setPaid, setUnpaidIfOwed } from '../../orders/queries.ts'
import { restoreOrder } from '../../orders/steps/restore-order.ts'
import { enterStatus } from '../../orders/steps/step-queries.ts'
import { applyOnce, lockOwnAssignment, type TapRequest } from './apply-tap.ts'
import { findTap } from './tap-queries.ts'

export type DeliveryTap = TapRequest & {
  /** Who took the goods. */
  receivedBy?: string
  /** The name of a stored picture. */
  photo?: string
  /** The cash that the rider took, in the shop's currency. */
  collected: number
}

/**
 * Delivers an order of a rider's trip.
 *
 * - The cash that the rider took is a movement of the order's money, and on the rider's account.
 * - It may be more than is owed now, if the order cost more when the rider's phone last read it. The shop owes the
 *   difference to the shopper.
 * - It is delivered when the rider tapped; its cash is booked now, as the numbers and dates of documents go together.
 * - An order that was cancelled meanwhile is a sale again, as the shopper has it. What wasn't paid of it is to be
 *   collected.
 *
 * Throws what `applyOnce` throws, `not_your_trip`, and `balance_changed` if less was taken than is owed, or more than
 * the order ever cost.
 */
export async function deliverOrder(db: Db, delivered: DeliveryTap): Promise<void> {
  const { order: orderId, rider, collected } = delivered
  await applyOnce(db, delivered, 'delivered', async (tx) => {
    const { order, assignment, happenedAt } = await lockOwnAssignment(tx, delivered)
    const owed = cashToCollect(order)
    const sent = centsFromWire(collected)
    // A client that doesn't round sends the price, which no coins can pay.
    const taken = sent === undefined ? -1 : inCoins(sent, order.coinCents)
    refuseUnless(taken >= owed && taken <= Math.max(owed, order.amountCents), 'balance_changed', {
      values: { amount: { cents: owed } },
    })
    const { receivedBy, photo } = delivered
    await endAssignment(tx, assignment.id, { outcome: 'delivered', receivedBy, photo, happenedAt })
    if (assignment.isCancelled) await restoreOrder(tx, orderId, { cash: taken, by: rider })
    await enterStatus(tx, orderId, { from: 'Out for delivery', to: 'Delivered', by: rider, happenedAt })
    if (order.paymentType === 'COD') await setPaid(tx, orderId)
    if (order.paymentType === 'COD' || taken > 0) await recordCash(tx, orderId, rider, { cents: taken, rider })
    if (assignment.isCancelled) await setUnpaidIfOwed(tx, orderId)
    await queueStepMail(tx, orderId, 'Delivered', { wasCancelled: assignment.isCancelled })
  })
}

const photoRefusals: PictureRefusals = {
  picture_type: 'photo_type',
  picture_too_large: 'photo_too_large',
  picture_too_many_pixels: 'photo_too_large',
  picture_broken: 'photo_broken',
}

/**
 * Delivers an order with a photo, which isn't kept if the rest is refused. A repeated tap stores nothing. Throws what
 * {@link deliverOrder} throws, `photo_type`, `photo_too_large` and `photo_broken`.
 */
export async function deliverWithPhoto(
  { db, photos }: { db: Db; photos: PictureStore },
  delivered: Omit<DeliveryTap, 'photo'>,
  source: PictureSource,
): Promise<void> {
  if (await findTap(db, delivered.id)) return deliverOrder(db, delivered)
  const photo = await encodedPhoto(source)
  await withStoredPicture(photos, photo, () => deliverOrder(db, { ...delivered, photo: photo.name }))
}

/** Returns the photo to be stored. The decoder takes 20 MB of memory, so it is loaded with the first photo. */
async function encodedPhoto(source: PictureSource): Promise<{ name: string; bytes: Buffer }> {
  const { encodePhoto } = await import('../photos/encode-photo.ts')
  return refusePictureError(photoRefusals, encodePhoto(source))
}
