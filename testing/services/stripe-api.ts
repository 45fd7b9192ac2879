/*
 * The parts of Stripe's API that the shop uses, in memory: sessions of its payment pages, refunds, payments.
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
export type Request = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  key: string | undefined
}
export type Reply = { status: number; body: object }

/** Makes the API without payments. */
export function stripeApi() {
  const sessions = new Map<string, TestSession>()
  const refunds: TestRefund[] = []
  /** The shop's keys of its refunds. */
  const keys = new WeakMap<TestRefund, string>()
  /** Whether the next refunds wait until the shopper names a bank account. */
  const next = { refundsWait: false }

  function replyTo({ method, path, query, form }: Request): Reply {
    const [, id = '', action] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/checkout/sessions') return open(form)
    if (method === 'POST' && path === '/v1/refunds') {
      const payment = form.get('payment_intent') ?? ''
      const left = refundableAmount(payment)
      if (left === 0)
        return stripeError(400, 'Charge has already been refunded.', 'invalid_request_error', 'charge_already_refunded')
      if (Number(form.get('amount')) > left)
        return stripeError(400, 'Refund amount is greater than unrefunded amount on charge')
      const refund = { payment, amount: Number(form.get('amount')), ...(next.refundsWait && { waits: true }) }
      refunds.push(refund)
      keys.set(refund, form.get('metadata[refund]') ?? '')
      return { status: 200, body: refundObject(refunds.length - 1) }
    }
    if (method === 'GET' && path === '/v1/refunds') {
      const wanted = query.get('payment_intent')
      const data = refunds.flatMap((refund, index) => (refund.payment === wanted ? [refundObject(index)] : []))
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

  function refundObject(index: number): object {
    const refund = refunds[index] ?? { payment: '', amount: 0 }
    const { payment, amount, waits } = refund
    return {
      id: `re_${index + 1}`,
      object: 'refund',
      amount,
      currency: 'thb',
      payment_intent: payment,
      metadata: { refund: keys.get(refund) },
      status: waits ? 'requires_action' : 'succeeded',
    }
  }

  function open(form: URLSearchParams): Reply {
    const expires = Number(form.get('expires_at'))
    if (expires < Date.now() / 1000 + 1800)
      return stripeError(400, 'expires_at must be at least 30 minutes in the future')
    let amount = 0
    for (let index = 0; form.has(`line_items[${index}][quantity]`); index += 1) {
      const unit = Number(form.get(`line_items[${index}][price_data][unit_amount]`))
      if (!Number.isInteger(unit)) return stripeError(400, 'Invalid integer')
      amount += unit * Number(form.get(`line_items[${index}][quantity]`))
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

  return { sessions, refunds, next, replyTo, refundObject }
}

/** Returns a reply with an error, in the form of Stripe's API. */
export const stripeError = (status: number, message: string, type = 'invalid_request_error', code?: string): Reply => ({
  status,
  body: { error: { type, message, code } },
})
