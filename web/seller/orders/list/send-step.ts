import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { RefusalCode } from '../../../../contract/messages/refusals.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { m } from '../../../messages/messages.ts'
import { sendChange } from '../../drafts/send-change.ts'
import { statusLabel, toCollect } from '../../order-ui/order-texts.ts'

export type StepReply =
  | { success: true; message: string; order: SellerOrder }
  | { success: false; code?: RefusalCode; message: string }

/**
 * Sends the step of an order to a status. If the reply is lost and the repetition refused as the order has moved, the
 * step counts as made if the order, read anew by `read`, has that status.
 */
export const sendStep = (
  status: OrderStatus,
  call: () => Promise<StepReply>,
  read: () => Promise<SellerOrder | undefined>,
): Promise<StepReply> =>
  sendChange(call, async ({ code }) => {
    const current = code === 'status_changed' ? await read() : undefined
    return current?.status === status ? { success: true, message: '', order: current } : undefined
  })

/**
 * Returns what is sent to move an order from the status that the seller saw; to deliver one for cash, with the sum that
 * the seller saw.
 */
export function stepInput(order: SellerOrder, status: OrderStatus, from: OrderStatus) {
  const isForCash = status === 'Delivered' && order.paymentType === 'COD' && !order.isPaid
  return { id: order._id, status, from, ...(isForCash ? { toCollect: toCollect(order) } : {}) }
}

/** Returns whether a step was refused because the order isn't as the seller saw it. */
export const sawAnOldOrder = (code: RefusalCode | undefined): boolean =>
  code === 'status_changed' || code === 'balance_changed'

/** Returns what a seller is told of a step to a status that was made, with the reply's message. */
export function stepMessage(status: OrderStatus, reply: { message: string; order: SellerOrder }): string {
  const { message, order } = reply
  // The money of an order that was cancelled meanwhile doesn't place it.
  if (status === 'Order Placed' && order.status === 'Cancelled') return message
  return m.sellerOrders_updated({ number: order.number, status: statusLabel(order.status) })
}
