import type Stripe from 'stripe'
import { paymentReturnPath } from '../../contract/payments/payment-return.ts'
import { sumOf } from '../../contract/pricing/pricing.ts'
import type { Texts } from '../../contract/values/fill-text.ts'
import type { Language } from '../../contract/values/languages.ts'
import { assertSums, type Gateway, type PaymentPage, type Refunds } from './gateway.ts'
import { idOf, needsAction, readStripeEvent } from './stripe-events.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase: string | undefined
  /** Milliseconds that a call may take; a shopper waits for it. */
  timeout?: number
}

const taxNames: Texts = { en: 'Tax', th: 'ภาษี' }
const restNames: Record<Language, (products: number) => string> = {
  en: (products) => `${products} more products`,
  th: (products) => `สินค้าอีก ${products} รายการ`,
}

/** The maximum number of lines of a session; see `line_items` in the reference. */
const maxLines = 100

/** Refunds of a payment that are read: one page of the list, more than an order may have. */
const maxRefunds = 100

const defaultTimeout = 10_000

/**
 * Returns a gateway for Stripe Checkout. The library is large, so it is loaded at the first use.
 * @see https://docs.stripe.com/api/checkout/sessions
 */
export function stripeGateway(settings: StripeSettings, publicUrl: string): Gateway {
  let loading: Promise<Stripe> | undefined
  const stripe = () => {
    loading ??= loadStripe(settings).catch((error: unknown) => {
      // The next call tries again.
      loading = undefined
      throw error
    })
    return loading
  }
  /** Not the charge's amount_refunded, which may not have the refunds that wait for the shopper. */
  const refundsOf = async (payment: string): Promise<Refunds> => {
    const { refunds } = await stripe()
    const { data } = await refunds.list({ payment_intent: payment, limit: maxRefunds })
    const counted = data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
    return {
      cents: sumOf(counted.map(({ amount }) => amount)),
      needingAction: counted.filter(needsAction).map(({ id }) => id),
      keys: counted.flatMap(({ metadata }) => metadata?.refund ?? []),
    }
  }
  return {
    async open(page) {
      assertSums(page)
      const { checkout } = await stripe()
      const session = await checkout.sessions.create(sessionOf(page, publicUrl), { idempotencyKey: page.key })
      if (!session.url) throw new Error(`Stripe opened the session ${session.id} without an address`)
      return { session: session.id, url: session.url }
    },

    async pageState(id) {
      const { checkout } = await stripe()
      const session = await checkout.sessions.retrieve(id)
      const payment = idOf(session.payment_intent)
      if (session.payment_status === 'paid' && payment)
        return { state: 'paid', payment, amountCents: session.amount_total ?? 0, currency: session.currency ?? '' }
      // Complete and unpaid: an asynchronous payment is pending; an event will report its result.
      if (session.status === 'complete') return { state: 'processing' }
      return { state: session.status === 'expired' ? 'expired' : 'open' }
    },

    async expire(id) {
      const { checkout } = await stripe()
      await checkout.sessions.expire(id)
    },

    refundsOf,

    async refund({ payment, amountCents, key }) {
      const { refunds, paymentIntents } = await stripe()
      const send = (amount: number, idempotencyKey: string) =>
        refunds.create({ payment_intent: payment, amount, metadata: { refund: key } }, { idempotencyKey })
      await send(amountCents, key).catch(async (error: { type?: string; code?: string }) => {
        // The owner has refunded the payment by hand: in full, or in part, so that the rest is refunded.
        if (error.code === 'charge_already_refunded') return
        if (error.type !== 'StripeInvalidRequestError') throw error
        const { amount_received: received } = await paymentIntents.retrieve(payment)
        const left = received - (await refundsOf(payment)).cents
        if (left >= amountCents) throw error
        if (left > 0) await send(left, `${key}-${left}`)
      })
      // Read after the refund: the reply to a repeated request is as old as the first one.
      return refundsOf(payment)
    },

    readEvent: (body, signature) =>
      readStripeEvent(body, signature, {
        secret: settings.webhookSecret,
        shop: publicUrl,
        // Stripe's keys name their mode: sk_live_…, rk_test_….
        isLive: !settings.secretKey.includes('_test_'),
      }),
  }
}

function sessionOf(page: PaymentPage, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: page.orderId, order_number: String(page.orderNumber), shop: publicUrl }
  return {
    mode: 'payment',
    client_reference_id: page.orderId,
    metadata,
    // The payment intent needs the metadata too: events of refunds refer to it, not to the session.
    payment_intent_data: { metadata },
    customer_email: page.email,
    locale: page.language,
    line_items: lineItemsOf(page).map(({ name, unitCents, quantity }) => ({
      quantity,
      price_data: { currency: page.currency, unit_amount: unitCents, product_data: { name } },
    })),
    // The amount of the event must be the requested one, in the shop's currency.
    adaptive_pricing: { enabled: false },
    success_url: `${publicUrl}${paymentReturnPath({ order: page.orderId, payment: 'done' })}`,
    cancel_url: `${publicUrl}${paymentReturnPath({ order: page.orderId, payment: 'cancelled' })}`,
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
  }
}

/** Returns a line for each product and one for added tax; the last products of very long orders share one. */
function lineItemsOf({ lines, addedTaxCents, language }: PaymentPage): PaymentPage['lines'] {
  const tax = addedTaxCents > 0 ? [{ name: taxNames[language], unitCents: addedTaxCents, quantity: 1 }] : []
  const max = maxLines - tax.length
  if (lines.length <= max) return [...lines, ...tax]
  const rest = lines.slice(max - 1)
  const unitCents = sumOf(rest.map((line) => line.unitCents * line.quantity))
  return [...lines.slice(0, max - 1), { name: restNames[language](rest.length), unitCents, quantity: 1 }, ...tax]
}

async function loadStripe({ secretKey, apiBase, timeout = defaultTimeout }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const base = apiBase ? new URL(apiBase) : undefined
  return new Library(secretKey, {
    timeout,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}
