import type { SellerSlip, Slip } from '../../../contract/entities/payment.ts'
import { slipPictureUrl } from '../../../contract/paths/call-paths.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import type { SlipForReview, SlipRow } from '../money/slip-queries.ts'

/** Returns a slip as its shopper sees it. */
export function slipRecord({ state, createdAt, reason }: SlipRow): Slip {
  return { state, at: createdAt.toISOString(), ...(reason === null ? {} : { reason }) }
}

/** Returns a slip as sellers see it. */
export function sellerSlipRecord(row: SlipForReview): SellerSlip {
  return {
    id: row.id,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    orderStatus: row.orderStatus,
    name: row.name,
    amount: toWire(cents(row.amountCents)),
    ...slipRecord(row),
    picture: row.picture === null ? null : slipPictureUrl(row.id),
    ...(row.bank === null || row.reference === null ? {} : { bank: row.bank, reference: row.reference }),
    ...(row.resembles === null ? {} : { resembles: row.resembles }),
    ...(row.samePictureAs === null ? {} : { samePictureAs: row.samePictureAs }),
    ...(row.sameAmountAs === null ? {} : { sameAmountAs: row.sameAmountAs }),
    ...(row.readError === null ? {} : { unread: row.readError }),
    ...(row.verdict === null ? {} : { verdict: row.verdict }),
    ...(row.decidedAt === null ? {} : { decidedAt: row.decidedAt.toISOString() }),
    ...(row.decidedBy === null ? {} : { decidedBy: row.decidedBy }),
  }
}
