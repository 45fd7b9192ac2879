import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signStripeEvent } from '../../server/payments/stripe-events.ts'
import { type Reply, type Request, stripeApi, stripeError, type TestSession } from './stripe-api.ts'

/*
 * A server with the parts of Stripe's API that the shop uses, for tests with the real library.
 */

/**
 * How the server replies: normally, with an error, never, or by closing the connection after it has handled the
 * request.
 */
export type Behaviour = 'normal' | 'error 500' | 'error 400' | 'silent' | 'reply lost'

/** Starts such a server on a free port. Its events are signed with `webhookSecret`. */
export async function testStripe(webhookSecret: string) {
  const { sessions, refunds, next, replyTo, refundObject } = stripeApi()
  const requests: Request[] = []
  const replies = new Map<string, { body: string; reply: Reply }>()
  let behaviour: Behaviour = 'normal'
  let isLost = (_request: Request) => false
  let delay = 0
  let events = 0

  const server = createServer((incoming, response) => {
    void handle(incoming, response).catch((error) => response.writeHead(500).end(String(error)))
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await requestOf(incoming)
    requests.push(request)
    const now = behaviour
    if (now === 'silent') return
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    if (incoming.headers.authorization !== 'Bearer sk_test_talad')
      return send(response, stripeError(401, 'Invalid API Key'))
    if (now === 'error 500') return send(response, stripeError(500, 'Something went wrong', 'api_error'))
    if (now === 'error 400') return send(response, stripeError(400, 'This account cannot take payments'))
    const known = request.key === undefined ? undefined : replies.get(request.key)
    const body = `${request.method} ${request.path} ${request.form}`
    if (known && known.body !== body)
      return send(response, stripeError(400, 'Keys for idempotent requests can only be used once', 'idempotency_error'))
    const reply = known?.reply ?? replyTo(request)
    if (request.key !== undefined) replies.set(request.key, { body, reply })
    if (now === 'reply lost' || isLost(request)) return void incoming.socket.destroy()
    send(response, reply)
  }

  /** Returns the body and signature of an event about an object, created `later` seconds from now. */
  async function event(type: string, object: object, later = 0): Promise<{ body: string; signature: string }> {
    events += 1
    const created = Math.floor(Date.now() / 1000) + later
    const body = JSON.stringify({ id: `evt_${events}`, object: 'event', type, created, data: { object } })
    return { body, signature: await signStripeEvent(body, webhookSecret) }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refunds,
    sessions,
    event,
    /** Changes how the server replies to the next requests, after `wait` milliseconds. */
    behave: (as: Behaviour, wait = 0) => {
      behaviour = as
      delay = wait
    },
    /** Handles the requests that `which` selects, but loses the replies. */
    loseRepliesTo: (which: (request: Request) => boolean) => {
      isLost = which
    },
    /** Forgets the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => replies.clear(),
    /** Returns the page of an order. Throws unless there is exactly one. */
    pageOf: (orderId: string): TestSession => {
      const found = [...sessions.values()].filter((session) => session.client_reference_id === orderId)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} pages of ${orderId}`)
      return found[0]
    },
    /** Whether the next refunds wait until the shopper names a bank account, as those of PromptPay. */
    makeRefundsWait: (wait: boolean) => {
      next.refundsWait = wait
    },
    /** Returns an event about the newest refund of a payment, in a state. */
    refundEvent: (type: string, payment: string, status: string) => {
      const index = refunds.findLastIndex((refund) => refund.payment === payment)
      return event(type, { ...refundObject(index), status })
    },
    /** Finishes a session whose payment takes time; returns the event about it. */
    process: (session: TestSession) => {
      Object.assign(session, { status: 'complete', payment_intent: `pi_${session.id}` })
      return event('checkout.session.completed', session)
    },
    /** Ends the payment of such a session; returns the event about it. */
    finish: (session: TestSession, how: 'succeeded' | 'failed') => {
      if (how === 'succeeded') session.payment_status = 'paid'
      return event(`checkout.session.async_payment_${how}`, session)
    },
    /** Pays a session; returns the event about it. */
    pay: (session: TestSession) => {
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` })
      return event('checkout.session.completed', session)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const url = new URL(incoming.url ?? '', 'http://stripe.test')
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(Buffer.concat(parts).toString()),
    key: incoming.headers['idempotency-key'] as string | undefined,
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}
