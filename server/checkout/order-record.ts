import type { Selectable } from 'kysely'
import type { Order } from '../../contract/entities.ts'
import { cents, toWire } from '../../contract/money.ts'
import { byOtherOrder, byShopper } from '../../contract/order-status.ts'
import type { ShopOrder } from '../database/tables.ts'
import type { OrderRow } from './order-list-queries.ts'

type Sums = Pick<Selectable<ShopOrder>, 'subtotalCents' | 'discountCents' | 'shippingCents' | 'amountCents'>

/** Returns the tax that an order adds to its other sums, in cents: zero if its prices include the tax. */
export function addedTaxOf({ subtotalCents, discountCents, shippingCents, amountCents }: Sums): number {
  return amountCents - (subtotalCents - discountCents + shippingCents)
}

/** Returns an order as the API sends it to its shopper. Its timeline doesn't name sellers. */
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
      ...(by === byShopper || by === byOtherOrder ? { by } : {}),
    })),
  }
}

/** Returns an order as the API sends it to sellers, with who did each step and the steps that were undone. */
export function sellerOrderRecord(row: OrderRow): Order {
  const timeline = row.events.map(({ status, at, by }) => ({
    status,
    at: new Date(at).toISOString(),
    ...(by === null ? {} : { by }),
  }))
  const undone = row.undone?.map(({ status, at, by, undoneAt, undoneBy }) => ({
    status,
    at: new Date(at).toISOString(),
    ...(by === null ? {} : { by }),
    undoneAt: new Date(undoneAt).toISOString(),
    undoneBy,
  }))
  return {
    ...orderRecord(row),
    ...(row.isRefundFailed ? { refund: 'failed' as const } : {}),
    timeline,
    ...(undone ? { undone } : {}),
  }
}

/** Returns the state of a refund. One that failed is due again. */
function refundOf({ paymentState, isRefundFailed, ...order }: OrderRow): Pick<Order, 'refund'> {
  // What was paid by PromptPay is given back by hand.
  if (order.paymentType === 'PromptPay' && order.status === 'Cancelled' && order.isPaid)
    return { refund: order.balanceCents < 0 ? 'due' : 'done' }
  if (paymentState === 'refund due' || isRefundFailed) return { refund: 'due' }
  return paymentState === 'refunded' ? { refund: 'done' } : {}
}
