import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import type { OpeningHours } from '../../contract/delivery/opening-hours.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { mayTakeStepTo } from '../../contract/staff/staff-roles.ts'
import { isId } from '../common/ids.ts'
import { normaliseText, searchText } from '../common/normalise-text.ts'
import { pageSizeOf } from '../common/page-size.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import type { DurationsReader } from '../delivery/promise/durations-reader.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller, requireShopper } from '../http/calls/sessions.ts'
import type { LimitedAddressOf } from '../http/request/client-address.ts'
import { idempotencyKeyOf } from '../http/request/idempotency-key.ts'
import type { Gateway } from '../payments/gateway.ts'
import { refundOrder } from './money/refund-order.ts'
import { collectByHand, payOutByHand } from './money/settle-by-hand.ts'
import type { OrderRow } from './order-columns-queries.ts'
import { cursorAfter, parseCursor } from './order-cursor.ts'
import {
  countOpenMoney,
  type OrderRows,
  ordersOfShop,
  ordersOfShopById,
  ordersOfShopper,
  unconfirmedOrders,
} from './order-list-queries.ts'
import { sellerReply } from './order-replies.ts'
import { orderToWire, ownOrderToWire, type ShopHours, sellerOrderToWire } from './order-to-wire.ts'
import { type OrderWithPage, payOrder, placeOrderToPay } from './paying/pay-order.ts'
import { limitOrders, orderRateLimit, orderRequestOf } from './placing/order-request.ts'
import { placeOrder } from './placing/place-order.ts'
import { findOrderByKey } from './placing/placement-queries.ts'
import { findOrderOfShopper, getOrder } from './queries.ts'
import { cancelOwnOrder } from './steps/cancel-own-order.ts'
import { correctAddress } from './steps/correct-address.ts'
import { markPacked } from './steps/mark-packed.ts'
import { takeStep, undoStep } from './steps/take-step.ts'

export type OrderDeps = {
  db: Db
  shop: ShopConfig
  gateway: Gateway | undefined
  publicUrl: string
  readDurations: DurationsReader
  limitedAddressOf: LimitedAddressOf
  /** Returns the opening hours; null if they were never saved. */
  hours: () => Promise<OpeningHours | null>
}

/** Options of calls that wait for the gateway, which may be slow. */
const withGateway = { longRunning: true }

/** The rate limits of lists per account: more than live screens need, low enough to protect the server. */
const listRateLimits = {
  shopper: { limit: 120, perSeconds: 60 },
  seller: { limit: 600, perSeconds: 60 },
}

/** The calls that place, pay, list, deliver and cancel orders. */
export function orderRoutes(app: App, deps: OrderDeps): void {
  placementRoutes(app, deps)
  shopperOrderRoutes(app, deps)
  sellerOrderRoutes(app, deps)
  stepRoutes(app, deps)
  moneyRoutes(app, deps)
}

/** Placing and paying an order. */
function placementRoutes(app: App, deps: OrderDeps): void {
  const { db, limitedAddressOf } = deps
  addCall(app, calls.order.cod, async (request) => {
    const shopper = requireShopper(request)
    const wanted = { ...orderRequestOf(request, limitedAddressOf), paymentType: 'COD' as const }
    const order = await limitOrders(db, { ...wanted, request, shopperId: shopper.id }, (furtherOrders) =>
      placeOrder(deps, shopper, { ...wanted, furtherOrders }),
    )
    return {
      message: successMessage(request, 'order_placed'),
      orderId: order.id,
      orderNumber: order.number,
    }
  })

  addCall(
    app,
    calls.order.stripe,
    async (request) => {
      const shopper = requireShopper(request)
      const wanted = orderRequestOf(request, limitedAddressOf)
      // Repeats don't wait for the gateway, which may be slow: each asks it, with the key of the order.
      const order = await limitOrders(
        db,
        { ...wanted, request, shopperId: shopper.id, waits: false },
        (furtherOrders) => placeOrderToPay({ ...deps, log: request.log }, shopper, { ...wanted, furtherOrders }),
      )
      return paymentReply(request, order)
    },
    withGateway,
  )

  addCall(
    app,
    calls.order.pay,
    async (request) => {
      const shopper = requireShopper(request)
      await consumeRateLimit(db, `pay:${shopper.id}`, orderRateLimit)
      return paymentReply(request, await payOrder({ ...deps, log: request.log }, shopper.id, request.body.orderId))
    },
    withGateway,
  )
}

/** A shopper's own orders: listed, and cancelled until the shop confirms them. */
function shopperOrderRoutes(app: App, { db, shop, hours }: OrderDeps): void {
  const shopHours = async (): Promise<ShopHours> => {
    const { claims, timeZone } = shop
    return { hours: await hours(), timeZone, usualMinutes: claims.deliveryMinutes }
  }
  addCall(app, calls.order.user, async (request) => {
    const { limit, cursor, awaiting } = request.query
    const page = pageOf(limit, cursor)
    const { id } = requireShopper(request)
    await consumeRateLimit(db, `orders:${id}`, listRateLimits.shopper)
    const rows = await ordersOfShopper(db, id, { ...page, awaiting: awaiting === 'true' })
    const current = await shopHours()
    return ordersReply(rows, (row) => ownOrderToWire(row, current))
  })

  addCall(app, calls.order.get, async (request) => {
    const { id } = request.query
    const order = isId(id) ? await findOrderOfShopper(db, requireShopper(request).id, id) : undefined
    refuseUnless(order, 'order_unknown')
    return { order: ownOrderToWire(order, await shopHours()) }
  })

  addCall(app, calls.order.byKey, async (request) => {
    const order = await findOrderByKey(db, requireShopper(request).id, request.query.key)
    return {
      order: order
        ? { orderId: order.id, orderNumber: order.number, paymentType: order.paymentType, status: order.status }
        : null,
    }
  })

  addCall(app, calls.order.cancel, async (request) => {
    const shopper = requireShopper(request)
    const { orderId } = request.body
    await consumeRateLimit(db, `cancel:${shopper.id}`, orderRateLimit)
    await cancelOwnOrder(db, shopper, request.body)
    const order = orderToWire(await getOrder(db, orderId))
    return { message: successMessage(request, 'order_cancelled'), order }
  })
}

