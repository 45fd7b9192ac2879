import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import type { Store } from '../../store.ts'
import type { OrderRequest, SentOrder } from './sent-order.ts'

export type OrderPlacement = { orderId: string; orderNumber: number; message: string | undefined }

/** Why no order was placed. `offline`: nothing was sent, because there is no connection. */
export type NotPlaced = {
  code: RefusalCode | 'offline' | undefined
  message: string
  request: OrderRequest
  /** If the delivery window is full or closed: the next ones with capacity left. */
  windows?: readonly OpenWindow[]
}

export type OrderingState =
  | { status: 'ready' }
  /** The shop refused, or nothing was sent. */
  | { status: 'refused'; refusal: NotPlaced }
  /** The reply was lost, and the shop has since answered that there is no such order. */
  | { status: 'not placed'; sent: SentOrder }
  | { status: 'sending'; sent: SentOrder }
  /**
   * The reply was lost, or another tab awaits it. `loginNeeded`: the outcome can be queried only when signed in.
   */
  | { status: 'checking'; sent: SentOrder; loginNeeded: boolean }
  | { status: 'placed'; order: OrderPlacement }
  /** Navigating to the payment page: a URL of the gateway, or a path of the shop. */
  | { status: 'to pay'; url: string }

type RefusedReply = { success: false; status: number; code: RefusalCode; message: string; windows?: OpenWindow[] }
export type OrderReply =
  | { success: true; orderId: string; orderNumber: number; message: string; url?: string }
  | RefusedReply
export type LookUpReply =
  | {
      success: true
      order: { orderId: string; orderNumber: number; paymentType: PaymentType; status: OrderStatus } | null
    }
  | RefusedReply
export type PayReply = { success: true; url: string } | RefusedReply

/** Storage, calls, clock and cart. The calls reject if there is no reply. */
export type OrderingDeps = {
  /** Returns the order that this browser has stored. */
  read: () => SentOrder | undefined
  write: (sent: SentOrder | undefined) => void
  send: (sent: SentOrder) => Promise<OrderReply>
  /** Returns the order that has the key. */
  lookUp: (sent: SentOrder) => Promise<LookUpReply>
  pay: (orderId: string, payment: PaymentType) => Promise<PayReply>
  /** Returns the shopper's id, as far as this page knows it. */
  shopper: () => string | undefined
  isOffline: () => boolean
  /** Opens the login dialog for an order that was refused because the session had ended. */
  logIn: () => void
  isLoginOpen: () => boolean
  /** Called if another account has signed in there: its name. */
  onOtherAccount: (name: string) => void
  /** Called when an order was placed or refused, or its outcome was found. */
  onOutcome: (state: OrderingState) => void
  /** Returns the message for an order that wasn't sent because there is no connection. */
  offlineMessage: () => string
  /** Returns the message for an order that was placed, and is cancelled: its number. */
  cancelledMessage: (number: number) => string
  /** Keeps the shown cart unchanged until the outcome is known; `unfreeze` ends that. */
  freeze: (items: CartItems) => void
  unfreeze: (placed: boolean) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds since the page was opened: unlike `now`, it never goes back. */
  uptime: () => number
  /** Resolves after this many milliseconds, or earlier when the connection is back or a user signs in. */
  wait: (milliseconds: number) => Promise<void>
  newId: () => string
}

/** An unpaid order with products of the cart: `pay` it instead of placing another, or `replace` it by the new one. */
export type Unpaid = { orderId: string; payment: PaymentType; act: 'pay' | 'replace' }

/** What the functions of an ordering share; they take it first. */
export type OrderingParts = {
  deps: OrderingDeps
  state: Store<OrderingState>
  /** The key of the last order that this page knows to be accepted. */
  placedKey: string | undefined
}

/**
 * Stores that an order was accepted, until that was shown: a page that is loaded before then looks it up once more.
 */
export function storePlaced(parts: OrderingParts, sent: SentOrder): void {
  const { deps } = parts
  parts.placedKey = sent.key
  // Another tab may have shown it.
  if (deps.read()?.key === sent.key) deps.write({ ...sent, placedAt: deps.now() })
}

/** Shows an outcome, and returns it. */
export function settle({ state }: OrderingParts, outcome: OrderingState): OrderingState {
  state.set(outcome)
  return outcome
}
