import { randomBytes } from 'node:crypto'
import type { TaskList } from 'graphile-worker'
import { webhookPath } from '../../../contract/paths/call-paths.ts'
import { keyFor } from '../../common/encryption.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { assertSums, type Gateway } from '../gateway.ts'
import { readStripeEvent, signStripeEvent } from '../stripe-events.ts'
import {
  endSandboxSession,
  findSandboxSession,
  insertSandboxSession,
  refundSandboxSession,
  type SandboxSession,
} from './queries.ts'

/*
 * The gateway of the demo: it shows a payment page, but no money moves. Its events have the format and the signature of
 * Stripe's and arrive at the same webhook endpoint.
 */

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'sandbox-event': { session: string; kind: keyof typeof typeOf }
    }
  }
}

const signingKeyOf = (secret: string) => keyFor(secret, 'sandbox events').toString('base64url')
const paymentOf = (session: string) => session.replace('cs_', 'pi_')
const sessionOf = (payment: string) => payment.replace('pi_', 'cs_')

/** Returns the demo's gateway, which stores its pages in the shop's own database. */
export function sandboxGateway({ db, secret, publicUrl }: { db: Db; secret: string; publicUrl: string }): Gateway {
  return {
    async open(page) {
      assertSums(page)
      const session = await insertSandboxSession(db, `cs_sandbox_${randomBytes(18).toString('base64url')}`, page)
      return { session, url: `${publicUrl}${sandboxPath}/${session}` }
    },
    async pageState(id) {
      const { state, page } = await getSession(db, id)
      if (state === 'paid')
        return { state, payment: paymentOf(id), amountCents: page.amountCents, currency: page.currency }
      return { state }
    },
    async expire(id) {
      const expired = await inTransaction(db, (tx) => end(tx, id, 'expired'))
      if (!expired) throw new Error(`the page ${id} is not open`)
    },
    async refundsOf(payment) {
      const { refundedCents, refundKeys } = await getSession(db, sessionOf(payment))
      return { cents: refundedCents, needingAction: [], keys: refundKeys }
    },
    async refund({ payment, amountCents, key }) {
      const id = sessionOf(payment)
      return inTransaction(db, async (tx) => {
        const refunded = await refundSandboxSession(tx, id, { cents: amountCents, key })
        if (refunded === undefined) throw new Error(`nothing was paid on ${id}`)
        await queueJob(
          tx,
          'sandbox-event',
          { session: id, kind: 'refunded' },
          { key: `sandbox-refund:${id}:${refunded}` },
        )
        return { cents: refunded, needingAction: [], keys: [key] }
      })
    },
    readEvent: (body, signature) =>
      readStripeEvent(body, signature, { secret: signingKeyOf(secret), shop: sandboxPath }),
  }
}

/** The path of its pages. */
export const sandboxPath = '/dev/payment'

/** Pays or declines on a page. Returns false if it is closed: paid, declined or expired already. */
export function actOnSandboxPage(db: Db, session: string, act: 'pay' | 'decline'): Promise<boolean> {
  return inTransaction(db, (tx) => end(tx, session, act === 'pay' ? 'paid' : 'failed'))
}

/** Ends a page and queues its event, in one transaction. */
async function end(tx: Tx, session: string, state: 'paid' | 'failed' | 'expired'): Promise<boolean> {
  if (!(await endSandboxSession(tx, session, state))) return false
  await queueJob(tx, 'sandbox-event', { session, kind: state }, { key: `sandbox:${session}` })
  return true
}

/** Sends an event to the webhook endpoint; rejects unless it was accepted, so that the job is repeated. */
export type DeliverEvent = (body: string, signature: string) => Promise<void>

/** Returns a function that delivers events to an app's webhook endpoint, as a real gateway would. */
export function webhookSender(app: WebhookApp): DeliverEvent {
  return async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const { statusCode } = await app.inject({ method: 'POST', url: webhookPath, headers, payload: body })
    if (statusCode !== 200) throw new Error(`the webhook answered ${statusCode}`)
  }
}

type WebhookApp = {
  inject: (request: {
    method: 'POST'
    url: string
    headers: Record<string, string>
    payload: string
  }) => Promise<{ statusCode: number }>
}

/** The job that delivers events. */
export function sandboxTasks({ db, secret, deliver }: { db: Db; secret: string; deliver: DeliverEvent }): TaskList {
  return {
    'sandbox-event': async ({ session, kind }) => {
      const body = JSON.stringify(eventOf(await getSession(db, session), kind))
      await deliver(body, await signStripeEvent(body, signingKeyOf(secret)))
    },
  }
}

const typeOf = {
  paid: 'checkout.session.completed',
  failed: 'checkout.session.async_payment_failed',
  expired: 'checkout.session.expired',
  refunded: 'charge.refunded',
} as const

/** Returns an event in Stripe's format, with the fields that the shop reads. */
function eventOf({ id, page, refundedCents }: SandboxSession, kind: keyof typeof typeOf): object {
  const metadata = { order_id: page.orderId, shop: sandboxPath }
  const common = { currency: page.currency, metadata, payment_intent: paymentOf(id) }
  const session = {
    id,
    object: 'checkout.session',
    ...common,
    client_reference_id: page.orderId,
    amount_total: page.amountCents,
    payment_status: kind === 'paid' ? 'paid' : 'unpaid',
  }
  const charge = {
    id: `ch_${id}`,
    object: 'charge',
    ...common,
    amount: page.amountCents,
    amount_refunded: refundedCents,
  }
  return {
    id: `evt_${kind}_${id}${kind === 'refunded' ? `_${refundedCents}` : ''}`,
    object: 'event',
    type: typeOf[kind],
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: kind === 'refunded' ? charge : session },
  }
}

async function getSession(db: Db, id: string): Promise<SandboxSession> {
  const session = await findSandboxSession(db, id)
  if (!session) throw new Error(`there is no page ${id}`)
  return session
}
