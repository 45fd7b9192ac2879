import { isOpenStatus, isUnconfirmed, mayFollow, type OrderStatus } from './order-status.ts'

/*
 * What may be done with an order. The server applies these rules to the locked order, and the screens offer what they
 * allow.
 */

/** Returns whether a shopper may cancel an order of a status: until the shop confirms it. */
export const mayShopperCancel = isUnconfirmed

/**
 * Returns whether sellers may cancel an order of a status: until it is delivered. `slipWaits`: whether a slip of it
 * waits, about which they decide first while it awaits payment.
 */
export const maySellerCancel = (status: OrderStatus, { slipWaits }: { slipWaits: boolean }): boolean =>
  mayFollow(status, 'Cancelled') && !(status === 'Awaiting payment' && slipWaits)

/**
 * Returns whether a shopper may move an order of a status to another delivery window: until packing begins, and again
 * once it has come back from its rider. Only the server knows whether its window's cut-off has passed.
 */
export const mayShopperMoveWindow = (status: OrderStatus, { cameBack }: { cameBack: boolean }): boolean =>
  isUnconfirmed(status) || status === 'Confirmed' || (status === 'Packing' && cameBack)

/** Returns whether sellers may correct an order's address: once placed, until it is delivered or cancelled. */
export const mayCorrectAddress = (status: OrderStatus): boolean => isOpenStatus(status)

/**
 * Returns whether sellers may take something off an order's price: once placed, until it is cancelled, while it costs
 * something. `cost`: what it costs now, in any unit. Only the server decides how much.
 */
export const mayTakeOff = (status: OrderStatus, { cost }: { cost: number }): boolean =>
  status !== 'Awaiting payment' && status !== 'Cancelled' && cost > 0

/** An order that was delivered. Its sums are of one unit. */
export type DeliveredOrder = {
  /** Its price before refunds. */
  amount: number
  /** What it costs now. */
  cost: number
  /** What was paid out of its money. */
  paidOut: number
  /** Whether refunds left some of its goods. */
  hasGoods: boolean
  /** Whether it was cancelled until it was delivered: undoing that cancels it again. */
  wasCancelled: boolean
}

/**
 * Returns whether sellers may undo the delivery of an order: while none of its money was paid out, and refunds left
 * some of its price and of its goods; or if it was cancelled until then. The earlier steps of `isUndoable` have no such
 * condition. Only the server knows whether the shop's day of the step is over.
 */
export const mayUndoDelivery = ({ amount, cost, paidOut, hasGoods, wasCancelled }: DeliveredOrder): boolean =>
  wasCancelled || (paidOut === 0 && (cost > 0 || amount === 0) && hasGoods)
