import type { Order } from '../../contract/entities.ts'
import { cents, toWire } from '../../contract/money.ts'
import { byShopper } from '../../contract/order-status.ts'
import type { OrderRow } from './queries.ts'

/** An order as the wire carries it to its shopper. Its timeline names no one of the shop. */
export function orderRecord(row: OrderRow): Order {
  return {
    _id: row.id,
    number: row.number,
    userId: row.shopperId,
    paymentType: row.paymentType,
    subtotal: toWire(cents(row.subtotalCents)),
    tax: toWire(cents(row.taxCents)),
    amount: toWire(cents(row.amountCents)),
    status: row.status,
    isPaid: row.isPaid,
    ...refundOf(row),
    ...(row.refundedCents > 0 ? { refunded: toWire(cents(row.refundedCents)) } : {}),
    ...(row.status === 'Awaiting payment' && row.paymentExpiresAt ? { payBy: row.paymentExpiresAt.toISOString() } : {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    address: row.address,
    items: row.lines,
    timeline: row.events.map(({ status, at, by }) => ({
      status,
      at: new Date(at).toISOString(),
      ...(by === byShopper ? { by } : {}),
    })),
  }
}

/** An order as sellers get it: its timeline also says who did each step. */
export function sellerOrderRecord(row: OrderRow): Order {
  const timeline = row.events.map(({ status, at, by }) => ({
    status,
    at: new Date(at).toISOString(),
    ...(by === null ? {} : { by }),
  }))
  return { ...orderRecord(row), ...(row.isRefundFailed ? { refund: 'failed' as const } : {}), timeline }
}

/** How a shopper's money stands. The shop owes what failed to arrive. */
function refundOf({ paymentState, isRefundFailed }: OrderRow): Pick<Order, 'refund'> {
  if (paymentState === 'refund due' || isRefundFailed) return { refund: 'due' }
  return paymentState === 'refunded' ? { refund: 'done' } : {}
}
