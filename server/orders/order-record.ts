import { deliveryPhotoUrl } from '../../contract/delivery/delivery-photo.ts'
import { openTry } from '../../contract/delivery/failed-try.ts'
import { closedWithin, type OpeningHours } from '../../contract/delivery/opening-hours.ts'
import type { Order } from '../../contract/entities/order.ts'
import { cashAtDoor } from '../../contract/orders/cash-at-door.ts'
import { documentName, shownKind } from '../../contract/orders/documents.ts'
import { byOtherOrder, byRule, byShopper, type OrderStatus } from '../../contract/orders/order-status.ts'
import { addedTaxOf, sumOf } from '../../contract/pricing/pricing.ts'
import { costsOfLines } from '../../contract/pricing/refund-pricing.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { OrderRow, StaffOrderRow } from './order-list-queries.ts'

/** Returns an order as the API sends it to its shopper. Its timeline doesn't name sellers. */
export function orderRecord(row: OrderRow): Order {
  return {
    ...commonRecord(row),
    ...(row.refunds ? { refunds: row.refunds.map(refundRecord) } : {}),
    timeline: row.events.map((event) =>
      stepRecord({ ...event, by: event.by && isShownToShopper(event.by, event.status) ? event.by : null }),
    ),
  }
}

/** Returns what shopper and sellers see of an order alike: all but the refunds and the timeline, which name sellers. */
function commonRecord(row: OrderRow): Omit<Order, 'refunds' | 'timeline'> {
  return {
    _id: row.id,
    number: row.number,
    userId: row.shopperId,
    paymentType: row.paymentType,
    subtotal: toWire(cents(row.subtotalCents)),
    tax: toWire(cents(row.taxCents)),
    ...(row.discounts ? { discounts: row.discounts.map(discountRecord) } : {}),
    ...deliveryRecord(row),
    amount: toWire(cents(row.amountCents)),
    status: row.status,
    isPaid: row.isPaid,
    ...refundOf(row),
    ...(row.documents ? { documents: row.documents.map(documentRecord) } : {}),
    ...(row.refundedCents > 0 ? { refunded: toWire(cents(row.refundedCents)) } : {}),
    ...(row.balanceCents < 0 ? { owed: toWire(cents(-row.balanceCents)) } : {}),
    ...cashOf(row),
    ...(row.reductionCents > 0 && row.status !== 'Cancelled' ? { cost: toWire(cents(dueOf(row))) } : {}),
    ...(row.isPaymentSlow && !row.isPaid ? { processing: true } : {}),
    ...(row.status === 'Awaiting payment' && row.paymentExpiresAt ? { payBy: row.paymentExpiresAt.toISOString() } : {}),
    ...(row.slipState === null ? {} : { slip: row.slipState }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    address: row.address,
    ...handedOver(row),
    ...failedTryOf(row),
    items: row.lines.map(({ product, quantity }) => ({ product, quantity })),
  }
}

const stepRecord = ({ status, at, by }: OrderRow['events'][number]): Order['timeline'][number] => ({
  status,
  at: new Date(at).toISOString(),
  ...(by === null ? {} : { by }),
})

/** Returns whether a shopper sees who did a step: they themselves, their other order, or the rule that cancelled it; no seller. */
const isShownToShopper = (by: string, status: OrderStatus) =>
  by === byShopper || by === byOtherOrder || (by === byRule && status === 'Cancelled')

/** The opening hours, and the minutes within which the shop says that orders usually come. */
export type ShopHours = { hours: OpeningHours | null; timeZone: string; usualMinutes: number | null }

/** Returns an order as the API sends it to its shopper, with the closing that it waits for, if there is one. */
export function ownOrderRecord(row: OrderRow, shop: ShopHours): Order {
  return { ...orderRecord(row), ...closedOf(row, shop) }
}

/**
 * Returns the closing that an open order waits for:
 *
 * - Without a delivery time: the shop was closed when the order was placed, or closed before its usual minutes had passed.
 * - With one: the shop is closed now, and the order isn't confirmed.
 */
function closedOf(
  { createdAt, promisedAt, status }: OrderRow,
  { hours, timeZone, usualMinutes }: ShopHours,
): Pick<Order, 'closed'> {
  if (status === 'Delivered' || status === 'Cancelled') return {}
  if (!promisedAt) return closedRecord(hours, createdAt, { minutes: usualMinutes ?? 0, timeZone })
  const waits = status === 'Order Placed' || status === 'Awaiting payment'
  return waits ? closedRecord(hours, new Date(), { minutes: 0, timeZone }) : {}
}

/** Returns the closing in which a moment is, or that begins less than `minutes` after it. */
export function closedRecord(
  hours: OpeningHours | null,
  moment: Date,
  options: { minutes: number; timeZone: string },
): Pick<Order, 'closed'> {
  const closed = hours && closedWithin(hours, moment, options)
  return closed ? { closed: { from: closed.from.toISOString(), opensAt: closed.opensAt?.toISOString() ?? null } } : {}
}

/** Returns an order as the API sends it to sellers, with who did each step and the steps that were undone. */
export function sellerOrderRecord(row: StaffOrderRow): Order {
  return {
    ...commonRecord(row),
    ...(row.isRefundFailed ? { refund: 'failed' as const } : {}),
    ...(row.refunds ? { refunds: row.refunds.map((refund) => ({ ...refundRecord(refund), by: refund.by })) } : {}),
    money: moneyRecord(row),
    timeline: row.events.map(stepRecord),
    ...(row.packed ? { packed: packedRecord(row.packed) } : {}),
    ...(row.undone ? { undone: row.undone.map(undoneRecord) } : {}),
    ...(row.movements ? { movements: row.movements.map(movementRecord) } : {}),
    ...(row.moves ? { moves: row.moves.map(moveRecord) } : {}),
    ...failedTriesOf(row),
    ...(row.runs?.[0]?.outcome === null ? { withRider: true as const } : {}),
  }
}

const undoneRecord = ({ undoneAt, undoneBy, ...step }: NonNullable<StaffOrderRow['undone']>[number]) => ({
  ...stepRecord(step),
  undoneAt: new Date(undoneAt).toISOString(),
  undoneBy,
})

const packedRecord = ({ at, by }: NonNullable<StaffOrderRow['packed']>): NonNullable<Order['packed']> => ({
  at: new Date(at).toISOString(),
  ...(by === null ? {} : { by }),
})

const movementRecord = ({
  at,
  by,
  kind,
  method,
  cents: amount,
}: NonNullable<StaffOrderRow['movements']>[number]): NonNullable<Order['movements']>[number] => ({
  kind: kind === 'given back' ? 'paid out' : kind,
  method,
  at: new Date(at).toISOString(),
  ...(by === null ? {} : { by }),
  amount: balanceToWire(amount),
})

function moveRecord({
  at,
  by,
  ...move
}: NonNullable<StaffOrderRow['moves']>[number]): NonNullable<Order['moves']>[number] {
  const iso = (time: string) => new Date(time).toISOString()
  const { fromStart, fromEnd } = move
  return {
    at: iso(at),
    by,
    ...(fromEnd === null ? {} : { was: { ...(fromStart === null ? {} : { from: iso(fromStart) }), by: iso(fromEnd) } }),
    to: { from: iso(move.toStart), by: iso(move.toEnd) },
  }
}

/** Returns the state of a refund. One that failed is due again; one that waits for the shopper comes before all others. */
function refundOf({
  paymentState,
  isRefundFailed,
  isRefundWaiting,
  balanceCents,
  ...order
}: OrderRow): Pick<Order, 'refund'> {
  if (isRefundWaiting) return { refund: 'waits' }
  if (paymentState === 'refund due' || isRefundFailed || balanceCents < 0) return { refund: 'due' }
  // Money that wasn't paid by card is paid out by hand.
  if (order.paymentType !== 'Online' && order.status === 'Cancelled' && order.isPaid) return { refund: 'done' }
  // A cancelled order that was handed over nevertheless, and paid after all, isn't refunded.
  const isSold = order.status !== 'Cancelled' && dueOf(order) > 0
  return paymentState === 'refunded' && !isSold ? { refund: 'done' } : {}
}

/** Returns what of an order is to be paid in cash, if coins can't pay all of it, and by how much its cash was rounded down. */
function cashOf(row: OrderRow): Pick<Order, 'cash' | 'rounded'> {
  const { balanceCents, roundedCents } = row
  const whole = cashAtDoor(row)
  return {
    ...(whole !== undefined && whole < balanceCents ? { cash: toWire(cents(whole)) } : {}),
    ...(roundedCents > 0 ? { rounded: toWire(cents(roundedCents)) } : {}),
  }
}

const dueOf = ({ amountCents, reductionCents }: Pick<OrderRow, 'amountCents' | 'reductionCents'>): number =>
  amountCents - reductionCents

/** Returns how an order is delivered; nothing for one of a shop without zones and windows. */
function deliveryRecord(row: OrderRow): Pick<Order, 'delivery'> {
  const { deliveryZone: zone, windowId, deliverFrom, promisedAt } = row
  if (zone === null && windowId === null && promisedAt === null) return {}
  const takenOff = sumOf((row.discounts ?? []).map(({ shippingCents }) => shippingCents))
  return {
    delivery: {
      ...(zone ? { zone: { name: zone.name, ...(zone.nameTh === null ? {} : { nameTh: zone.nameTh }) } } : {}),
      fee: toWire(cents(row.shippingCents + takenOff)),
      ...(deliverFrom ? { from: deliverFrom.toISOString() } : {}),
      ...(promisedAt ? { by: promisedAt.toISOString() } : {}),
      ...(windowId === null ? {} : { window: windowId }),
      ...(windowId === null && promisedAt ? { asap: true } : {}),
      ...(row.delay ? { late: { about: new Date(row.delay.expectedAt).toISOString(), why: row.delay.reason } } : {}),
    },
  }
}

function handedOver({ id, handedOver: handed }: OrderRow): Pick<Order, 'handedOver'> {
  if (!handed?.receivedBy && !handed?.hasPhoto) return {}
  return {
    handedOver: {
      ...(handed.receivedBy ? { to: handed.receivedBy } : {}),
      ...(handed.hasPhoto ? { photo: deliveryPhotoUrl(id) } : {}),
    },
  }
}

/** Returns the failed try after which an order waits. */
function failedTryOf({ status, latestRun }: OrderRow): Pick<Order, 'failedTry'> {
  const failed = openTry(status, latestRun ?? undefined, latestRun?.movedAt ? [{ at: latestRun.movedAt }] : [])
  return failed ? { failedTry: { ...failed, at: failed.at.toISOString() } } : {}
}

function failedTriesOf({ runs }: StaffOrderRow): Pick<Order, 'failedTries'> {
  const tries = (runs ?? []).flatMap(({ rider, outcome, triedAt, reason }) =>
    triedAt === null || reason === null
      ? []
      : [{ at: new Date(triedAt).toISOString(), reason, back: outcome === 'came back', by: rider }],
  )
  return tries.length > 0 ? { failedTries: tries } : {}
}

const documentRecord = (document: NonNullable<OrderRow['documents']>[number]) => ({
  id: document.id,
  kind: shownKind(document.kind, document.vatRegistered),
  name: documentName(document),
})

function discountRecord(discount: NonNullable<OrderRow['discounts']>[number]) {
  const { name, nameTh, code } = discount
  return {
    name,
    ...(nameTh === null ? {} : { nameTh }),
    ...(code === null ? {} : { code }),
    amount: toWire(cents(discount.cents + discount.shippingCents)),
  }
}

function refundRecord({ at, cents: amount, lines, reason }: NonNullable<OrderRow['refunds']>[number]) {
  // Without what each line cost, which only documents need.
  const parts = lines?.map(({ cents: _, ...part }) => part)
  return { at: new Date(at).toISOString(), amount: toWire(cents(amount)), ...(parts ? { lines: parts } : {}), reason }
}

/** Returns an order's ledger. What was received follows from the other sums. */
function moneyRecord(row: StaffOrderRow): NonNullable<Order['money']> {
  const due = dueOf(row)
  const costs = costsOfLines(row.lines, row.taxes, addedTaxOf(row))
  return {
    due: toWire(cents(due)),
    received: toWire(cents(due + row.refundedCents - row.roundedCents - row.balanceCents)),
    paidOut: toWire(cents(row.refundedCents)),
    balance: balanceToWire(row.balanceCents),
    lines: costs.map(toWire),
    refunding: row.isRefunding,
    ...(row.hasRiderCash ? { byRider: true as const } : {}),
    ...(row.waivedCents > 0 && row.balanceCents === 0 ? { waived: toWire(cents(row.waivedCents)) } : {}),
  }
}
