import { describe, expect, test } from 'vitest'
import { byOtherOrder, byRule, byShopper, type OrderStatus } from '../../contract/orders/order-status.ts'
import type { OrderRow, SellerOrderRow } from './order-columns-queries.ts'
import { orderToWire, ownOrderToWire, type ShopHours, sellerOrderToWire } from './order-to-wire.ts'

/** A Sunday, at noon in Bangkok. */
const noon = '2026-11-22T05:00:00.000Z'
const later = (minutes: number) => new Date(Date.parse(noon) + minutes * 60_000).toISOString()

/** An order of 200.00 that was placed at noon, paid in cash on delivery. */
const row = (more: Partial<SellerOrderRow> = {}): SellerOrderRow => ({
  id: 'order',
  number: 7,
  shopperId: 'mali',
  paymentType: 'COD',
  status: 'Order Placed',
  isPaid: false,
  subtotalCents: 20_000,
  taxCents: 0,
  amountCents: 20_000,
  paidOutCents: 0,
  reductionCents: 0,
  balanceCents: 20_000,
  coinCents: 25,
  roundedCents: 0,
  discountCents: 0,
  shippingCents: 0,
  taxes: [],
  deliveryZone: null,
  windowId: null,
  deliverFrom: null,
  promisedAt: null,
  address: {} as OrderRow['address'],
  addressVersion: 0,
  createdAt: new Date(noon),
  updatedAt: new Date(noon),
  discounts: null,
  late: null,
  refunds: null,
  lines: [],
  timeline: [],
  paymentState: null,
  paymentExpiresAt: null,
  isPaymentSlow: false,
  refundNeedsAction: false,
  slipState: null,
  slipUntil: null,
  documents: null,
  latestAssignment: null,
  handedOver: null,
  isRefundFailed: false,
  isRefunding: false,
  history: {} as SellerOrderRow['history'],
  movements: null,
  hasRiderCash: false,
  waivedCents: 0,
  ...more,
})
/** An order that was paid by card. */
const online = (more: Partial<SellerOrderRow> = {}) =>
  row({ paymentType: 'Online', isPaid: true, paymentState: 'paid', balanceCents: 0, ...more })

describe('the state of a refund', () => {
  const refundOf = (order: SellerOrderRow) => [orderToWire(order).refund, sellerOrderToWire(order).refund]
  const cancelled = { status: 'Cancelled', balanceCents: 0 } as const

  test('is none of an order that is paid, or cancelled unpaid', () => {
    expect(refundOf(online())).toEqual([undefined, undefined])
    expect(refundOf(row(cancelled))).toEqual([undefined, undefined])
  })

  test('is due while the gateway or the shop has to pay it out', () => {
    expect(refundOf(online({ paymentState: 'refund due' }))).toEqual(['due', 'due'])
    expect(refundOf(online({ balanceCents: -1 }))).toEqual(['due', 'due'])
  })

  test('waits for the shopper’s bank account, whatever else is to be paid', () => {
    const order = online({ refundNeedsAction: true, paymentState: 'refund due', balanceCents: -100 })
    expect(refundOf(order)).toEqual(['needs action', 'needs action'])
  })

  test('that failed is due to the shopper, and failed to sellers', () => {
    expect(refundOf(online({ isRefundFailed: true }))).toEqual(['due', 'failed'])
  })

  test('is done once the gateway has paid it out, but not of an order that is sold after all', () => {
    const refunded = { paymentState: 'refunded' } as const
    expect(refundOf(online({ ...refunded, ...cancelled }))).toEqual(['done', 'done'])
    expect(refundOf(online({ ...refunded, status: 'Delivered', reductionCents: 20_000 }))).toEqual(['done', 'done'])
    expect(refundOf(online({ ...refunded, status: 'Delivered', reductionCents: 19_999 }))).toEqual([
      undefined,
      undefined,
    ])
  })

  test('of money that wasn’t paid by card is done once it is paid out by hand', () => {
    expect(refundOf(row({ ...cancelled, isPaid: true }))).toEqual(['done', 'done'])
    expect(refundOf(row({ ...cancelled, isPaid: true, balanceCents: -1 }))).toEqual(['due', 'due'])
    expect(refundOf(online(cancelled))).toEqual([undefined, undefined])
  })
})

