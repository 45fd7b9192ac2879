import type { OrderBody, OrderContent } from '../../../contract/calls/order.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import { type PaymentType, paymentTypes } from '../../../contract/payments/payment-methods.ts'

/** What a shopper enters for an order besides its goods, address and delivery time, as it is sent. */
export type EnteredFields = Omit<OrderContent, 'items' | 'address' | 'delivery'>

/** The order that a press of the button sends. `replaces` is cancelled if this one is accepted. */
export type OrderRequest = EnteredFields &
  Pick<OrderBody, 'addressVersion' | 'replaces'> & {
    userId: string
    items: CartItems
    /** Id of the address. */
    address: string
    payment: PaymentType
    /** The total on the button, in cents. */
    total: number
    /** The id of the delivery window, `asap` for as soon as possible, or `none` if the cart showed no times. */
    window?: string
    /** The end of the shown delivery time, in ISO 8601. */
    promisedAt?: string
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
  return requestFingerprint(one) === requestFingerprint(other)
}

function requestFingerprint({ userId, items, address, payment, code, window }: OrderRequest): string {
  const lines = Object.entries(items).sort(([one], [other]) => (one < other ? -1 : 1))
  const content = { items: lines, address, delivery: window, code } satisfies Record<keyof OrderContent, unknown>
  return JSON.stringify([userId, payment, content])
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
      paymentTypes.some((each) => each === stored.payment) &&
      typeof stored.items === 'object' &&
      stored.items !== null
    return isWhole ? (stored as SentOrder) : undefined
  } catch {
    return undefined
  }
}
