import type { TaskList } from 'graphile-worker'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { cancelUnpaidOrder } from '../cancel-order.ts'
import { findPayment } from '../payment-queries.ts'
import { expiryJob } from '../payment-steps.ts'
import { lockOrder } from '../queries.ts'
import { findWaitingSlip } from './slip-queries.ts'

export type PromptPayTaskDeps = { db: Db }

/** The jobs of orders that are paid by PromptPay. */
export function promptPayTasks(deps: PromptPayTaskDeps): TaskList {
  return {
    'expire-promptpay': (payload: unknown) => expire(deps, (payload as { orderId: string }).orderId),
  }
}

/** Cancels an order that wasn't paid in time. While a slip waits it stays: rejecting the slip queues this job again. */
async function expire({ db }: PromptPayTaskDeps, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'Awaiting payment' || (await findWaitingSlip(tx, orderId))) return
    const payment = await findPayment(tx, orderId)
    if (!payment) return
    if (payment.closesIn > 0) return queueJob(tx, ...expiryJob(orderId, payment.closesIn))
    await cancelUnpaidOrder(tx, orderId)
  })
}
