import { closedWithin, type OpeningHours } from '../../contract/delivery/opening-hours.ts'
import type { Complete } from '../../contract/entities/fields.ts'
import type { Order, SellerOrder } from '../../contract/entities/order.ts'
import { documentName, shownKind } from '../../contract/orders/documents.ts'
import {
  byOtherOrder,
  byRule,
  byShopper,
  isFinal,
  isUnconfirmed,
  type OrderStatus,
} from '../../contract/orders/order-status.ts'
import { addedTaxOf, sumOf } from '../../contract/pricing/pricing.ts'
import { costsOfLines } from '../../contract/pricing/refund-pricing.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { failedAttemptToWire } from '../delivery/assignments/failed-attempt-to-wire.ts'
import { cashAtDoor } from '../domain/cash-at-door.ts'
import { deliveryPhotoUrl } from '../domain/delivery-photo.ts'
import { meaningOf } from '../domain/payment-states.ts'
import type { OrderRow, SellerOrderRow } from './order-columns-queries.ts'
import { costOf } from './order-cost.ts'

/** Returns an order as the API sends it to its shopper. Its timeline doesn't name sellers. */
export function orderToWire(row: OrderRow): Complete<Omit<Order, 'closed'>> {
  return {
    ...commonToWire(row),
    slipUntil: row.slipUntil?.toISOString(),
    refunds: row.refunds?.map(refundToWire),
    timeline: row.timeline.map(({ status, at, by }) => ({
      status,
      at,
      by: by !== undefined && isShownToShopper(by, status) ? by : undefined,
    })),
  }
}

/**
 * Returns what shopper and sellers see of an order alike: without refunds and timeline, which name sellers, and without
 * what only its shopper needs.
 */
function commonToWire(row: OrderRow): Complete<Omit<Order, 'closed' | 'slipUntil' | 'refunds' | 'timeline'>> {
  return {
    _id: row.id,
    number: row.number,
    userId: row.shopperId,
    paymentType: row.paymentType,
    subtotal: toWire(cents(row.subtotalCents)),
    tax: toWire(cents(row.taxCents)),
    discounts: row.discounts?.map(discountToWire),
    delivery: deliveryToWire(row),
    amount: toWire(cents(row.amountCents)),
    status: row.status,
    isPaid: row.isPaid,
    refund: refundStateOf(row),
    documents: row.documents?.map(documentToWire),
    paidOut: sumAboveZero(row.paidOutCents),
    owed: sumAboveZero(-row.balanceCents),
    cash: cashOf(row),
    rounded: sumAboveZero(row.roundedCents),
    cost: row.reductionCents > 0 && row.status !== 'Cancelled' ? toWire(cents(costOf(row))) : undefined,
    processing: (row.isPaymentSlow && !row.isPaid) || undefined,
    payBy: row.status === 'Awaiting payment' ? row.paymentExpiresAt?.toISOString() : undefined,
    slip: row.slipState ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    address: row.address,
    handedOver: handedOver(row),
    failedAttempt: failedAttemptToWire(row),
    items: row.lines.map(({ product, quantity }) => ({ product, quantity })),
  }
}

/** Returns a sum that is sent only if there is one. */
const sumAboveZero = (sum: number): number | undefined => (sum > 0 ? toWire(cents(sum)) : undefined)

/**
 * Returns whether a shopper sees who did a step: they themselves, their other order, or the rule that cancelled it; no
 * seller.
 */
const isShownToShopper = (by: string, status: OrderStatus) =>
  by === byShopper || by === byOtherOrder || (by === byRule && status === 'Cancelled')

/** The opening hours, and the minutes within which the shop says that orders usually come. */
export type ShopHours = { hours: OpeningHours | null; timeZone: string; usualMinutes: number | null }

/** Returns an order as the API sends it to its shopper, with the closing that it waits for, if there is one. */
export function ownOrderToWire(row: OrderRow, shop: ShopHours): Complete<Order> {
  return { ...orderToWire(row), closed: closedOf(row, shop) }
}

/**
 * Returns the closing that an open order waits for:
 *
 * - Without a delivery time: the shop was closed when the order was placed, or closed before its usual minutes had
 *   passed.
 * - With one: the shop is closed now, and the order isn't confirmed.
 */
function closedOf(
  { createdAt, promisedAt, status }: OrderRow,
  { hours, timeZone, usualMinutes }: ShopHours,
): Order['closed'] {
  if (isFinal(status)) return undefined
  if (!promisedAt) return closedToWire(hours, createdAt, { minutes: usualMinutes ?? 0, timeZone })
  return isUnconfirmed(status) ? closedToWire(hours, new Date(), { minutes: 0, timeZone }) : undefined
}

/** Returns the closing in which a moment is, or that begins less than `minutes` after it. */
export function closedToWire(
  hours: OpeningHours | null,
  moment: Date,
  options: { minutes: number; timeZone: string },
): Order['closed'] {
  const closed = hours && closedWithin(hours, moment, options)
  return closed ? { from: closed.from.toISOString(), opensAt: closed.opensAt?.toISOString() ?? null } : undefined
}

