import { sumOf } from '../../contract/pricing/pricing.ts'
import type { Texts } from '../../contract/values/fill-text.ts'
import type { Language } from '../../contract/values/languages.ts'

/*
 * The interface of a payment gateway. Every payment carries the order's id, so that an event is matched to its order
 * even if it arrives before the shop has recorded the page that was opened.
 */

export type PaymentPage = {
  orderId: string
  orderNumber: number
  /** The idempotency key: a repeated key returns the same page, not a second one. */
  key: string
  /** The products and the delivery fee; names in the shopper's language. */
  lines: readonly { name: string; unitCents: number; quantity: number }[]
  /** Tax on top of the lines, in cents; zero if prices include it. */
  addedTaxCents: number
  /** The amount to pay in cents: the lines and the added tax. */
  amountCents: number
  /** ISO 4217, in lower case. */
  currency: string
  email: string
  language: Language
  /** When the page closes. */
  expiresAt: Date
}

export type OpenedPage = { session: string; url: string }

/** `processing`: the shopper has finished the page, and the gateway doesn't know yet whether the payment succeeds. */
export type PageState =
  | { state: 'open' | 'processing' | 'expired' | 'failed' }
  | { state: 'paid'; payment: string; amountCents: number; currency: string }

/** The refunds of a payment. */
export type Refunds = {
  /** Their sum, in cents, with those that need action. */
  cents: number
  /** The gateway's ids of those that need action: the shopper has to name a bank account. */
  needingAction: readonly string[]
  /** The idempotency keys of those that the shop requested. */
  keys: readonly string[]
}

/** A signed webhook event of the gateway, with the fields that the shop reads. */
export type PaymentEvent = {
  /** The gateway's id of the event, the same if it is sent again. */
  id: string
  kind:
    | 'paid'
    | 'processing'
    | 'failed'
    | 'expired'
    | 'refunded'
    | 'refunded in part'
    /** A refund that the gateway can't make before the shopper names a bank account. */
    | 'refund needs action'
    /** A refund that no longer needs action. */
    | 'refund continues'
    | 'refund failed'
    | 'other'
  orderId: string | undefined
  /** Whether the payment was requested by this shop: other shops may share the gateway's account. */
  ours: boolean
  /** The gateway's id of the payment. */
  payment: string | undefined
  /** The gateway's id of the refund; events of single refunds only. */
  refund?: string
  amountCents: number
  /** The sum of the payment's refunds so far, in cents; refund events only. */
  refundedCents?: number
  /** When the gateway created the event; undefined for a state that the shop has polled. */
  at?: Date
  currency: string
}

/** Returns the id for deduplicating events that a refund has reached a state: the gateway sends several. */
export function refundEventId(
  kind: 'refund failed' | 'refund needs action' | 'refund continues',
  refund: string,
): string {
  return `${kind.replaceAll(' ', '-')}:${refund}`
}

export interface Gateway {
  /** Opens a payment page for an order. */
  open(page: PaymentPage): Promise<OpenedPage>
  /** Returns the state of a page. */
  pageState(session: string): Promise<PageState>
  /** Closes a page, so that it can't be paid any more. Throws if it is closed already. */
  expire(session: string): Promise<void>
  /** Returns the refunds of a payment so far, the owner's at the gateway too. */
  refundsOf(payment: string): Promise<Refunds>
  /**
   * Refunds an amount of a payment, once per idempotency key; only the remainder, if the owner has refunded some at the
   * gateway. Returns the payment's refunds so far. Throws if the gateway refuses.
   */
  refund(refund: { payment: string; amountCents: number; key: string }): Promise<Refunds>
  /** Returns the event of a webhook's body. Throws if its signature is invalid or too old. */
  readEvent(body: Buffer, signature: string): Promise<PaymentEvent>
}

const deliveryNames: Texts = { en: 'Delivery fee', th: 'ค่าจัดส่ง' }

/**
 * Returns the lines of a payment page: products at their prices less discounts, and the delivery fee. If a discount
 * doesn't divide by the number of pieces, they are one line.
 */
export function linesToPay({
  lines,
  shippingCents,
  language,
}: {
  lines: readonly { name: string; unitCents: number; quantity: number; discountCents: number }[]
  shippingCents: number
  language: Language
}): PaymentPage['lines'] {
  const products = lines.map(({ name, unitCents, quantity, discountCents }) => {
    const net = unitCents * quantity - discountCents
    return net % quantity === 0
      ? { name, unitCents: net / quantity, quantity }
      : { name: `${quantity} × ${name}`, unitCents: net, quantity: 1 }
  })
  const delivery = { name: deliveryNames[language], unitCents: shippingCents, quantity: 1 }
  return shippingCents > 0 ? [...products, delivery] : products
}

/**
 * Throws a RangeError unless a page's lines and tax add up to its amount, so that shoppers only ever pay the order's
 * amount.
 */
export function assertSums({ lines, addedTaxCents, amountCents }: PaymentPage): void {
  const sum = addedTaxCents + sumOf(lines.map((line) => line.unitCents * line.quantity))
  if (sum !== amountCents) throw new RangeError(`the lines make ${sum} cents, the order ${amountCents}`)
}
