import type { OrderBody } from '../../../contract/calls/order.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { smallestOnlinePayment } from '../../../contract/payments/payment-minimum.ts'
import { maxPaymentCents, promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { smallestCoin } from '../../../contract/pricing/cash-coins.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Language } from '../../../contract/values/languages.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { type Cents, centsFromWire } from '../../../contract/values/money.ts'
import { markAddressUsed } from '../../addresses/queries.ts'
import { takeFromSavedCart } from '../../cart/queries.ts'
import { productToWire } from '../../catalog/product-to-wire.ts'
import { archivedProducts } from '../../catalog/queries.ts'
import { idAt, isId } from '../../common/ids.ts'
import { publishOrderPlaced } from '../../common/metric-events.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { type Job, queueJobs } from '../../database/jobs.ts'
import type { DurationsReader } from '../../delivery/promise/durations-reader.ts'
import { chooseDelivery, freeDelivery, type OrderDelivery } from '../../delivery/windows/choose-delivery.ts'
import { takeCapacity } from '../../delivery/windows/window-queries.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { lockShopper } from '../../domain/shopper-lock.ts'
import { newOrderJobs } from '../../mail/queue-mail.ts'
import { newOrderNoticeJob } from '../../notices/queue-notices.ts'
import { availablePromotions } from '../../promotions/available-promotions.ts'
import { countUses, insertFirstOrder, insertPromotions } from '../../promotions/queries.ts'
import { lockOfferedPromptPay, type PromptPay } from '../../settings/promptpay.ts'
import { cancelReplacedJob, expiryJob, firstPollJob } from '../money/payment-jobs.ts'
import { insertPayment } from '../money/payment-queries.ts'
import { countUnpaid } from '../queries.ts'
import { cancelReplacedOrder } from '../steps/cancel-own-order.ts'
import { takeStock } from '../stock-queries.ts'
import { type FurtherOrders, isFurtherOrder } from './limit-new-shopper.ts'
import { currentLines, mergeItems, orderFingerprint, orderLinesOf } from './order-lines.ts'
import {
  type EarlierOrder,
  findDoubleClick,
  findOrderByKey,
  findRecentDuplicate,
  insertOrder,
  type Line,
  type NewLine,
  type NewOrder,
  type OrderInputs,
  readOrderInputs,
} from './placement-queries.ts'
import { priceOrder } from './price-order.ts'

/** An order as its shopper sent it, and what the server adds. Who orders is an argument of its own. */
export type PlaceOrder = Omit<OrderBody, 'userId'> & {
  paymentType: PaymentType
  /** The Idempotency-Key of the request, if any. */
  idempotencyKey?: string
  /** If present, the order is counted if it is a further one (`isFurtherOrder`). */
  furtherOrders?: FurtherOrders
  /** The language of the order's mails and of its payment page. */
  language: Language
  /** When the request arrived, in `monotonicMicroseconds`. */
  arrivedAt: number
}
/** The settings that an order depends on. */
export type OrderShop = Pick<ShopConfig, 'tax' | 'currency' | 'timeZone' | 'country'>

export type PlaceOrderDeps = { db: Db; shop: OrderShop; readDurations: DurationsReader }

/** `isNew`: it wasn't placed by an earlier request with the same key. */
export type PlacedOrder = { id: string; number: number; isNew: boolean }

/**
 * Places an order: all of it or nothing. Prices, stock and the amount are the server's; address and products are copied
 * into the order. A repeated request returns the order that the first one placed, unless that is cancelled.
 *
 * The orders of one shopper are placed one after the other, so that a repeated request, or the same cart on another
 * device, waits and finds the first one's order. Products, promotions and windows, which shoppers share, are read
 * without locks and checked when they are taken; if one has changed by then, all of it is repeated.
 *
 * Throws, in this order: `email_unverified`, `promptpay_unavailable`, what `cancelReplacedOrder` throws,
 * `address_missing`, what `mergeItems` and `repeatedOrder` throw, `order_duplicate`, `address_changed`, what
 * `orderLinesOf`, `chooseDelivery`, `availablePromotions` and `priceOrder` throw, `amount_changed`, what
 * `refuseUnpayable` throws, `too_many` if `furtherOrders` does, and `order_replaced`.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: PlaceOrder,
): Promise<PlacedOrder> {
  refuseUnless(shopper.isAccountVerified, 'email_unverified')
  const order = await inTransaction(deps.db, (tx) => placeReplacing({ ...deps, tx }, shopper.id, request))
  if (order.isNew) publishOrderPlaced(request.paymentType)
  return order
}

type PlacingDeps = Omit<PlaceOrderDeps, 'db'> & { tx: Tx }

/** Places an order as the only one of its shopper, and cancels the order that it replaces if it is placed. */
async function placeReplacing(deps: PlacingDeps, shopperId: string, request: PlaceOrder): Promise<PlacedOrder> {
  const { tx } = deps
  const { replaces, paymentType } = request
  await lockShopper(tx, shopperId)
  const promptPay = paymentType === 'PromptPay' ? await lockOfferedPromptPay(tx, deps.shop) : undefined
  refuseUnless(paymentType !== 'PromptPay' || promptPay, 'promptpay_unavailable')
  const number = replaces === undefined ? undefined : await cancelReplacedOrder(tx, shopperId, replaces)
  const placed = await placeUnlessRepeated(deps, shopperId, { ...request, promptPay })
  // A repeat of the request that replaced it returns that request's order.
  if (number !== undefined && placed.isNew) refuse('order_replaced', { values: { number } })
  return placed
}

/** An order to place, and the account that is paid by PromptPay; with this payment type only. */
type PayableOrder = PlaceOrder & { promptPay?: Pick<PromptPay, 'proxy' | 'receiver'> }

async function placeUnlessRepeated(deps: PlacingDeps, shopperId: string, request: PayableOrder): Promise<PlacedOrder> {
  const { tx } = deps
  const addressId = (request.address ?? '').toLowerCase()
  refuseUnless(isId(addressId), 'address_missing')
  const { idempotencyKey, delivery: wanted, addressVersion } = request
  const productIds = request.items.map((item) => item.product).filter(isId)
  const windowId = wanted && 'window' in wanted ? wanted.window : undefined
  const isAsap = wanted !== undefined && 'asap' in wanted
  const inputs = await readOrderInputs(tx, { shopperId, addressId, idempotencyKey, productIds, windowId, isAsap })
  if (!inputs) {
    // A repeated request returns its order, also if the address was deleted since.
    const earlier = idempotencyKey === undefined ? undefined : await findOrderByKey(tx, shopperId, idempotencyKey)
    refuseUnless(earlier, 'address_missing')
    return repeatedOrder(earlier, orderFingerprint(mergeItems(request.items), addressId, request))
  }
  const items = mergeItems(request.items)
  const fingerprint = orderFingerprint(items, addressId, request)
  const content = { shopperId, fingerprint }
  const first = idempotencyKey === undefined ? await findDoubleClick(tx, content) : inputs.first
  if (first) return repeatedOrder(first, fingerprint)
  const duplicate = request.refuseDuplicate ? await findRecentDuplicate(tx, content) : undefined
  if (duplicate) refuse('order_duplicate', { values: { number: duplicate.number } })
  refuseUnless(addressVersion === undefined || addressVersion === inputs.addressVersion, 'address_changed')

  const priced = await priceRequest(deps, shopperId, { request, items, inputs })
  const total = priced.totals.total
  if (request.expectedAmount !== undefined && centsFromWire(request.expectedAmount) !== total)
    refuse('amount_changed', { values: { amount: { cents: total } }, changed: currentLines(items, inputs.products) })
  const { paymentType, furtherOrders } = request
  if (paymentType !== 'COD') await refuseUnpayable(tx, deps.shop, shopperId, { ...request, total })
  if (furtherOrders && isFurtherOrder(paymentType, priced.delivery, furtherOrders)) await furtherOrders.count(tx)
  return writeOrder(deps, request, { shopperId, addressId, fingerprint, inputs, ...priced })
}

/** The lines, delivery and promotions of an order, and what it costs. */
type PricedRequest = { lines: readonly Line[]; delivery: OrderDelivery } & ReturnType<typeof priceOrder>

/** Throws what `orderLinesOf`, `chooseDelivery`, `availablePromotions` and `priceOrder` throw. */
async function priceRequest(
  { tx, shop, readDurations }: PlacingDeps,
  shopperId: string,
  { request, items, inputs }: { request: PlaceOrder; items: ReturnType<typeof mergeItems>; inputs: OrderInputs },
): Promise<PricedRequest> {
  const { code, delivery: wanted } = request
  const found = new Set(inputs.products.map(({ id }) => id))
  const missing = items.map(({ product }) => product).filter((id) => !found.has(id))
  const archived = missing.length > 0 ? await archivedProducts(tx, missing) : []
  const lines = orderLinesOf(items, inputs.products, archived)
  const delivery =
    inputs.hasZones || inputs.hasTimes || wanted
      ? await chooseDelivery(tx, shop, { ...inputs, shopperId, wanted, lines: lines.length, readDurations })
      : freeDelivery
  const promotions =
    inputs.hasAutomaticPromotions || code !== undefined
      ? await availablePromotions(tx, shop, { ...request, shopperId })
      : []
  return { lines, delivery, ...priceOrder(lines, { promotions, code, delivery }, shop) }
}

/** An order whose inputs are read and whose price is computed. */
type PricedOrder = {
  shopperId: string
  addressId: string
  fingerprint: string
  inputs: OrderInputs
} & PricedRequest

/** Takes what the order needs, and writes it with all that follows from it. */
async function writeOrder({ tx, shop }: PlacingDeps, request: PayableOrder, order: PricedOrder): Promise<PlacedOrder> {
  const { shopperId, addressId, inputs, lines, delivery, applied, totals } = order
  // Lists of orders sort by their ids: by the database's clock they agree, whatever the servers' clocks say.
  const id = idAt(inputs.readAt)
  // In this order, as cancelling and restoring an order do: orders that lock the same rows would deadlock otherwise.
  const counted = lines.filter(({ product }) => product.stock !== null)
  const countNumbers = await takeStock(
    tx,
    counted.map(({ product, quantity }) => ({ product: product.id, quantity })),
  )
  const isFirstOrder = await countUses(tx, shopperId, applied)
  const { windowId, windowFeeCents } = delivery
  if (windowId !== null) await takeCapacity(tx, shopperId, { windowId, windowFeeCents })

  const number = await insertOrder(tx, rowOf(shop, request, { ...order, id }), linesOf(order, countNumbers))
  await insertPromotions(tx, id, applied)
  if (isFirstOrder) await insertFirstOrder(tx, { id, shopperId })
  await markAddressUsed(tx, shopperId, addressId)
  if (request.paymentType === 'COD') {
    const pieces = Object.fromEntries(lines.map(({ product, quantity }) => [product.id, quantity]))
    await takeFromSavedCart(tx, shopperId, pieces, request.arrivedAt)
  }
  // The cart of an order that awaits payment stays until it is paid: the shopper may come back to it.
  else await insertPayment(tx, newPayment(id, totals.total, shop, request.promptPay))
  await queueJobs(tx, jobsAfter(id, request, inputs))
  return { id, number, isNew: true }
}

function jobsAfter(id: string, { paymentType, promptPay }: PayableOrder, inputs: OrderInputs): Job[] {
  if (paymentType !== 'COD') return [promptPay ? expiryJob(id) : firstPollJob(id)]
  return [
    ...newOrderJobs(id),
    ...(inputs.hasNotices ? [newOrderNoticeJob(id)] : []),
    ...(inputs.hasUnpaid ? [cancelReplacedJob(id)] : []),
  ]
}

function rowOf(
  shop: OrderShop,
  { paymentType, language, idempotencyKey }: PayableOrder,
  { id, shopperId, fingerprint, inputs, delivery, totals }: PricedOrder & { id: string },
): NewOrder {
  return {
    id,
    shopperId,
    paymentType,
    status: (paymentType === 'COD' ? 'Order Placed' : 'Awaiting payment') satisfies OrderStatus,
    subtotalCents: totals.subtotal,
    discountCents: totals.discount,
    shippingCents: totals.shipping,
    taxCents: totals.tax,
    taxes: JSON.stringify(totals.taxes),
    amountCents: totals.total,
    balanceCents: totals.total,
    coinCents: smallestCoin(shop.currency.code),
    address: JSON.stringify(inputs.address),
    language,
    idempotencyKey: idempotencyKey ?? null,
    fingerprint,
    deliveryZone: delivery.zone && JSON.stringify(delivery.zone),
    windowId: delivery.windowId,
    windowFeeCents: delivery.windowFeeCents,
    unconfirmedNumber: delivery.unconfirmedNumber,
    deliverFrom: delivery.from,
    promisedAt: delivery.promisedAt,
  }
}

/** `countNumbers`: of the products with counted stock, by product. */
function linesOf({ lines, totals }: PricedOrder, countNumbers: ReadonlyMap<string, number>): NewLine[] {
  return lines.map(({ product, quantity }, index) => ({
    productId: product.id,
    quantity,
    offerPriceCents: product.offerPriceCents,
    discountCents: totals.lines[index]?.discount ?? 0,
    taxBasisPoints: totals.lines[index]?.basisPoints ?? 0,
    product: productToWire(product),
    countNo: countNumbers.get(product.id) ?? null,
  }))
}

/**
 * Refuses what can't be paid before delivery: `online_too_little`, `nothing_to_pay`, `too_many_unpaid`,
 * `too_many_lapsed` and `promptpay_too_much`. `total` is in cents.
 */
async function refuseUnpayable(
  tx: Tx,
  shop: OrderShop,
  shopperId: string,
  { paymentType, total, promptPay }: Pick<PayableOrder, 'paymentType' | 'promptPay'> & { total: Cents },
): Promise<void> {
  if (paymentType === 'Online' && total > 0) {
    const least = smallestOnlinePayment(shop.currency.code)
    refuseUnless(total >= least, 'online_too_little', { values: { min: { cents: least } } })
  }
  refuseUnless(total > 0, 'nothing_to_pay')
  const max = serverLimits.unpaidOrders
  const { waiting, lapsed } = await countUnpaid(tx, shopperId)
  refuseUnless(waiting < max, 'too_many_unpaid', { values: { max } })
  // Each of them held stock for half an hour: an account that never pays must not hold it all day.
  refuseUnless(lapsed < serverLimits.lapsedOrders, 'too_many_lapsed')
  if (promptPay) refuseUnless(total <= maxPaymentCents, 'promptpay_too_much')
}

/** The payment of a new order that is paid online, or by PromptPay with a code of its own. */
function newPayment(orderId: string, total: Cents, shop: OrderShop, promptPay: PayableOrder['promptPay']) {
  return {
    orderId,
    amountCents: total,
    currency: shop.currency.code.toLowerCase(),
    code: promptPay && {
      payload: promptPayPayload(promptPay.proxy, total),
      receiver: promptPay.receiver,
      proxyNumber: promptPay.proxy.number,
    },
  }
}

/**
 * Returns the order of a repeated request. Throws `idempotency_key_reused` if its content was another one, and
 * `order_was_cancelled` if it is cancelled: what a client shows of a placed order, such as a code that pays it, would
 * be wrong.
 */
function repeatedOrder(first: EarlierOrder, fingerprint: string): PlacedOrder {
  refuseUnless(first.fingerprint === fingerprint, 'idempotency_key_reused')
  refuseUnless(first.status !== 'Cancelled', 'order_was_cancelled', { values: { number: first.number } })
  return { id: first.id, number: first.number, isNew: false }
}
