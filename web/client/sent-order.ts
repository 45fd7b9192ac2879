import type { PaymentType } from '../../contract/entities/payment.ts'
import type { CartItems } from '../../contract/entities/user.ts'

/** The order that a press of the button sends. */
export type OrderRequest = {
  userId: string
  items: CartItems
  /** Id of the address. */
  address: string
  /** The version of the address that is shown. */
  addressVersion?: number
  payment: PaymentType
  /** The total on the button, in cents. */
  total: number
  /** A promotion's code. */
  code?: string
  /** The id of the delivery window, `asap` for as soon as possible, or `none` if the cart showed no times. */
  window?: string
  /** The end of the shown delivery time, in ISO 8601. */
  promisedAt?: string
  /** An unpaid order that is cancelled if this one is accepted. */
  replaces?: string
}

/** An order as it is sent, with its idempotency key and the time of sending (milliseconds since 1970). */
export type SentOrder = OrderRequest & {
  key: string
  sentAt: number
  /** The shopper knows that the same goods were just ordered, and orders them a second time. */
  isSecond?: boolean
  /** The shop answered that no order has this key. */
  unplaced?: boolean
  /** When the shop's acceptance was known here, which isn't shown yet (milliseconds since 1970). */
  placedAt?: number
}

/**
 * Returns the order to send. A repeat of `last` has the same key, so that the two make one order even if the first
 * still arrives.
 */
export function orderToSend(
  request: OrderRequest,
  last: SentOrder | undefined,
  { now, newId }: { now: () => number; newId: () => string },
): SentOrder {
  return { ...request, sentAt: now(), key: last && isSameOrder(last, request) ? last.key : newId() }
}

/** Returns whether two requests are for the same order. */
export function isSameOrder(one: OrderRequest, other: OrderRequest): boolean {
  return fingerprintOf(one) === fingerprintOf(other)
}

function fingerprintOf({ userId, items, address, payment, code, window }: OrderRequest): string {
  const lines = Object.entries(items).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([userId, address, payment, lines, code, window])
}

/** Parses a stored order; undefined if it isn't one. */
export function readSentOrder(json: string | null): SentOrder | undefined {
  try {
    const stored = JSON.parse(json ?? 'null') as Partial<SentOrder> | null
    const isWhole =
      typeof stored?.key === 'string' &&
      typeof stored.userId === 'string' &&
      typeof stored.address === 'string' &&
      typeof stored.sentAt === 'number' &&
      typeof stored.total === 'number' &&
      (stored.payment === 'COD' || stored.payment === 'Online' || stored.payment === 'PromptPay') &&
      typeof stored.items === 'object' &&
      stored.items !== null
    return isWhole ? (stored as SentOrder) : undefined
  } catch {
    return undefined
  }
}