describe('the closing that an order waits for', () => {
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '18:00' }))
  const closedOf = (order: OrderRow, shop: Partial<ShopHours> = {}) =>
    ownOrderToWire(order, {
      hours: { week: everyDay, closed: [] },
      timeZone: 'Asia/Bangkok',
      usualMinutes: 60,
      ...shop,
    }).closed
  const placedAt = (time: string, more: Partial<SellerOrderRow> = {}) =>
    row({ createdAt: new Date(`2026-11-22T${time}:00+07:00`), ...more })
  const evening = '2026-11-22T11:00:00.000Z'
  const nextMorning = '2026-11-23T01:00:00.000Z'

  test('is one that begins before the usual minutes have passed', () => {
    expect(closedOf(placedAt('17:00'))).toBeUndefined()
    expect(closedOf(placedAt('17:01'))).toEqual({ from: evening, opensAt: nextMorning })
    expect(closedOf(placedAt('17:59'), { usualMinutes: null })).toBeUndefined()
  })

  test('is the one in which it was placed, and has no end in a shop without hours from then on', () => {
    const placed = placedAt('20:00')
    expect(closedOf(placed)).toEqual({ from: '2026-11-22T13:00:00.000Z', opensAt: nextMorning })
    expect(closedOf(placed, { hours: { week: [], closed: [] } })).toMatchObject({ opensAt: null })
    expect(closedOf(placed, { hours: null })).toBeUndefined()
  })

  test.each(['Delivered', 'Cancelled'] as const)('is none once it is %s', (status) => {
    expect(closedOf(placedAt('20:00', { status }))).toBeUndefined()
  })

  test('of an order with a time is the present one, until the order is confirmed', () => {
    const never = { hours: { week: [], closed: [] } }
    const closed = (status: OrderStatus) => closedOf(row({ status, promisedAt: new Date(noon) }), never) !== undefined
    expect((['Awaiting payment', 'Order Placed', 'Confirmed', 'Packing'] as const).map(closed)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the timeline', () => {
  const step = (status: OrderStatus, by?: string) => ({ status, at: noon, sentAt: later(1), by })

  test('names to its shopper themselves, their other order and the rule that cancelled it, but no seller', () => {
    const steps = [
      step('Order Placed', byShopper),
      step('Confirmed', byRule),
      step('Packing', 'somchai@shop.example'),
      step('Cancelled', byRule),
      step('Cancelled', byOtherOrder),
      step('Cancelled'),
    ]
    expect(orderToWire(row({ timeline: steps })).timeline).toEqual([
      { status: 'Order Placed', at: noon, by: byShopper },
      { status: 'Confirmed', at: noon },
      { status: 'Packing', at: noon },
      { status: 'Cancelled', at: noon, by: byRule },
      { status: 'Cancelled', at: noon, by: byOtherOrder },
      { status: 'Cancelled', at: noon },
    ])
    expect(sellerOrderToWire(row({ timeline: steps })).timeline[2]).toEqual({
      status: 'Packing',
      at: noon,
      sentAt: later(1),
      by: 'somchai@shop.example',
    })
  })

  test('says that the order’s rider is gone if the shop ended the assignment after it left', () => {
    const gone = (endedAt: string | null, more: Partial<SellerOrderRow> = {}) =>
      sellerOrderToWire(
        row({
          status: 'Out for delivery',
          timeline: [step('Out for delivery', 'lek')],
          latestAssignment: {
            outcome: 'ended by the shop',
            endedAt,
            attemptedAt: null,
            reason: null,
            movedAt: null,
            correctedAt: null,
          },
          ...more,
        }),
      ).riderGone
    expect([gone(later(1)), gone(noon), gone(null), gone(later(1), { status: 'Delivered' })]).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the money of an order', () => {
  test('is in cash what coins can pay, if that is less than its balance', () => {
    const cash = (balanceCents: number, more: Partial<SellerOrderRow> = {}) =>
      orderToWire(row({ balanceCents, ...more })).cash
    expect([cash(20_024), cash(20_000), cash(20_024, { status: 'Awaiting payment' })]).toEqual([
      200,
      undefined,
      undefined,
    ])
  })

  test('has what was taken off, paid back and is owed only if that is above zero', () => {
    expect(orderToWire(row())).toMatchObject({ paidOut: undefined, owed: undefined, rounded: undefined })
    const refunded = row({ paidOutCents: 500, balanceCents: -250, roundedCents: 20, reductionCents: 1000 })
    expect(orderToWire(refunded)).toMatchObject({ paidOut: 5, owed: 2.5, rounded: 0.2, cost: 190 })
    expect(orderToWire({ ...refunded, status: 'Cancelled' }).cost).toBeUndefined()
  })

  test('is to sellers a ledger: what was received follows from the other sums', () => {
    const ledger = (more: Partial<SellerOrderRow>) => sellerOrderToWire(row(more)).money
    expect(ledger({ paidOutCents: 500, balanceCents: 250, roundedCents: 10, reductionCents: 1000 })).toMatchObject({
      cost: 190,
      received: 192.4,
      balance: 2.5,
      waived: undefined,
    })
    expect(ledger({ balanceCents: 0, waivedCents: 1500 })).toMatchObject({ received: 200, waived: 15 })
  })

  test('has the fee of the delivery before what promotions took off it', () => {
    const discount = { name: 'Free', code: 'FREE', cents: 100, shippingCents: 1500 }
    const zone = { name: 'Bang Rak', nameTh: null }
    const sent = orderToWire(row({ deliveryZone: zone, shippingCents: 2500, discounts: [discount] }))
    expect(sent.delivery).toEqual({ zone: { name: 'Bang Rak' }, fee: 40 })
    expect(sent.discounts).toEqual([{ name: 'Free', code: 'FREE', amount: 16 }])
    expect(orderToWire(row()).delivery).toBeUndefined()
  })
})
