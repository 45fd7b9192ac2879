import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signStripeEvent } from '../server/payments/stripe-events.ts'

/*
 * A server that implements the parts of Stripe's API that the shop uses, for tests with the real library.
 * @see https://docs.stripe.com/api
 */

export type TestSession = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string
  metadata: Record<string, string>
  url: string | null
  expires_at: number
}
/** A refund; `waits` until the shopper names a bank account. */
type TestRefund = { payment: string; amount: number; waits?: boolean }
type Request = { method: string; path: string; query: URLSearchParams; form: URLSearchParams; key: string | undefined }
type Reply = { status: number; body: object }

/** How the server replies: normally, with an error, never, or by closing the connection after it has handled the request. */
export type Behaviour = 'normal' | 'error 500' | 'error 400' | 'silent' | 'reply lost'

export async function testStripe(webhookSecret: string) {
  const sessions = new Map<string, TestSession>()
  const refunds: TestRefund[] = []
  const requests: Request[] = []
  const answered = new Map<string, { body: string; reply: Reply }>()
  let behaviour: Behaviour = 'normal'
  let isLost = (_request: Request) => false
  let delay = 0
  let refundsWait = false
  let events = 0

  const server = createServer((incoming, response) => {
    void handle(incoming, response).catch((error) => response.writeHead(500).end(String(error)))
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const url = new URL(incoming.url ?? '', 'http://stripe.test')
    const request: Request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(Buffer.concat(parts).toString()),
      key: incoming.headers['idempotency-key'] as string | undefined,
    }
    requests.push(request)
    const now = behaviour
    if (now === 'silent') return
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    if (incoming.headers.authorization !== 'Bearer sk_test_talad')
      return send(response, stripeError(401, 'Invalid API Key'))
    if (now === 'error 500') return send(response, stripeError(500, 'Something went wrong', 'api_error'))
    if (now === 'error 400') return send(response, stripeError(400, 'This account cannot take payments'))
    const known = request.key === undefined ? undefined : answered.get(request.key)
    const body = `${request.method} ${request.path} ${request.form}`
    if (known && known.body !== body)
      return send(response, stripeError(400, 'Keys for idempotent requests can only be used once', 'idempotency_error'))
    const reply = known?.reply ?? answer(request)
    if (request.key !== undefined) answered.set(request.key, { body, reply })
    if (now === 'reply lost' || isLost(request)) return void incoming.socket.destroy()
    send(response, reply)
  }

  function answer({ method, path, query, form }: Request): Reply {
    const [, id = '', action] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/checkout/sessions') return open(form)
    if (method === 'POST' && path === '/v1/refunds') {
      const payment = form.get('payment_intent') ?? ''
      const left = refundableAmount(payment)
      if (left === 0)
        return stripeError(400, 'Charge has already been refunded.', 'invalid_request_error', 'charge_already_refunded')
      if (Number(form.get('amount')) > left)
        return stripeError(400, 'Refund amount is greater than unrefunded amount on charge')
      refunds.push({ payment, amount: Number(form.get('amount')), ...(refundsWait && { waits: true }) })
      return { status: 200, body: refundObject(refunds.length - 1) }
    }
    if (method === 'GET' && path === '/v1/refunds') {
      const wanted = query.get('payment_intent')
      const data = refunds.flatMap((refund, at) => (refund.payment === wanted ? [refundObject(at)] : []))
      return { status: 200, body: { object: 'list', data, has_more: false, url: path } }
    }
    const payment = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1]
    if (method === 'GET' && payment) return { status: 200, body: paymentIntent(payment) }
    const session = sessions.get(id)
    if (!session) return stripeError(404, `No such checkout.session: ${id}`)
    if (method === 'GET') return { status: 200, body: session }
    if (action !== 'expire') return stripeError(404, 'Unrecognized request URL')
    if (session.status !== 'open') return stripeError(400, 'Only sessions that are open can be expired')
    session.status = 'expired'
    return { status: 200, body: session }
  }

  const refundedOf = (payment: string) =>
    refunds.filter((refund) => refund.payment === payment).reduce((sum, { amount }) => sum + amount, 0)

  const paidOf = (payment: string) =>
    [...sessions.values()].find((session) => session.payment_intent === payment)?.amount_total

  /** Returns how much of a payment can still be refunded; unknown payments can be refunded once, for any amount. */
  function refundableAmount(payment: string): number {
    const refunded = refundedOf(payment)
    return (paidOf(payment) ?? (refunded === 0 ? Number.POSITIVE_INFINITY : refunded)) - refunded
  }

  const paymentIntent = (id: string) => ({ id, object: 'payment_intent', amount_received: paidOf(id) ?? 0 })

  function refundObject(at: number): object {
    const { payment, amount, waits } = refunds[at] ?? { payment: '', amount: 0 }
    return {
      id: `re_${at + 1}`,
      object: 'refund',
      amount,
      currency: 'thb',
      payment_intent: payment,
      metadata: {},
      status: waits ? 'requires_action' : 'succeeded',
    }
  }

  function open(form: URLSearchParams): Reply {
    const expires = Number(form.get('expires_at'))
    if (expires < Date.now() / 1000 + 1800)
      return stripeError(400, 'expires_at must be at least 30 minutes in the future')
    let amount = 0
    for (let at = 0; form.has(`line_items[${at}][quantity]`); at += 1) {
      const unit = Number(form.get(`line_items[${at}][price_data][unit_amount]`))
      if (!Number.isInteger(unit)) return stripeError(400, 'Invalid integer')
      amount += unit * Number(form.get(`line_items[${at}][quantity]`))
    }
    if (form.has('line_items[100][quantity]')) return stripeError(400, 'A session has at most 100 line items')
    const id = `cs_test_${sessions.size + 1}`
    const session: TestSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: { order_id: form.get('metadata[order_id]') ?? '' },
      url: `https://checkout.stripe.test/${id}`,
      expires_at: expires,
    }
    sessions.set(id, session)
    return { status: 200, body: session }
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
    behave: (next: Behaviour, wait = 0) => {
      behaviour = next
      delay = wait
    },
    /** Handles the requests that `which` selects, but loses the replies. */
    loseRepliesTo: (which: (request: Request) => boolean) => {
      isLost = which
    },
    /** Returns the page of an order. Throws unless there is exactly one. */
    pageOf: (orderId: string): TestSession => {
      const found = [...sessions.values()].filter((session) => session.client_reference_id === orderId)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} pages of ${orderId}`)
      return found[0]
    },
    /** Whether the next refunds wait until the shopper names a bank account, as those of PromptPay. */
    makeRefundsWait: (wait: boolean) => {
      refundsWait = wait
    },
    /** Returns an event about the newest refund of a payment, in a state. */
    refundEvent: (type: string, payment: string, status: string) => {
      const at = refunds.findLastIndex((refund) => refund.payment === payment)
      return event(type, { ...refundObject(at), status })
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

const stripeError = (status: number, message: string, type = 'invalid_request_error', code?: string): Reply => ({
  status,
  body: { error: { type, message, code } },
})

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}
