import type { Complete } from '../../../contract/entities/fields.ts'
import type { SellerSlip, Slip } from '../../../contract/entities/payment.ts'
import { slipPictureUrl } from '../../../contract/paths/call-paths.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import type { SlipForReview, SlipRow } from '../money/slip-queries.ts'

/** Returns a slip as its shopper sees it. */
export function slipToWire({ state, createdAt, reason }: SlipRow): Complete<Slip> {
  return { state, at: createdAt.toISOString(), reason: reason ?? undefined }
}

/** Returns a slip as sellers see it. */
export function sellerSlipToWire(row: SlipForReview): Complete<SellerSlip> {
  return {
    id: row.id,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    orderStatus: row.orderStatus,
    name: row.name,
    amount: toWire(cents(row.amountCents)),
    ...slipToWire(row),
    picture: row.picture === null ? null : slipPictureUrl(row.id),
    bank: row.bank ?? undefined,
    reference: row.reference ?? undefined,
    resembles: row.resembles ?? undefined,
    samePictureAs: row.samePictureAs ?? undefined,
    sameAmountAs: row.sameAmountAs ?? undefined,
    received: row.receivedCents ? toWire(cents(row.receivedCents)) : undefined,
    confirmedAmount: row.confirmedCents === null ? undefined : toWire(cents(row.confirmedCents)),
    unread: row.unread ?? undefined,
    verdict: row.verdict ?? undefined,
    decidedAt: row.decidedAt?.toISOString(),
    decidedBy: row.decidedBy ?? undefined,
  }
}