/** The lists and counts of the seller's area. */
function sellerOrderRoutes(app: App, { db }: OrderDeps): void {
  addCall(app, calls.order.seller, async (request) => {
    const { limit, cursor, sort, open, status, payment, paid, balance, q, awaiting, id } = request.query
    const page = { ...pageOf(limit, cursor), sort: sort === 'due' ? ('deliver-by' as const) : sort }
    await consumeRateLimit(db, `orders:${requireSeller(request).id}`, listRateLimits.seller)
    if (id !== undefined) return ordersReply(isId(id) ? await ordersOfShopById(db, id) : [], sellerOrderToWire)
    const rows = await ordersOfShop(db, page, {
      open: open === 'true',
      status,
      payment,
      paid: paid === undefined ? undefined : paid === 'true',
      balance,
      search: searchText(q),
      awaiting: awaiting === 'true',
    })
    return ordersReply(rows, sellerOrderToWire)
  })

  addCall(app, calls.order.waiting, async () => {
    const [{ count, oldestAt }, { toCollect, toPayOut }] = await Promise.all([
      unconfirmedOrders(db),
      countOpenMoney(db),
    ])
    return { count, oldestAt: oldestAt?.toISOString() ?? null, toCollect, toPayOut }
  })
}

/** An order's steps to its delivery, and back, and where it goes. */
function stepRoutes(app: App, { db, shop }: OrderDeps): void {
  addCall(app, calls.order.takeStep, async (request) => {
    const { status, ...step } = request.body
    const { id } = step
    const seller = requireSeller(request)
    refuseUnless(mayTakeStepTo(seller.role, status), 'role_forbids')
    await takeStep(db, { ...step, to: status, by: seller.email })
    request.log.info({ seller: seller.id, order: id, status }, 'took a step of an order')
    return sellerReply(db, request, 'order_status_saved', id)
  })

  addCall(app, calls.order.packed, async (request) => {
    const { id, packed } = request.body
    const seller = requireSeller(request)
    await markPacked(db, { id, packed, by: seller.email })
    request.log.info({ seller: seller.id, order: id, packed }, 'marked whether an order is packed')
    return sellerReply(db, request, 'order_status_saved', id)
  })

  addCall(app, calls.order.correctAddress, async (request) => {
    const { id } = request.body
    const seller = requireSeller(request)
    await correctAddress(db, shop, { ...request.body, by: seller.email })
    request.log.info({ seller: seller.id, order: id }, 'corrected the address of an order')
    return sellerReply(db, request, 'address_corrected', id)
  })

  addCall(app, calls.order.undoStep, async (request) => {
    const { id, from } = request.body
    const seller = requireSeller(request)
    // A role that may take a step may undo it.
    refuseUnless(mayTakeStepTo(seller.role, from ?? 'Delivered'), 'role_forbids')
    await undoStep(db, { id, from, by: seller.email, timeZone: shop.timeZone })
    request.log.info({ seller: seller.id, order: id, from }, 'undid a step')
    return sellerReply(db, request, 'order_status_saved', id)
  })
}

/** Refunds, and money that a seller pays out or collects by hand. */
function moneyRoutes(app: App, { db }: OrderDeps): void {
  addCall(app, calls.order.refund, async (request) => {
    const { id, reason, seen } = request.body
    const seller = requireSeller(request)
    await refundOrder(db, {
      ...request.body,
      reason: normaliseText(reason),
      seen: 'reduction' in seen ? seen : { reduction: seen.refunded },
      idempotencyKey: idempotencyKeyOf(request),
      by: seller.email,
    })
    request.log.info({ seller: seller.id, order: id }, 'refunded a part of an order')
    return sellerReply(db, request, 'order_refunded', id)
  })

  addCall(app, calls.order.recordPayout, async (request) => {
    const { id, reference } = request.body
    const seller = requireSeller(request)
    await payOutByHand(db, {
      ...request.body,
      reference: normaliseText(reference ?? '') || undefined,
      by: seller.email,
    })
    request.log.info({ seller: seller.id, order: id }, 'paid out money by hand')
    return sellerReply(db, request, 'paid_out', id)
  })

  addCall(app, calls.order.collect, async (request) => {
    const { id } = request.body
    const seller = requireSeller(request)
    await collectByHand(db, { ...request.body, by: seller.email })
    request.log.info({ seller: seller.id, order: id }, 'collected money by hand')
    return sellerReply(db, request, 'money_collected', id)
  })
}

function paymentReply(request: FastifyRequest, order: OrderWithPage) {
  return {
    message: successMessage(request, 'order_to_pay'),
    orderId: order.id,
    orderNumber: order.number,
    url: order.url,
  }
}

/** The most orders in a list without a limit: clients without paging expect the whole list. */
const unpagedLimit = 1000

function pageOf(limit: string | undefined, cursor: string | undefined) {
  return {
    limit: pageSizeOf(limit, unpagedLimit),
    after: cursor === undefined ? undefined : parseCursor(cursor),
  }
}

function ordersReply<Row extends OrderRow, Sent>(rows: OrderRows<Row>, record: (row: Row) => Sent) {
  return { orders: rows.map(record), nextCursor: cursorAfter(rows) }
}
