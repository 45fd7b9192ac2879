import type { ManualMethod } from '../../../contract/payments/payment-methods.ts'
import { inCoins } from '../../../contract/pricing/cash-coins.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queuePayoutMail } from '../../mail/queue-mail.ts'
import { recordCollected, recordPaidOut, recordWaivedPaid, waivedCentsOf } from '../ledger-queries.ts'
import { lockOrder, setPaid } from '../queries.ts'
import { clearRefundFailure, isGatewayRefunding } from './payment-queries.ts'

export type ByHand = {
  id: string
  method: ManualMethod
  /** In the shop's currency. */
  amount: number
  /** The seller's e-mail. */
  by: string
}

/**
 * Records that a seller paid out what the shop owed to a shopper, in cash or by a transfer, which the shopper gets a
 * mail about.
 *
 * Throws `order_unknown`, `nothing_to_pay_out`, `refund_under_way` while the payment gateway has yet to refund the
 * order, and `balance_changed` unless the amount is what is owed now.
 */
export async function payOutByHand(
  db: Db,
  { id, method, amount, reference, by }: ByHand & { reference?: string },
): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    // Money that came for a cancelled order is owed too, though sellers' lists don't have the order.
    refuseUnless(order && (order.listed || order.balanceCents < 0), 'order_unknown')
    const owed = -order.balanceCents
    refuseUnless(owed > 0, 'nothing_to_pay_out')
    refuseUnless(!(await isGatewayRefunding(tx, id)), 'refund_under_way')
    refuseUnless(centsFromWire(amount) === owed, 'balance_changed', {
      values: { amount: { cents: owed } },
    })
    await recordPaidOut(tx, id, { method, cents: owed, reference, by })
    if (method === 'transfer') await queuePayoutMail(tx, { orderId: id, cents: owed, reference })
    await clearRefundFailure(tx, id)
  })
}

/**
 * Records that a seller took what an order still costs, or its waived amount: by a transfer all of it, in cash what
 * coins can pay. The order then is paid.
 *
 * Throws `order_unknown` (also for an order that awaits payment), `nothing_to_collect`, and `balance_changed` unless
 * the amount is what is to be collected now.
 */
export async function collectByHand(db: Db, { id, method, amount, by }: ByHand): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order?.listed, 'order_unknown')
    const waived = await waivedCentsOf(tx, id)
    const open = waived > 0 ? waived : order.balanceCents
    refuseUnless(open > 0, 'nothing_to_collect')
    const owed = inCoins(open, method === 'cash' ? order.coinCents : 1)
    const taken = centsFromWire(amount)
    // A client that doesn't round sends all of it, which no coins can pay.
    refuseUnless(taken === owed || taken === open, 'balance_changed', {
      values: { amount: { cents: owed } },
    })
    if (waived > 0) await recordWaivedPaid(tx, id, { cents: waived, by })
    await recordCollected(tx, id, { method, cents: owed, by })
    if (order.status !== 'Cancelled') await setPaid(tx, id)
  })
}
