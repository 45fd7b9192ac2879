import type Stripe from 'stripe'
import { type PaymentEvent, refundEventId } from './gateway.ts'

/** The maximum age of a signature in seconds. */
const toleranceSeconds = 300

/**
 * Returns an event in Stripe's format, after checking its signature and age with Stripe's library. `shop` is the value
 * in the metadata by which the shop recognises its own payments. With `isLive`, an event of Stripe's other mode, live
 * or test, counts as one of another kind: no money of the shop moved.
 * @see https://docs.stripe.com/webhooks
 * @see https://docs.stripe.com/refunds#failed-refunds
 * @throws if the signature is wrong, missing or too old.
 */
export async function readStripeEvent(
  body: Buffer,
  signature: string,
  { secret, shop, isLive }: { secret: string; shop: string; isLive?: boolean },
): Promise<PaymentEvent> {
  const { default: Library } = await import('stripe')
  const event = Library.webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  const isOtherMode = isLive !== undefined && event.livemode === !isLive
  return isOtherMode ? ignoredEvent(event) : paymentEventOf(event, shop)
}

/** Returns the signature header of an event, as Stripe makes it. */
export async function signStripeEvent(body: string, secret: string): Promise<string> {
  const { default: Library } = await import('stripe')
  return Library.webhooks.generateTestHeaderString({ payload: body, secret })
}

function paymentEventOf(event: Stripe.Event, shop: string): PaymentEvent {
  switch (event.type) {
    case 'checkout.session.completed': {
      // An asynchronous payment method completes the session first, and the payment succeeds or fails later.
      const { payment_status: status } = event.data.object
      const kind = status === 'paid' ? 'paid' : status === 'unpaid' ? 'processing' : 'other'
      return { id: event.id, kind, ...sessionFields(event.data.object, shop) }
    }
    case 'checkout.session.async_payment_succeeded':
      return { id: event.id, kind: 'paid', ...sessionFields(event.data.object, shop) }
    case 'checkout.session.async_payment_failed':
      return { id: event.id, kind: 'failed', ...sessionFields(event.data.object, shop) }
    case 'checkout.session.expired':
      return { id: event.id, kind: 'expired', ...sessionFields(event.data.object, shop) }
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
    // Stripe sends several events for each state of a refund. The id is made from the refund's, so that they are
    // deduplicated.
    case 'refund.created':
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const refund = event.data.object
      const kind = kindOfRefund(refund)
      return {
        id: refundEventId(kind, refund.id),
        kind,
        refund: refund.id,
        orderId: refund.metadata?.order_id,
        ours: refund.metadata?.shop === shop,
        payment: idOf(refund.payment_intent),
        amountCents: refund.amount,
        currency: refund.currency,
        at: new Date(event.created * 1000),
      }
    }
    default:
      return ignoredEvent(event)
  }
}

/** Returns whether a refund needs action: the shopper, whom Stripe has asked by mail, has to name a bank account. */
export function needsAction({ status, next_action }: Pick<Stripe.Refund, 'status' | 'next_action'>): boolean {
  return status === 'requires_action' || (status === 'pending' && next_action !== undefined && next_action !== null)
}

function kindOfRefund(refund: Stripe.Refund) {
  if (refund.status === 'failed' || refund.status === 'canceled') return 'refund failed'
  return needsAction(refund) ? 'refund needs action' : 'refund continues'
}

function ignoredEvent({ id }: Stripe.Event): PaymentEvent {
  return { id, kind: 'other', orderId: undefined, ours: false, payment: undefined, amountCents: 0, currency: '' }
}

function sessionFields(session: Stripe.Checkout.Session, shop: string) {
  return {
    ours: session.metadata?.shop === shop,
    // Not client_reference_id: anyone can add one to the URL of a payment link of the same account.
    orderId: session.metadata?.order_id,
    payment: idOf(session.payment_intent),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  }
}

/** Returns the id of an object that Stripe returns either expanded or as its id. */
export function idOf(object: string | { id: string } | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id
}
