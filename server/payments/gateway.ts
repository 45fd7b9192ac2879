import type { Language } from '../../contract/shop.ts'

/*
 * What the shop asks of whoever takes its shoppers' money. The gateway knows nothing of orders but what it is told, and
 * the order's id travels with every payment, so that a notification is matched even when it overtakes the shop's own
 * note of the page that was opened.
 */

export type PaymentPage = {
  orderId: string
  orderNumber: number
  /** The same key again gives the same page, not a second one. */
  key: string
  /** Names in the shopper's language. */
  lines: readonly { name: string; unitCents: number; quantity: number }[]
  /** Tax on top of the lines, in cents; zero where prices include it. */
  addedTaxCents: number
  /** What is to be paid: the lines and the added tax. */
  amountCents: number
  /** ISO 4217, in lower case. */
  currency: string
  email: string
  language: Language
  /** When the page closes. */
  expiresAt: Date
}

export type OpenedPage = { session: string; url: string }

export type PageState =
  | { state: 'open' | 'expired' | 'failed' }
  | { state: 'paid'; payment: string; amountCents: number; currency: string }

/** A signed message of the gateway, with what of it concerns the shop. */
export type Notice = {
  /** The gateway's own name of it, the same however often it is sent. */
  id: string
  kind: 'paid' | 'failed' | 'expired' | 'refunded' | 'refunded in part' | 'refund failed' | 'other'
  orderId: string | undefined
  /** Whether the payment was asked for by this shop: the gateway's account may take those of others too. */
  ours: boolean
  /** The gateway's name of the money. */
  payment: string | undefined
  amountCents: number
  /** Of a refund: what went back so far, this time and before. */
  refundedCents?: number
  /** When the gateway noted what it tells; undefined where the shop found it out by asking. */
  at?: Date
  currency: string
}

export interface Gateway {
  /** Opens a page on which an order is paid. */
  open(page: PaymentPage): Promise<OpenedPage>
  /** How a page stands. */
  ask(session: string): Promise<PageState>
  /** Closes a page, so that nothing can be paid on it any more. Throws when it is closed already. */
  expire(session: string): Promise<void>
  /** Sends money back, once for each key. */
  refund(refund: { payment: string; amountCents: number; key: string }): Promise<void>
  /** Reads a notification. Throws when its signature is not the gateway's, or too old. */
  readNotice(body: Buffer, signature: string): Promise<Notice>
}

/** The sum of a page's lines and tax. Throws when that isn't its amount: nobody is ever asked for another sum than the order's. */
export function assertSums({ lines, addedTaxCents, amountCents }: PaymentPage): void {
  const sum = lines.reduce((all, line) => all + line.unitCents * line.quantity, addedTaxCents)
  if (sum !== amountCents) throw new RangeError(`the lines make ${sum} cents, the order ${amountCents}`)
}
