import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { findPayment, isPromptPay } from '../money/payment-queries.ts'
import { type PlacedOrder, type PlaceOrder, type PlaceOrderDeps, placeOrder } from '../placing/place-order.ts'
import { findOwnOrderStatus } from '../queries.ts'

/** An order with the code that pays it. */
export type PromptPayOrder = {
  id: string
  number: number
  status: OrderStatus
  amountCents: number
  payload: string
  receiver: string
  expiresAt: Date
  /** When it was read, by the clock of `expiresAt`, which is the database's. */
  now: Date
  /** Whether the shop has found a transfer for it, with a slip or without. */
  isPaid: boolean
}

/**
 * Places an order that is paid by PromptPay. It awaits payment, with its stock taken, until a seller confirms that the
 * money came, or half an hour is over and no slip waits. A repeated request returns the same order with its code.
 *
 * Throws as `placeOrder` does, and `order_not_payable` if the order of a repeated request is paid.
 */
export async function placePromptPayOrder(
  deps: PlaceOrderDeps,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: Omit<PlaceOrder, 'paymentType'>,
): Promise<PromptPayOrder & PlacedOrder> {
  const { id, isNew } = await placeOrder(deps, shopper, { ...request, paymentType: 'PromptPay' })
  const order = await getPromptPayOrder(deps.db, shopper.id, id)
  refuseUnless(order.status === 'Awaiting payment', 'order_not_payable')
  return { ...order, isNew }
}

/** Returns a shopper's own order that is paid by PromptPay. Throws `order_unknown`. */
export async function getPromptPayOrder(db: Db, shopperId: string, orderId: string): Promise<PromptPayOrder> {
  const order = isId(orderId) ? await findOwnOrderStatus(db, shopperId, orderId) : undefined
  const payment = order && (await findPayment(db, order.id))
  refuseUnless(order && payment && isPromptPay(payment), 'order_unknown')
  const { amountCents, payload, receiver, expiresAt, closesIn, state } = payment
  const now = new Date(expiresAt.getTime() - closesIn)
  return { ...order, amountCents, payload, receiver, expiresAt, now, isPaid: state === 'paid' }
}
