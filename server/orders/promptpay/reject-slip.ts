import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { queueSlipRejectedMail } from '../../mail/queue-mail.ts'
import { lockPromptPay } from '../../settings/promptpay.ts'
import { expiryJob } from '../money/payment-jobs.ts'
import { extendPayment } from '../money/payment-queries.ts'
import { findSlip, setSlipDecision } from '../money/slip-queries.ts'
import { lockOrder } from '../queries.ts'
import { orderOfSlip } from './confirm-payment.ts'
import { replaceOpenCodes } from './replace-open-codes.ts'

/**
 * Rejects a slip, with a reason for the shopper, who is mailed. While the order awaits its payment, another slip can be
 * sent for at least a quarter of an hour, for a transfer to the account that the shop has now. A slip that is rejected
 * already stays unchanged. Returns the order's id.
 *
 * Throws `slip_unknown`, and `slip_decided` for one that was confirmed.
 */
export async function rejectSlip(
  db: Db,
  slipId: string,
  { reason, by }: { reason: string; by: string },
): Promise<string> {
  const orderId = await orderOfSlip(db, slipId)
  return inTransaction(db, async (tx) => {
    const account = await lockPromptPay(tx)
    const order = await lockOrder(tx, orderId)
    const slip = await findSlip(tx, slipId)
    refuseUnless(order && slip, 'slip_unknown')
    refuseUnless(slip.state !== 'confirmed', 'slip_decided')
    if (slip.state === 'rejected') return orderId
    await setSlipDecision(tx, slipId, { state: 'rejected', reason, by })
    if (order.status === 'Awaiting payment') {
      if (account) await replaceOpenCodes(tx, account, orderId)
      const { expiresAt, closesIn } = await extendPayment(tx, orderId)
      await queueSlipRejectedMail(tx, { orderId, slipId, reason, until: expiresAt.toISOString() })
      await queueJob(tx, ...expiryJob(orderId, closesIn))
    } else if (order.status === 'Cancelled' && !order.isPaid)
      await queueSlipRejectedMail(tx, { orderId, slipId, reason })
    return orderId
  })
}
