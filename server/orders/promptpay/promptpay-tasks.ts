import type { TaskList } from 'graphile-worker'
import { cents } from '../../../contract/values/money.ts'
import { Refusal } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { queueCancelledMail } from '../../mail/queue-mail.ts'
import type { SlipVerifier } from '../../payments/slip/verifier.ts'
import { expiryJob, verifySlipJob } from '../money/payment-jobs.ts'
import { findPayment, isPromptPay } from '../money/payment-queries.ts'
import type { ShopTaxation } from '../money/retax-after-registration.ts'
import { findSlip, findWaitingSlip, mayBeUsed, setVerdict } from '../money/slip-queries.ts'
import { lockOrder } from '../queries.ts'
import { cancelUnpaidOrder } from '../steps/cancel-order.ts'
import { confirmPayment } from './confirm-payment.ts'

export type PromptPayTaskDeps = {
  db: Db
  shop: ShopTaxation
  /** Returns the service that asks the banks about transfers to a number; absent if only sellers confirm. */
  verifierOf?: (proxyNumber: string) => SlipVerifier
}

/** How many queries a slip gets while the bank doesn't know its transfer, and while the service is unavailable. */
const maxQueries = { pending: 10, unavailable: 3 }
/** Seconds before an unavailable service is queried again. */
const unavailableSeconds = 60

/** The jobs of orders that are paid by PromptPay. */
export function promptPayTasks(deps: PromptPayTaskDeps): TaskList {
  return {
    'expire-promptpay': ({ orderId }) => expirePromptPay(deps.db, orderId),
    'verify-slip': (payload) => verify(deps, payload),
  }
}

/**
 * Cancels an order that wasn't paid in time, and tells its shopper. While a slip waits it stays: rejecting the slip
 * queues this job again.
 */
export async function expirePromptPay(db: Db, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'Awaiting payment' || (await findWaitingSlip(tx, orderId))) return
    const payment = await findPayment(tx, orderId)
    if (!payment) return
    if (payment.closesIn > 0) return queueJob(tx, ...expiryJob(orderId, payment.closesIn))
    if (await cancelUnpaidOrder(tx, orderId)) await queueCancelledMail(tx, orderId, 'unpaid')
  })
}

/**
 * Asks the service about a slip that waits. Only "confirmed" moves the order, unless the transfer may pay another order
 * already; everything else is shown to the seller, who decides. If the process is killed after the service was queried,
 * it says "repeated" the next time, and the seller decides.
 */
async function verify(
  { db, verifierOf, shop }: PromptPayTaskDeps,
  { slipId, queries }: GraphileWorker.Tasks['verify-slip'],
) {
  const slip = verifierOf && (await findSlip(db, slipId))
  const payment = slip && (await findPayment(db, slip.orderId))
  // The service knows the slips of banks only.
  if (slip?.state !== 'waiting' || !slip.bank || !slip.reference || slip.bank === 'truemoney') return
  if (!verifierOf || !payment || !isPromptPay(payment)) return
  const transfer = { kind: 'slip' as const, bank: slip.bank, reference: slip.reference }
  const due = { amount: cents(payment.amountCents), since: payment.createdAt }
  const verdict = await verifierOf(payment.proxyNumber).verify(transfer, due)
  const { result } = verdict
  await setVerdict(db, slipId, result)
  if (result === 'confirmed') {
    // The service may have compared the reference without regard to case, or not have been queried about an unread
    // picture.
    if (!(await mayBeUsed(db, slipId))) await confirmBy(db, { slipId, shop })
    return
  }
  const seconds = result === 'pending' ? verdict.retryAfter : unavailableSeconds
  if ((result === 'pending' || result === 'unavailable') && queries + 1 < maxQueries[result])
    await queueJob(db, ...verifySlipJob(slipId, queries + 1, seconds * 1000))
}

/** Confirms a slip for the service; a seller who decided meanwhile was first. */
async function confirmBy(db: Db, { slipId, shop }: { slipId: string; shop: ShopTaxation }): Promise<void> {
  await confirmPayment(db, { slipId }, { by: undefined, shop }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'slip_decided') throw error
  })
}