/** Returns an order as the API sends it to sellers, with who did each step and the steps that were undone. */
export function sellerOrderToWire(row: SellerOrderRow): Complete<SellerOrder> {
  return {
    ...commonToWire(row),
    refund: row.isRefundFailed ? 'failed' : refundStateOf(row),
    refunds: row.refunds?.map((refund) => ({ ...refundToWire(refund), by: refund.by })),
    money: moneyToWire(row),
    timeline: row.timeline,
    ...row.history,
    movements: row.movements?.map(({ cents: amount, ...movement }) => ({ ...movement, amount: balanceToWire(amount) })),
    addressVersion: row.addressVersion,
    withRider: row.latestAssignment?.outcome === null || undefined,
    riderGone: isRiderGone(row) || undefined,
  }
}

/** Returns whether an order is still out for delivery though the assignment of its rider has ended. */
function isRiderGone({ status, latestAssignment, timeline }: SellerOrderRow): boolean {
  const endedAt = latestAssignment?.outcome === 'ended by the shop' ? latestAssignment.endedAt : null
  const left = timeline.findLast((step) => step.status === 'Out for delivery')
  return (
    status === 'Out for delivery' && endedAt !== null && left !== undefined && new Date(endedAt) > new Date(left.at)
  )
}

/**
 * Returns the state of a refund. One that failed is due again; one that waits for the shopper comes before all others.
 */
function refundStateOf({
  paymentState,
  isRefundFailed,
  refundNeedsAction,
  balanceCents,
  ...order
}: OrderRow): Order['refund'] {
  const refund = paymentState === null ? undefined : meaningOf(paymentState).refund
  if (refundNeedsAction) return 'needs action'
  if (refund === 'due' || isRefundFailed || balanceCents < 0) return 'due'
  // Money that wasn't paid by card is paid out by hand.
  if (order.paymentType !== 'Online' && order.status === 'Cancelled' && order.isPaid) return 'done'
  // A cancelled order that was handed over nevertheless, and paid after all, isn't refunded.
  const isSold = order.status !== 'Cancelled' && costOf(order) > 0
  return refund === 'done' && !isSold ? 'done' : undefined
}

/** Returns what of an order is to be paid in cash, if coins can't pay all of it. */
function cashOf(row: OrderRow): number | undefined {
  const whole = cashAtDoor(row)
  return whole !== undefined && whole < row.balanceCents ? toWire(cents(whole)) : undefined
}

/** Returns how an order is delivered; nothing for one of a shop without zones and windows. */
function deliveryToWire(row: OrderRow): Complete<NonNullable<Order['delivery']>> | undefined {
  const { deliveryZone: zone, windowId, deliverFrom, promisedAt } = row
  if (zone === null && windowId === null && promisedAt === null) return undefined
  const takenOff = sumOf((row.discounts ?? []).map(({ shippingCents }) => shippingCents))
  return {
    zone: zone ? { name: zone.name, nameTh: zone.nameTh ?? undefined } : undefined,
    fee: toWire(cents(row.shippingCents + takenOff)),
    from: deliverFrom?.toISOString(),
    promisedAt: promisedAt?.toISOString(),
    window: windowId ?? undefined,
    asap: (deliverFrom === null && promisedAt !== null) || undefined,
    late: row.late ?? undefined,
  }
}

function handedOver({ id, handedOver: handed }: OrderRow): Order['handedOver'] {
  if (!handed?.receivedBy && !handed?.hasPhoto) return undefined
  return { to: handed.receivedBy || undefined, photo: handed.hasPhoto ? deliveryPhotoUrl(id) : undefined }
}

const documentToWire = (document: NonNullable<OrderRow['documents']>[number]) => ({
  id: document.id,
  kind: shownKind(document.kind, document.vatRegistered),
  name: documentName(document),
})

const discountToWire = ({ cents: sum, shippingCents, ...discount }: NonNullable<OrderRow['discounts']>[number]) => ({
  ...discount,
  amount: toWire(cents(sum + shippingCents)),
})

/** Returns a refund without what each line cost, which only documents need, and without who made it. */
const refundToWire = ({ at, cents: sum, lines, reason }: NonNullable<OrderRow['refunds']>[number]) => ({
  at,
  amount: toWire(cents(sum)),
  lines: lines?.map(({ cents: _, ...part }) => part),
  reason,
})

/** Returns an order's ledger. What was received follows from the other sums. */
function moneyToWire(row: SellerOrderRow): Complete<SellerOrder['money']> {
  const cost = costOf(row)
  const costs = costsOfLines(row.lines, row.taxes, addedTaxOf(row) > 0)
  return {
    cost: toWire(cents(cost)),
    received: toWire(cents(cost + row.paidOutCents - row.roundedCents - row.balanceCents)),
    balance: balanceToWire(row.balanceCents),
    lines: costs.map(toWire),
    refunding: row.isRefunding,
    byRider: row.hasRiderCash || undefined,
    waived: sumAboveZero(row.waivedCents),
  }
}
