import type { FastifyRequest } from 'fastify'
import { calls } from '../../contract/calls.ts'
import { limits } from '../../contract/limits.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import type { Gateway } from '../payments/gateway.ts'
import type { Db } from '../platform/database.ts'
import { type App, type CallRequest, noticeFor, on } from '../platform/edge.ts'
import { isId } from '../platform/ids.ts'
import { languageOf } from '../platform/language.ts'
import { searchText } from '../platform/plain-text.ts'
import { refuse, refuseUnless } from '../platform/refusal.ts'
import { requireShopper } from '../platform/session.ts'
import { countTry } from '../platform/tries.ts'
import { moveOrder } from './move-order.ts'
import { orderRecord } from './order-record.ts'
import { type OrderToPay, payOrder, placeOrderToPay } from './pay-order.ts'
import { type PlaceOrder, placeOrder } from './place-order.ts'
import { getOrder, type OrderRow, ordersOfShop, ordersOfShopper } from './queries.ts'

export type CheckoutDeps = { db: Db; shop: ShopConfig; gateway: Gateway | undefined; publicUrl: string }

/** Waits for the gateway, which may take its time. */
const withGateway = { apart: true }
/** Orders of one account: far above what a person does, low enough to stop a loop. */
const orderTries = { limit: 60, perSeconds: 600 }

/** The calls by which orders are placed, paid, listed and moved along. */
export function checkoutRoutes(app: App, deps: CheckoutDeps): void {
  const { db, shop } = deps
  on(app, calls.order.cod, async (request) => {
    const shopper = requireShopper(request)
    await countTry(db, `order:${shopper.id}`, orderTries)
    const order = await placeOrder(db, shop, shopper, { ...orderAsked(request), paymentType: 'COD' })
    return {
      success: true as const,
      message: noticeFor(request, 'order_placed'),
      orderId: order.id,
      orderNumber: order.number,
    }
  })

  on(
    app,
    calls.order.stripe,
    async (request) => {
      const shopper = requireShopper(request)
      await countTry(db, `order:${shopper.id}`, orderTries)
      return toPay(request, await placeOrderToPay({ ...deps, log: request.log }, shopper, orderAsked(request)))
    },
    withGateway,
  )

  on(
    app,
    calls.order.pay,
    async (request) => {
      const shopper = requireShopper(request)
      await countTry(db, `pay:${shopper.id}`, orderTries)
      return toPay(request, await payOrder({ ...deps, log: request.log }, shopper.id, request.body.orderId))
    },
    withGateway,
  )

  on(app, calls.order.user, async (request) => {
    const { limit, cursor, awaiting } = request.query
    const page = pageOf(limit, cursor)
    const rows = await ordersOfShopper(db, requireShopper(request).id, { ...page, awaiting: awaiting === 'true' })
    return { success: true as const, ...ordersReply(rows, page.limit) }
  })

  on(app, calls.order.seller, async (request) => {
    const { limit, cursor, status, payment, paid, q } = request.query
    const page = pageOf(limit, cursor)
    const rows = await ordersOfShop(db, page, {
      status,
      payment,
      paid: paid === undefined ? undefined : paid === 'true',
      search: searchText(q),
    })
    return { success: true as const, ...ordersReply(rows, page.limit) }
  })

  on(app, calls.order.move, async (request) => {
    const { id, from, status } = request.body
    await moveOrder(db, { id, from, to: status, language: languageOf(request) })
    request.log.info({ seller: request.seller?.id, order: id, status }, 'moved an order')
    const order = orderRecord(await getOrder(db, id))
    return { success: true as const, message: noticeFor(request, 'order_status_saved'), order }
  })
}

/** What a request to place an order asks for, however it is paid. */
function orderAsked(request: CallRequest<typeof calls.order.cod>): Omit<PlaceOrder, 'paymentType'> {
  const { items, address, expectedAmount } = request.body
  return {
    items,
    address,
    expectedAmount,
    attempt: attemptOf(request),
    language: languageOf(request),
    arrivedAt: request.arrivedAt,
  }
}

function toPay(request: FastifyRequest, order: OrderToPay) {
  return {
    success: true as const,
    message: noticeFor(request, 'order_to_pay'),
    orderId: order.id,
    orderNumber: order.number,
    url: order.url,
  }
}

/** Without a limit the list goes up to this, as clients that know no pages expect it whole. */
const wholeList = 1000

/** A row more is read than the page has: whether there is a next one. */
function pageOf(limit: string | undefined, cursor: string | undefined) {
  if (cursor !== undefined && !isId(cursor)) refuse('malformed', { fields: { cursor: 'invalid' } })
  const rows = limit === undefined ? wholeList : Math.min(Math.max(Number(limit), 1), limits.pageSize)
  return { limit: rows + 1, beforeId: cursor }
}

function ordersReply(rows: OrderRow[], read: number) {
  const orders = rows.slice(0, read - 1)
  return { orders: orders.map(orderRecord), nextCursor: rows.length === read ? (orders.at(-1)?.id ?? null) : null }
}

/** The Idempotency-Key of a request: what makes two requests the same attempt. */
function attemptOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  refuseUnless(typeof key === 'string' && key.trim() !== '' && key.length <= limits.idempotencyKey, 'malformed')
  return key
}
