import type { JobHelpers, TaskList } from 'graphile-worker'
import { byOtherOrder } from '../../../contract/orders/order-status.ts'
import type { Log } from '../../common/log.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { type Job, queueJob } from '../../database/jobs.ts'
import { meaningOf } from '../../domain/payment-states.ts'
import { queueCancelledMail } from '../../mail/queue-mail.ts'
import type { Gateway, PageState, Refunds } from '../../payments/gateway.ts'
import { moneyOfOrder } from '../ledger-queries.ts'
import { closePageJob, pollJob, pollMinutes, refundJob, refundPartJob } from '../money/payment-jobs.ts'
import {
  addRefundsNeedingAction,
  findPayment,
  giveUpRefund,
  type PaymentRow,
  setRefundedPart,
  unpaidWithGoodsOf,
} from '../money/payment-queries.ts'
import { endGatewayRefund, findRefund, isRefundRequested, setGatewayCents } from '../money/refund-queries.ts'
import type { ShopTaxation } from '../money/retax-after-registration.ts'
import { lockOrder } from '../queries.ts'
import { cancelUnpaidOrder } from '../steps/cancel-order.ts'
import { handlePaymentEvent } from './handle-payment-event.ts'

export type PaymentTaskDeps = {
  db: Db
  gateway: Gateway | undefined
  log: Log
  shop: ShopTaxation
}

/**
 * Minutes after the page closed during which an unreachable gateway is polled before the order is cancelled all the
 * same.
 */
const graceMinutes = 5
/** Minutes between two polls of a payment that is being processed. */
const processingPollMinutes = 10
const minute = 60_000

/** The jobs of payments: polling the gateway, closing unpaid pages, refunding. */
export function paymentTasks(deps: PaymentTaskDeps): TaskList {
  return {
    'poll-payment': ({ orderId, poll }) => pollPayment(deps, orderId, poll),
    'refund-payment': ({ orderId, waits }, helpers) => {
      return untilGivenUp(deps, helpers, () => refundPayment(deps, orderId, waits), {
        orderIdOf: async () => orderId,
        stop: async () => {},
      })
    },
    'refund-part': ({ refundId, waits }, helpers) => {
      return untilGivenUp(deps, helpers, () => refundPart(deps, refundId, waits), {
        orderIdOf: async (tx) => (await findRefund(tx, refundId))?.orderId,
        stop: (tx) => endGatewayRefund(tx, refundId),
      })
    },
    'close-page': (page) => closePage(deps, page),
    'cancel-replaced': ({ orderId }) => cancelReplaced(deps, orderId),
    'refund-stray': async ({ payment, amountCents }) => {
      await gatewayOf(deps).refund({ payment, amountCents, key: `refund-${payment}` })
    },
  }
}

/** Polls the payment of an order that awaits payment; once its page has closed unpaid, cancels the order. */
async function pollPayment(deps: PaymentTaskDeps, orderId: string, poll: number) {
  const payment = await findPayment(deps.db, orderId)
  if (!payment || !meaningOf(payment.state).isPending) return
  const { closesIn } = payment
  const found = await readAndClosePage(deps, payment)
  if (found.state === 'paid') return handlePolledState(deps, payment, { ...found, kind: 'paid' })
  if (found.state === 'given up') {
    await handlePolledState(deps, payment, { kind: 'expired' })
    // It may have been paid: the job asks until the gateway answers.
    if (payment.session && deps.gateway) await queueJob(deps.db, ...closePageJob(orderId, payment.session))
    return
  }
  if (found.state === 'failed' || found.state === 'expired')
    return handlePolledState(deps, payment, { kind: found.state })
  if (found.state === 'processing') {
    await handlePolledState(deps, payment, { kind: 'processing' })
    await queueJob(deps.db, ...pollJob(orderId, poll, processingPollMinutes * minute))
    return
  }
  const known = found.state === 'open'
  const next = known ? minutesToNextPoll(poll) * minute : minute
  const after = closesIn > 0 ? Math.min(next, closesIn) : minute
  await queueJob(deps.db, ...pollJob(orderId, known ? poll + 1 : poll, after))
}

/** Minutes from one poll to the next; infinite after the last, as the next poll is when the page closes. */
const minutesToNextPoll = (poll: number) =>
  (pollMinutes[poll + 1] ?? Number.POSITIVE_INFINITY) - (pollMinutes[poll] ?? 0)

/**
 * Returns the state of the page; if the gateway can't tell, `unknown`, and after the grace period `given up`. Closes a
 * page whose time is over.
 */
