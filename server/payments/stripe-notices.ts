import type Stripe from 'stripe'
import type { Notice } from './gateway.ts'

/** Seconds for which a signature is believed. */
const tolerance = 300

/**
 * Reads a notification of Stripe's kind, after checking its signature and age with Stripe's library. `shop` is what the
 * shop wrote into its payments to know them again.
 * @see https://docs.stripe.com/webhooks
 * @see https://docs.stripe.com/refunds#failed-refunds
 * @throws when the signature is wrong, missing or too old.
 */
export async function readStripeNotice(
  body: Buffer,
  signature: string,
  { secret, shop }: { secret: string; shop: string },
): Promise<Notice> {
  const { default: Library } = await import('stripe')
  return noticeOf(Library.webhooks.constructEvent(body, signature, secret, tolerance), shop)
}

/** Signs a notification as Stripe does. */
export async function signStripeNotice(body: string, secret: string): Promise<string> {
  const { default: Library } = await import('stripe')
  return Library.webhooks.generateTestHeaderString({ payload: body, secret })
}

function noticeOf(event: Stripe.Event, shop: string): Notice {
  switch (event.type) {
    case 'checkout.session.completed': {
      // A slow way of paying completes the page first and brings the money, or not, later.
      const kind = event.data.object.payment_status === 'paid' ? 'paid' : 'other'
      return { id: event.id, kind, ...ofSession(event.data.object, shop) }
    }
    case 'checkout.session.async_payment_succeeded':
      return { id: event.id, kind: 'paid', ...ofSession(event.data.object, shop) }
    case 'checkout.session.async_payment_failed':
      return { id: event.id, kind: 'failed', ...ofSession(event.data.object, shop) }
    case 'checkout.session.expired':
      return { id: event.id, kind: 'expired', ...ofSession(event.data.object, shop) }
    case 'charge.refunded': {
      const charge = event.data.object
      return {
        id: event.id,
        kind: charge.amount_refunded === charge.amount ? 'refunded' : 'refunded in part',
        orderId: charge.metadata?.order_id,
        ours: charge.metadata?.shop === shop,
        payment: idOf(charge.payment_intent),
        amountCents: charge.amount,
        refundedCents: charge.amount_refunded,
        currency: charge.currency,
        at: new Date(event.created * 1000),
      }
    }
    // Stripe tells of a refund that failed by up to three events. Their id is the refund's, so that it counts once.
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const refund = event.data.object
      if (refund.status !== 'failed' && refund.status !== 'canceled') return otherNotice(event)
      return {
        id: `refund-failed:${refund.id}`,
        kind: 'refund failed',
        orderId: refund.metadata?.order_id,
        ours: refund.metadata?.shop === shop,
        payment: idOf(refund.payment_intent),
        amountCents: refund.amount,
        currency: refund.currency,
        at: new Date(event.created * 1000),
      }
    }
    default:
      return otherNotice(event)
  }
}

function otherNotice({ id }: Stripe.Event): Notice {
  return { id, kind: 'other', orderId: undefined, ours: false, payment: undefined, amountCents: 0, currency: '' }
}

function ofSession(session: Stripe.Checkout.Session, shop: string) {
  return {
    ours: session.metadata?.shop === shop,
    // Not the reference: anybody can add one to the address of a payment link on the same account.
    orderId: session.metadata?.order_id,
    payment: idOf(session.payment_intent),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  }
}

/** Stripe gives a thing or its id, as it was asked. */
export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === 'string' ? thing : thing?.id
}
