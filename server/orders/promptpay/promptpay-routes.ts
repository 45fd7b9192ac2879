import type { FastifyRequest } from 'fastify'
import { calls } from '../../../contract/calls.ts'
import type { OpeningHours } from '../../../contract/delivery/opening-hours.ts'
import { slipPicturePath } from '../../../contract/paths/call-paths.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { limits } from '../../../contract/values/limits.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { pageSizeOf } from '../../common/page-size.ts'
import { plainText } from '../../common/plain-text.ts'
import { Refusal, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { consumeRateLimit, restoreRateLimit } from '../../database/rate-limit.ts'
import type { DurationsReader } from '../../delivery/promise/durations-reader.ts'
import { type App, addCall, successMessage } from '../../http/calls/calls.ts'
import { requireSeller, requireShopper } from '../../http/calls/sessions.ts'
import type { ClientAddressOf, LimitedAddressOf } from '../../http/request/client-address.ts'
import { replyWithPrivatePicture } from '../../media/picture-replies.ts'
import type { PictureStore } from '../../media/store.ts'
import type { SlipReader } from '../../payments/slip/read-slip.ts'
import {
  countWaitingSlips,
  findNewestSlip,
  findSlip,
  findSlipUntil,
  maySendSlip,
  ordersWithoutSlip,
  reusedSlips,
  slipsOfShop,
} from '../money/slip-queries.ts'
import { sellerReply } from '../order-replies.ts'
import { closedToWire, sellerOrderToWire } from '../order-to-wire.ts'
import { limitOrders, orderRequestOf } from '../placing/order-request.ts'
import { getSellerOrder } from '../queries.ts'
import { confirmPayment, receiveAgain } from './confirm-payment.ts'
import { getPromptPayOrder, type PromptPayOrder, placePromptPayOrder } from './place-promptpay-order.ts'
import { rejectSlip } from './reject-slip.ts'
import { type SentSlip, sendSlip } from './send-slip.ts'
import { acceptSlips, withSlipForm } from './slip-form.ts'
import { sellerSlipToWire, slipToWire } from './slip-to-wire.ts'

export type PromptPayDeps = {
  db: Db
  shop: ShopConfig
  readDurations: DurationsReader
  slips: PictureStore
  reader: SlipReader
  clientAddressOf: ClientAddressOf
  limitedAddressOf: LimitedAddressOf
  /** Returns the opening hours; null if they were never saved. */
  hours: () => Promise<OpeningHours | null>
}

/** The rate limit of pictures per account: each takes a fifth of a second of the one thread that reads codes. */
const slipRateLimit = { limit: 20, perSeconds: 600 }
/** The rate limits of reading per account: more than live screens need. */
const readRateLimit = { limit: 600, perSeconds: 60 }

/** The calls of paying by PromptPay: placing an order, its slip, and the sellers' decisions. */
export function promptPayRoutes(app: App, deps: PromptPayDeps): void {
  shopperCalls(app, deps)
  sellerCalls(app, deps)
}

function shopperCalls(app: App, deps: PromptPayDeps): void {
  const { db } = deps
  addCall(app, calls.order.promptPay, async (request) => {
    const shopper = requireShopper(request)
    const wanted = orderRequestOf(request, deps.limitedAddressOf)
    const order = await limitOrders(db, { ...wanted, request, shopperId: shopper.id }, (furtherOrders) =>
      placePromptPayOrder(deps, shopper, { ...wanted, furtherOrders }),
    )
    return { message: successMessage(request, 'order_to_pay'), ...payable(order) }
  })

  addCall(app, calls.payment.promptPay, async (request) => {
    const shopper = requireShopper(request)
    await consumeRateLimit(db, `promptpay:${shopper.id}`, readRateLimit)
    const order = await getPromptPayOrder(db, shopper.id, request.query.order)
    const slip = await findNewestSlip(db, order.id)
    return {
      ...payable(order),
      receiver: order.receiver,
      status: order.status,
      slip: slip ? slipToWire(slip) : null,
      slipUntil: order.status === 'Cancelled' ? (await findSlipUntil(db, order.id))?.toISOString() : undefined,
      paid: order.isPaid || undefined,
      closed:
        order.status === 'Awaiting payment' || slip?.state === 'waiting'
          ? closedToWire(await deps.hours(), order.now, { minutes: 0, timeZone: deps.shop.timeZone })
          : undefined,
      now: order.now.toISOString(),
    }
  })

  app.register(async (forms: App) => {
    await acceptSlips(forms)
    addCall(forms, calls.payment.slip, async (request) => {
      const shopper = requireShopper(request)
      const key = `slip:${shopper.id}`
      await consumeRateLimit(db, key, slipRateLimit)
      // Before the picture is read: accounts without such an order can't take the place of those with one.
      refuseUnless(await maySendSlip(db, shopper.id), 'order_not_payable')
      const sender = { shopperId: shopper.id, clientAddress: deps.clientAddressOf(request.raw) }
      const send = (slip: SentSlip) => sendSlip({ ...deps, log: request.log }, sender, slip)
      const row = await withSlipForm(request, sender, send).catch(async (error: unknown) => {
        // The shop was busy: that isn't a try of the shopper's.
        if (error instanceof Refusal && error.code === 'unavailable') await restoreRateLimit(db, key)
        throw error
      })
      request.log.info({ shopper: shopper.id, order: row.orderId, unread: row.unread }, 'a slip was sent')
      return { message: successMessage(request, 'slip_sent'), slip: slipToWire(row) }
    })
  })
}

function sellerCalls(app: App, deps: PromptPayDeps): void {
  const { db, slips } = deps
  addCall(app, calls.payment.slips, async (request) => {
    const { limit, cursor } = request.query
    await consumeRateLimit(db, `slips:${requireSeller(request).id}`, readRateLimit)
    const rows = pageSizeOf(limit, limits.pageSize)
    // Read first: a slip that comes in between is counted, and announced to the screen.
    const waiting = await countWaitingSlips(db)
    const found = await slipsOfShop(db, { limit: rows + 1, after: positionOf(cursor) })
    const page = found.slice(0, rows)
    const last = page.at(-1)
    return {
      slips: page.map(sellerSlipToWire),
      nextCursor: last && found.length > rows ? `${last.state === 'waiting' ? 'waiting' : 'decided'} ${last.id}` : null,
      waiting,
      ...(cursor === undefined ? await besideSlips(db) : {}),
    }
  })

  addCall(app, calls.payment.receivedAgain, async (request) => {
    const { orderId, amount, seen } = request.body
    const seller = requireSeller(request)
    await receiveAgain(db, { orderId, amount, seen, by: seller.email })
    request.log.info({ seller: seller.id, order: orderId }, 'recorded a second transfer')
    return sellerReply(db, request, 'received_again', orderId)
  })

  addCall(app, calls.payment.confirm, async (request) => {
    const { body } = request
    const seller = requireSeller(request)
    const which = 'id' in body ? { slipId: body.id, received: body.amount } : body
    const order = await confirmPayment(db, which, { by: seller.email, shop: deps.shop })
    request.log.info({ seller: seller.id, ...which, order }, 'confirmed a payment by PromptPay')
    return confirmedReply(db, request, order)
  })

  addCall(app, calls.payment.reject, async (request) => {
    const { id, reason } = request.body
    const seller = requireSeller(request)
    const order = await rejectSlip(db, id, { reason: plainText(reason), by: seller.email })
    request.log.info({ seller: seller.id, order, slip: id }, 'rejected a slip')
    return sellerReply(db, request, 'slip_rejected', order)
  })

  app.get<{ Querystring: { id?: unknown } }>(
    slipPicturePath,
    { config: { access: 'seller', right: 'payment.slips' } },
    async (request, reply) => {
      const { id } = request.query
      const slip = typeof id === 'string' && isId(id) ? await findSlip(db, id) : undefined
      return replyWithPrivatePicture(reply, slips, slip?.picture)
    },
  )
}

/** Returns what sellers see beside the slips: orders that have none, and slips that were sent again. */
async function besideSlips(db: Db) {
  const [unpaid, reused] = await Promise.all([ordersWithoutSlip(db), reusedSlips(db)])
  return {
    unpaid: unpaid.map(({ amountCents, expiresAt, ...order }) => ({
      ...order,
      amount: toWire(cents(amountCents)),
      expiresAt: expiresAt.toISOString(),
    })),
    reused: reused.map(({ at, ...reuse }) => ({ ...reuse, at: at.toISOString() })),
  }
}

/** Returns the reply to a confirmed payment, which says so if its order is cancelled and the money is owed. */
async function confirmedReply(db: Db, request: FastifyRequest, orderId: string) {
  const order = sellerOrderToWire(await getSellerOrder(db, orderId))
  const isOwed = order.status === 'Cancelled' && order.owed !== undefined
  return { message: successMessage(request, isOwed ? 'payment_of_cancelled' : 'payment_confirmed'), order }
}

function payable({ id, number, amountCents, payload, expiresAt }: PromptPayOrder) {
  return {
    orderId: id,
    orderNumber: number,
    amount: toWire(cents(amountCents)),
    payload,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Returns the position that a page's cursor names. Throws `malformed`. */
function positionOf(cursor: string | undefined): { id: string; waiting: boolean } | undefined {
  if (cursor === undefined) return undefined
  const [state, id = ''] = cursor.split(' ')
  refuseUnless((state === 'waiting' || state === 'decided') && isId(id), 'malformed', { fields: { cursor: 'invalid' } })
  return { id, waiting: state === 'waiting' }
}