async function readAndClosePage(
  deps: PaymentTaskDeps,
  payment: PaymentRow,
): Promise<PageState | { state: 'unknown' | 'given up' }> {
  const over = payment.closesIn <= 0
  // No shopper has seen a page that was never opened.
  if (!payment.session) return { state: over ? 'expired' : 'open' }
  // The job queues itself again instead of failing: the queue's backoff would hold stock for too long.
  const unknown = (why: unknown) => {
    const isGrace = payment.closesIn > -graceMinutes * minute
    deps.log.warn({ err: why, order: payment.orderId }, 'the state of a payment could not be read from the gateway')
    // After the grace period the stock is released; a payment that arrives later is refunded.
    return { state: isGrace ? ('unknown' as const) : ('given up' as const) }
  }
  try {
    const gateway = gatewayOf(deps)
    const state = await gateway.pageState(payment.session)
    if (state.state === 'processing' && over && payment.processingSince) return unknown('it is processed for too long')
    if (!over || state.state !== 'open') return state
    // The gateway refuses if the order is being paid at this moment; then the state has changed.
    const closed = await gateway.expire(payment.session).then(
      () => true,
      () => false,
    )
    if (closed) return { state: 'expired' }
    const current = await gateway.pageState(payment.session)
    return current.state === 'open' ? unknown('it is neither paid nor to be closed') : current
  } catch (error) {
    return unknown(error)
  }
}

/** Handles a polled state like an event of the gateway; if the event arrives later, it changes nothing. */
function handlePolledState(
  deps: PaymentTaskDeps,
  payment: PaymentRow,
  found: {
    kind: 'paid' | 'processing' | 'failed' | 'expired'
    payment?: string
    amountCents?: number
    currency?: string
  },
): Promise<void> {
  return handlePaymentEvent(deps, {
    id: `polled:${found.kind}:${payment.orderId}`,
    kind: found.kind,
    orderId: payment.orderId,
    ours: true,
    payment: found.payment,
    amountCents: found.amountCents ?? payment.amountCents,
    currency: found.currency ?? payment.currency,
  })
}

/**
 * Closes the page of a cancelled order. If the gateway refuses, the page is closed or was paid: then its payment is
 * refunded, though no event may ever report it.
 */
async function closePage(
  deps: PaymentTaskDeps,
  { orderId, session }: { orderId: string; session: string },
): Promise<void> {
  const gateway = gatewayOf(deps)
  const refusal = await gateway.expire(session).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (!refusal) return
  const found = await gateway.pageState(session)
  if (found.state === 'open') throw refusal.error
  if (found.state === 'processing')
    return queueJob(deps.db, ...closePageJob(orderId, session, processingPollMinutes * minute))
  const payment = found.state === 'paid' ? await findPayment(deps.db, orderId) : undefined
  if (found.state === 'paid' && payment) await handlePolledState(deps, payment, { ...found, kind: 'paid' })
}

/**
 * Cancels the shopper's unpaid orders that are the same purchase as an order, so that nothing is bought twice by
 * mistake. One that is paid already stays: its payment's event is on its way. Fails, to be run again, if the gateway
 * can't be queried.
 */
async function cancelReplaced(deps: PaymentTaskDeps, placedId: string): Promise<void> {
  for (const { orderId, session } of await unpaidWithGoodsOf(deps.db, placedId)) {
    // If the gateway can't tell, the order stays until its time is over.
    const page = session === null ? undefined : await gatewayOf(deps).pageState(session)
    if (page?.state === 'paid' || page?.state === 'processing') continue
    await inTransaction(deps.db, async (tx) => {
      await lockOrder(tx, orderId)
      // A cart that replaces an order says so beforehand. Here the shopper wasn't told.
      if (await cancelUnpaidOrder(tx, orderId, byOtherOrder)) await queueCancelledMail(tx, orderId, 'other')
    })
  }
}

/** Refunds what is owed of a cancelled order. `waits` is how often it has waited for a part of it. */
async function refundPayment(deps: PaymentTaskDeps, orderId: string, waits = 0): Promise<void> {
  await recordRefundsMade(deps, orderId)
  const payment = await findPayment(deps.db, orderId)
  if (payment?.state !== 'refund due' || !payment.gatewayPayment) return
  // Whether a part that got no reply was refunded is unknown: its repetition finds out, and this job comes after it.
  if (await isRefundRequested(deps.db, orderId))
    return waitForOther(deps.db, waits, (waited) => refundJob(orderId, waited))
  const { balance } = await moneyOfOrder(deps.db, orderId)
  const amountCents = Math.max(-balance, 0)
  const key = amountCents === payment.amountCents ? `refund-${orderId}` : `refund-${orderId}-${amountCents}`
  await requestRefund(deps, payment, { amountCents, key })
}

