import { createHash } from 'node:crypto'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { isId, newId } from '../../common/ids.ts'
import type { Log } from '../../common/log.ts'
import { Refusal, refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { slipMailJob } from '../../mail/queue-mail.ts'
import type { PictureSource } from '../../media/decode-picture.ts'
import { withStoredPicture } from '../../media/private-pictures.ts'
import { type PictureRefusals, refusePictureError } from '../../media/refuse-picture-error.ts'
import type { PictureStore } from '../../media/store.ts'
import type { SlipErrorCode, SlipOrigin, SlipReader } from '../../payments/slip/read-slip.ts'
import { verifySlipJob } from '../money/payment-jobs.ts'
import {
  findNewestSlip,
  findSlipOfTransfer,
  findWaitingSlip,
  insertReuse,
  insertSlip,
  maySendSlip,
  type SlipRow,
} from '../money/slip-queries.ts'
import { removeGoodsFromCart } from '../paying/place-paid-order.ts'
import { findOwnOrderStatus, lockOrder } from '../queries.ts'

export type SendSlipDeps = {
  db: Db
  /** The private store of the pictures. */
  slips: PictureStore
  reader: Pick<SlipReader, 'read'>
  log: Log
}

export type SentSlip = {
  orderId: string
  picture: PictureSource
  /** Whether a picture in which no slip can be read is sent all the same, for the seller to look at. */
  acceptUnreadable: boolean
}

const refusalOfReading: Record<SlipErrorCode, RefusalCode> = {
  no_code: 'slip_no_code',
  not_a_slip: 'slip_no_code',
  payment_qr: 'slip_payment_qr',
  checksum: 'slip_checksum',
  several_slips: 'slip_several',
  took_too_long: 'slip_no_code',
}

const slipRefusals: PictureRefusals = {
  picture_type: 'slip_type',
  picture_too_large: 'slip_too_large',
  picture_too_many_pixels: 'slip_too_large',
  picture_broken: 'slip_broken',
}

/**
 * Takes the picture of a bank slip for a shopper's own order that awaits payment by PromptPay, and puts it before the
 * sellers: the picture proves nothing. Until they decide, the order doesn't expire. A cancelled order accepts a slip
 * until a day after its payment deadline, as the money may have been sent already; the seller then pays it out. The
 * products of an order that awaits payment leave the saved cart with its first slip: they are probably paid, and would
 * be ordered twice. The picture isn't kept if the rest is refused.
 *
 * Throws `order_unknown`, `order_not_payable`, `slip_waits`, what is wrong with the picture (`slip_type`,
 * `slip_too_large`, `slip_broken`), why no slip was read in it, unless `acceptUnreadable` (`slip_no_code`,
 * `slip_payment_qr`, `slip_checksum`, `slip_several`), `slip_used`, `slip_sent_before`, and `unavailable` while too
 * many pictures are being read.
 */
export async function sendSlip(deps: SendSlipDeps, sender: SlipOrigin, sent: SentSlip): Promise<SlipRow> {
  const { db, slips } = deps
  const { shopperId } = sender
  const { orderId } = sent
  refuseUnless(isId(orderId), 'order_unknown')
  const order = await findOwnOrderStatus(db, shopperId, orderId)
  refuseUnless(order?.paymentType === 'PromptPay', 'order_unknown')
  refuseUnless(await maySendSlip(db, shopperId, orderId), 'order_not_payable')
  refuseUnless(!(await findWaitingSlip(db, orderId)), 'slip_waits')

  const { slip, error, picture } = await refusePictureError(slipRefusals, deps.reader.read(sent.picture, sender))
  if (error !== undefined && !sent.acceptUnreadable) refuse(refusalOfReading[error])
  const use = { orderId, shopperId }
  if (slip) await refuseUsed(db, use, slip).catch((failure) => rethrowRecordingReuse(deps, use, slip, failure))

  return withStoredPicture(slips, picture, () =>
    inTransaction(db, async (tx) => {
      const locked = await lockOrder(tx, orderId)
      refuseUnless(locked && (await maySendSlip(tx, shopperId, orderId)), 'order_not_payable')
      refuseUnless(!(await findWaitingSlip(tx, orderId)), 'slip_waits')
      const row = {
        id: newId(),
        orderId,
        bank: slip?.bank ?? null,
        reference: slip?.reference ?? null,
        unread: error ?? null,
        picture: picture.name,
        // The hash is of the stored bytes: their encoding is deterministic, and has no metadata that differs between
        // copies.
        pictureHash: createHash('sha256').update(picture.bytes).digest('hex'),
      }
      const isFirst = (await findNewestSlip(tx, orderId)) === undefined
      if (slip) await refuseUsed(tx, use, slip)
      if (!(await insertSlip(tx, row)) && slip) await refuseUsed(tx, use, slip)
      if (isFirst && locked.status === 'Awaiting payment') await removeGoodsFromCart(tx, locked)
      await queueJob(tx, ...slipMailJob(orderId, row.id))
      if (slip) await queueJob(tx, ...verifySlipJob(row.id))
      const waiting = await findWaitingSlip(tx, orderId)
      if (!waiting) throw new Error(`the slip ${row.id} wasn't inserted`)
      return waiting
    }),
  ).catch((failure) => rethrowRecordingReuse(deps, use, slip, failure))
}

/**
 * Refuses a transfer that a slip has used before, unless that was for another order of the same shopper and was
 * rejected: then it counted for nothing. Which order that was is for the shop alone.
 */
async function refuseUsed(db: Db, use: Use, slip: Transfer): Promise<void> {
  const first = await findSlipOfTransfer(db, slip, use)
  if (!first) return
  if (first.orderId === use.orderId) refuse(first.state === 'waiting' ? 'slip_waits' : 'slip_sent_before')
  refuse('slip_used')
}

type Transfer = { bank: string; reference: string }
/** The order that a slip is sent for, and its shopper. */
type Use = { orderId: string; shopperId: string }

/** Rethrows `failure`. If it says that the slip was used for another order, records that for the sellers first. */
async function rethrowRecordingReuse(
  { db, log }: Pick<SendSlipDeps, 'db' | 'log'>,
  use: Use,
  slip: Transfer | undefined,
  failure: unknown,
): Promise<never> {
  const isUsed = slip && failure instanceof Refusal && failure.code === 'slip_used'
  // In a statement of its own: the refusal has rolled the transaction back.
  const first = isUsed ? await findSlipOfTransfer(db, slip, use) : undefined
  if (first) {
    log.warn({ event: 'slip_used', order: use.orderId, first: first.orderId }, 'a slip was sent for a second order')
    await insertReuse(db, first.id, use.orderId)
  }
  throw failure
}
