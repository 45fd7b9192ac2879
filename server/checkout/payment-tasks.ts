import type { TaskList } from 'graphile-worker'
import type { Log } from '../common/log.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import type { Gateway, PageState } from '../payments/gateway.ts'
import { findPayment, type PaymentRow, setRefunded } from './payment-queries.ts'
import { followJob, looks } from './payment-steps.ts'
import { lockOrder } from './queries.ts'
import { takeNotice } from './take-notice.ts'

export type PaymentTaskDeps = {
  db: Db
  gateway: Gateway | undefined
  log: Log
}

/** Minutes after the page closed for which a silent gateway is waited for before the order is cancelled all the same. */
const silence = 5
const minute = 60_000

/** The jobs around a payment: asking about it, closing what nobody paid, sending money back. */
export function paymentTasks(deps: PaymentTaskDeps): TaskList {
  return {
    'follow-payment': (payload: unknown) => followPayment(deps, payload as { orderId: string; look?: number }),
    'refund-payment': (payload: unknown) => refundPayment(deps, (payload as { orderId: string }).orderId),
    'close-page': (payload: unknown) => closePage(deps, (payload as { session: string }).session),
    'refund-stray': async (payload: unknown) => {
      const { payment, amountCents } = payload as { payment: string; amountCents: number }
      await gatewayOf(deps).refund({ payment, amountCents, key: `refund-${payment}` })
    },
  }
}

/** Asks about an order that awaits payment, now and then; when its page has closed and nothing was paid, cancels it. */
async function followPayment(deps: PaymentTaskDeps, { orderId, look = 0 }: { orderId: string; look?: number }) {
  const payment = await findPayment(deps.db, orderId)
  if (payment?.state !== 'opening' && payment?.state !== 'open') return
  const { closesIn } = payment
  const found = await askAndClose(deps, payment)
  if (found.state === 'paid') return note(deps, payment, { ...found, kind: 'paid' })
  if (found.state === 'failed' || found.state === 'expired') return note(deps, payment, { kind: found.state })
  const known = found.state === 'open'
  const next = known ? minutesAfter(look) * minute : minute
  const after = closesIn > 0 ? Math.min(next, closesIn) : minute
  await queueJob(deps.db, ...followJob(orderId, known ? look + 1 : look, after))
}

/** Minutes from one look to the next; after the last the page is let close. */
const minutesAfter = (look: number) => (looks[look + 1] ?? Number.POSITIVE_INFINITY) - (looks[look] ?? 0)

/** How the page stands, `unsure` when that can't be told yet; one that should be closed is closed first. */
async function askAndClose(deps: PaymentTaskDeps, payment: PaymentRow): Promise<PageState | { state: 'unsure' }> {
  const over = payment.closesIn <= 0
  // Nobody was ever sent to a page that never opened.
  if (!payment.session) return { state: over ? 'expired' : 'open' }
  // The job is queued anew instead of failing: the queue's pauses grow longer than stock may be held.
  const unsure = (why: unknown) => {
    const patient = payment.closesIn > -silence * minute
    deps.log.warn({ err: why, order: payment.orderId }, 'the gateway does not tell how a payment stands')
    // Stock isn't held any longer. Should money come later, it goes back.
    return { state: patient ? ('unsure' as const) : ('expired' as const) }
  }
  try {
    const gateway = gatewayOf(deps)
    const state = await gateway.ask(payment.session)
    if (!over || state.state !== 'open') return state
    // Refused where somebody pays at this very moment: then there is news.
    const closed = await gateway.expire(payment.session).then(
      () => true,
      () => false,
    )
    if (closed) return { state: 'expired' }
    const now = await gateway.ask(payment.session)
    return now.state === 'open' ? unsure('it is neither paid nor to be closed') : now
  } catch (error) {
    return unsure(error)
  }
}

/** What was found out by asking is taken as if the gateway had told it; should it tell later, that changes nothing. */
function note(
  deps: PaymentTaskDeps,
  payment: PaymentRow,
  found: { kind: 'paid' | 'failed' | 'expired'; payment?: string; amountCents?: number; currency?: string },
): Promise<void> {
  return takeNotice(deps, {
    id: `asked:${found.kind}:${payment.orderId}`,
    kind: found.kind,
    orderId: payment.orderId,
    ours: true,
    payment: found.payment,
    amountCents: found.amountCents ?? payment.amountCents,
    currency: found.currency ?? payment.currency,
  })
}

/** Closes the page of an order that was cancelled. The gateway refuses when it is closed or paid already. */
async function closePage(deps: PaymentTaskDeps, session: string): Promise<void> {
  const gateway = gatewayOf(deps)
  await gateway.expire(session).catch(async (error: unknown) => {
    if ((await gateway.ask(session)).state === 'open') throw error
  })
}

async function refundPayment(deps: PaymentTaskDeps, orderId: string): Promise<void> {
  const payment = await findPayment(deps.db, orderId)
  if (payment?.state !== 'refund due' || !payment.gatewayPayment) return
  const { gatewayPayment, amountCents } = payment
  await gatewayOf(deps).refund({ payment: gatewayPayment, amountCents, key: `refund-${orderId}` })
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, orderId)
    const now = await findPayment(tx, orderId)
    if (now?.state === 'refund due') await setRefunded(tx, orderId)
  })
}

function gatewayOf({ gateway }: PaymentTaskDeps): Gateway {
  if (!gateway) throw new Error('no payment gateway is set up, so nobody can be asked and no money sent back')
  return gateway
}
