import type Stripe from 'stripe'
import { paymentReturnPath } from '../../contract/payment-return.ts'
import type { Language } from '../../contract/shop.ts'
import { assertSums, type Gateway, type PaymentPage } from './gateway.ts'
import { idOf, readStripeNotice } from './stripe-notices.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase: string | undefined
  /** Milliseconds that an answer may take; a shopper waits for it. */
  patience?: number
}

const taxNames: Record<Language, string> = { en: 'Tax', th: 'ภาษี' }
const restNames: Record<Language, (products: number) => string> = {
  en: (products) => `${products} more products`,
  th: (products) => `สินค้าอีก ${products} รายการ`,
}

/** Lines that a session may have; see `line_items` in the reference. */
const mostLines = 100

const usualPatience = 10_000

/**
 * Payments by Stripe Checkout. The library is loaded at the first use: it is large, and most processes start without
 * anybody paying.
 * @see https://docs.stripe.com/api/checkout/sessions
 */
export function stripeGateway(settings: StripeSettings, publicUrl: string): Gateway {
  let loading: Promise<Stripe> | undefined
  const stripe = () => {
    loading ??= loadStripe(settings)
    return loading
  }
  return {
    async open(page) {
      assertSums(page)
      const { checkout } = await stripe()
      const session = await checkout.sessions.create(sessionOf(page, publicUrl), { idempotencyKey: page.key })
      if (!session.url) throw new Error(`Stripe opened the session ${session.id} without an address`)
      return { session: session.id, url: session.url }
    },

    async ask(id) {
      const { checkout } = await stripe()
      const session = await checkout.sessions.retrieve(id)
      const payment = idOf(session.payment_intent)
      if (session.payment_status === 'paid' && payment)
        return { state: 'paid', payment, amountCents: session.amount_total ?? 0, currency: session.currency ?? '' }
      // Complete and unpaid: a slow way of paying is under way, of which a notification will tell.
      return { state: session.status === 'expired' ? 'expired' : 'open' }
    },

    async expire(id) {
      const { checkout } = await stripe()
      await checkout.sessions.expire(id)
    },

    async refund({ payment, amountCents, key }) {
      const { refunds, paymentIntents } = await stripe()
      const send = (amount: number, idempotencyKey: string) =>
        refunds.create({ payment_intent: payment, amount }, { idempotencyKey })
      await send(amountCents, key).catch(async (error: { type?: string; code?: string }) => {
        // The owner was faster, by hand: the money is where it should be, or a part of it is and the rest is owed.
        if (error.code === 'charge_already_refunded') return
        if (error.type !== 'StripeInvalidRequestError') throw error
        const { latest_charge: charge } = await paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
        const left = charge && typeof charge === 'object' ? charge.amount - charge.amount_refunded : amountCents
        if (left >= amountCents) throw error
        if (left > 0) await send(left, `${key}-${left}`)
      })
    },

    readNotice: (body, signature) =>
      readStripeNotice(body, signature, { secret: settings.webhookSecret, shop: publicUrl }),
  }
}

function sessionOf(page: PaymentPage, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: page.orderId, order_number: String(page.orderNumber), shop: publicUrl }
  return {
    mode: 'payment',
    client_reference_id: page.orderId,
    metadata,
    // The money's own record carries the order too: a refund tells of the money only.
    payment_intent_data: { metadata },
    customer_email: page.email,
    locale: page.language,
    line_items: linesOf(page).map(({ name, unitCents, quantity }) => ({
      quantity,
      price_data: { currency: page.currency, unit_amount: unitCents, product_data: { name } },
    })),
    // The amount that comes back must be the one that was asked for, in the shop's currency.
    adaptive_pricing: { enabled: false },
    success_url: `${publicUrl}${paymentReturnPath({ order: page.orderId, payment: 'done' })}`,
    cancel_url: `${publicUrl}${paymentReturnPath({ order: page.orderId, payment: 'cancelled' })}`,
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
  }
}

/** A line for each product and one for added tax; of the longest orders the last products share one. */
function linesOf({ lines, addedTaxCents, language }: PaymentPage): PaymentPage['lines'] {
  const tax = addedTaxCents > 0 ? [{ name: taxNames[language], unitCents: addedTaxCents, quantity: 1 }] : []
  const room = mostLines - tax.length
  if (lines.length <= room) return [...lines, ...tax]
  const rest = lines.slice(room - 1)
  const unitCents = rest.reduce((sum, line) => sum + line.unitCents * line.quantity, 0)
  return [...lines.slice(0, room - 1), { name: restNames[language](rest.length), unitCents, quantity: 1 }, ...tax]
}

async function loadStripe({ secretKey, apiBase, patience = usualPatience }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const elsewhere = apiBase ? new URL(apiBase) : undefined
  return new Library(secretKey, {
    timeout: patience,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(elsewhere && {
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'https:' ? 443 : 80),
      protocol: elsewhere.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}