/** Refunds a part of an order's payment, as far as it is still owed. */
async function refundPart(deps: PaymentTaskDeps, refundId: string, waits = 0): Promise<void> {
  const found = await findRefund(deps.db, refundId)
  if (!found) return
  const { orderId } = found
  const key = `refund-${refundId}`
  const keysMade = await recordRefundsMade(deps, orderId)
  const due = await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, orderId)
    const refund = await findRefund(tx, refundId)
    const payment = await findPayment(tx, orderId)
    if (!refund?.gatewayDue || !payment) return undefined
    // The gateway forgets idempotency keys after a day; a shop may be restored from a backup that is older.
    if (keysMade.includes(key)) {
      await endGatewayRefund(tx, refundId)
      return undefined
    }
    // Once an amount was asked for, only its repetition tells whether it was refunded.
    if (refund.gatewayCents !== null) return { payment, amountCents: refund.gatewayCents }
    // One at a time: whether the balance includes another part already isn't known before that one's reply.
    if (await isRefundRequested(tx, orderId)) {
      await waitForOther(tx, waits, (waited) => refundPartJob(refundId, waited))
      return undefined
    }
    const { balance } = await moneyOfOrder(tx, orderId)
    // A cancelled order is refunded as a whole.
    const amountCents = payment.state === 'paid' ? Math.min(refund.cents, -balance) : 0
    if (amountCents <= 0) {
      await endGatewayRefund(tx, refundId)
      return undefined
    }
    await setGatewayCents(tx, refundId, amountCents)
    return { payment, amountCents }
  })
  if (!due) return
  await requestRefund(deps, due.payment, {
    amountCents: due.amountCents,
    key,
    onDone: (tx) => endGatewayRefund(tx, refundId),
  })
}

/** Milliseconds after which a refund that waited for another one runs again. */
const otherRefundDelay = 5000
/** How often a refund waits for another one until that is an error. */
const maxWaits = 60

/**
 * Queues a refund again that has to wait for another one of the same payment: it hasn't failed, so it neither logs an
 * error nor uses up a try. Throws if it has waited for minutes: the other one gets no reply.
 */
async function waitForOther(
  db: Db,
  waits: number,
  jobOf: (waited: { waits: number; after: number }) => Job,
): Promise<void> {
  if (waits >= maxWaits) throw new Error('another refund of the payment has got no reply for minutes')
  await queueJob(db, ...jobOf({ waits: waits + 1, after: otherRefundDelay }))
}

/**
 * Records what the gateway has refunded of a payment by now: by the owner there, or by the shop before it was restored
 * from a backup that doesn't have it. Returns the keys of those that the shop requested.
 */
async function recordRefundsMade(deps: PaymentTaskDeps, orderId: string): Promise<readonly string[]> {
  const payment = await findPayment(deps.db, orderId)
  if (!payment?.gatewayPayment) return []
  const refunds = await gatewayOf(deps).refundsOf(payment.gatewayPayment)
  await recordRefunds(deps.db, payment, refunds)
  return refunds.keys
}

/** Requests a refund and records how much the gateway has refunded by then, its own event or not. */
async function requestRefund(
  deps: PaymentTaskDeps,
  payment: PaymentRow,
  { amountCents, key, onDone }: { amountCents: number; key: string; onDone?: (tx: Tx) => Promise<void> },
): Promise<void> {
  if (!payment.gatewayPayment) throw new Error('the payment has no id of the gateway')
  const refunds =
    amountCents > 0 ? await gatewayOf(deps).refund({ payment: payment.gatewayPayment, amountCents, key }) : undefined
  await recordRefunds(deps.db, payment, refunds, onDone)
}

/** Records the refunds that the gateway has told of, unless one has failed since `payment` was read. */
async function recordRefunds(
  db: Db,
  { orderId, refundFailedAt }: PaymentRow,
  refunds: Refunds | undefined,
  onDone?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId)
    const current = await findPayment(tx, orderId)
    // The sum may be that of before the failure: it is asked for again.
    if (current?.refundFailedAt?.getTime() !== refundFailedAt?.getTime()) throw new Error('a refund has just failed')
    await setRefundedPart(tx, orderId, refunds?.cents ?? 0)
    await addRefundsNeedingAction(tx, orderId, refunds?.needingAction ?? [])
    await onDone?.(tx)
  })
}

/** Runs a job of a refund; if its last try fails, the money is to be paid out by hand. */
async function untilGivenUp(
  { db, log }: PaymentTaskDeps,
  { job }: Partial<JobHelpers>,
  run: () => Promise<void>,
  { orderIdOf, stop }: { orderIdOf: (tx: Tx) => Promise<string | undefined>; stop: (tx: Tx) => Promise<void> },
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!job || job.attempts < job.max_attempts) throw error
    await inTransaction(db, async (tx) => {
      const orderId = await orderIdOf(tx)
      if (!orderId) return
      await lockOrder(tx, orderId)
      await stop(tx)
      await giveUpRefund(tx, orderId)
      log.error({ err: error, order: orderId }, 'a refund failed for days: the money is to be paid out by hand')
    })
  }
}

function gatewayOf({ gateway }: PaymentTaskDeps): Gateway {
  if (!gateway) throw new Error('no payment gateway is set up, so payments cannot be checked or refunded')
  return gateway
}
