import { addedTaxOf } from '../../../contract/pricing/pricing.ts'
import { isId } from '../../common/ids.ts'
import type { Log } from '../../common/log.ts'
import { Refusal, refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { DurationsReader } from '../../delivery/promise/durations-reader.ts'
import { returnCapacity } from '../../delivery/windows/window-queries.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { type Gateway, linesToPay } from '../../payments/gateway.ts'
import { returnUses } from '../../promotions/queries.ts'
import { getLocalizedOrder } from '../localized-order-queries.ts'
import { beginPageRequest, deleteUnopenedPayment, findPayment, setPageOpen } from '../money/payment-queries.ts'
import { type OrderShop, type PlacedOrder, type PlaceOrder, placeOrder } from '../placing/place-order.ts'
import { deleteOrder, findOwnOrderStatus, lockOrder } from '../queries.ts'
import { returnStock } from '../steps/cancel-order.ts'
import { setReplacedCancelled } from '../steps/step-queries.ts'

export type PayDeps = {
  db: Db
  shop: OrderShop
  /** Undefined if paying online isn't set up. */
  gateway: Gateway | undefined
  publicUrl: string
  readDurations: DurationsReader
  log: Log
}

/** An order with the URL of its payment page. */
export type OrderWithPage = Pick<PlacedOrder, 'id' | 'number'> & { url: string }

/**
 * Places an order that is paid online, and opens its payment page. The order is committed before the gateway is called,
 * so no lock is held meanwhile. If the page can't be opened, the order is deleted again and its stock returned; the
 * cart is not touched. An order that it replaced stays cancelled then, as its own page may be closed already. A
 * repeated request returns the same order and page.
 *
 * Throws what `placeOrder` throws, `payment_unavailable`, and for a repeated request `payment_processing` and
 * `order_not_payable`.
 */
export async function placeOrderToPay(
  deps: PayDeps,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: Omit<PlaceOrder, 'paymentType'>,
): Promise<OrderWithPage & PlacedOrder> {
  refuseUnless(deps.gateway, 'payment_unavailable')
  const wanted = { ...request, paymentType: 'Online' as const }
  const order = await placeOrder(deps, shopper, wanted)
  try {
    return { ...order, url: await openPaymentPage(deps, order.id) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment_unavailable')
      await deleteUnopenedOrder(deps.db, order.id, request.replaces)
    throw error
  }
}

/**
 * Returns the payment page of one of the shopper's orders, and opens it if that hasn't succeeded yet.
 *
 * Throws `order_unknown`, `order_not_payable`, `payment_processing` and `payment_unavailable`; a refusal doesn't change
 * the order.
 */
export async function payOrder(deps: PayDeps, shopperId: string, orderId: string): Promise<OrderWithPage> {
  refuseUnless(isId(orderId), 'order_unknown')
  const order = await findOwnOrderStatus(deps.db, shopperId, orderId)
  refuseUnless(order, 'order_unknown')
  refuseUnless(order.status === 'Awaiting payment', 'order_not_payable')
  if (order.paymentType === 'PromptPay')
    return { id: order.id, number: order.number, url: `${deps.publicUrl}/promptpay?order=${order.id}` }
  return { id: order.id, number: order.number, url: await openPaymentPage(deps, order.id) }
}

async function openPaymentPage({ db, gateway, publicUrl, log }: PayDeps, orderId: string): Promise<string> {
  refuseUnless(gateway, 'payment_unavailable')
  const opening = await beginPageRequest(db, orderId)
  if (!opening) return currentPageUrl(db, orderId, publicUrl)
  const order = await getLocalizedOrder(db, orderId)
  const opened = await gateway
    .open({
      orderId,
      orderNumber: order.number,
      key: `${orderId}-${opening.pageRequest}`,
      lines: linesToPay(order),
      addedTaxCents: addedTaxOf(order),
      amountCents: order.amountCents,
      currency: opening.currency,
      email: order.email,
      language: order.language,
      expiresAt: opening.expiresAt,
    })
    .catch((error: unknown) => {
      log.error({ err: error, order: orderId }, 'the payment page could not be opened')
      return refuse('payment_unavailable')
    })
  return (await setPageOpen(db, orderId, opened)) ? opened.url : currentPageUrl(db, orderId, publicUrl)
}

/**
 * Returns the URL of an order's payment page, or of My orders, which shows its status, if it can't be paid any more.
 */
async function currentPageUrl(db: Db, orderId: string, publicUrl: string): Promise<string> {
  const payment = await findPayment(db, orderId)
  // A concurrent request that failed to open the page may have deleted the order.
  refuseUnless(payment, 'payment_unavailable')
  refuseUnless(payment.state !== 'open' || !payment.processingSince, 'payment_processing')
  refuseUnless(payment.state !== 'open' || payment.closesIn > 0, 'order_not_payable')
  return (payment.state === 'open' && payment.url) || `${publicUrl}/my-orders`
}

/**
 * Deletes an order whose page was never opened and that therefore can't have been paid. No other order has taken the
 * place of the one that it replaced then: its shopper has cancelled that.
 */
async function deleteUnopenedOrder(db: Db, orderId: string, replaced: string | undefined): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    // Deletes the payment first, and only if it has no page: a concurrent request that opened one keeps the order.
    if (order?.status !== 'Awaiting payment' || !(await deleteUnopenedPayment(tx, orderId))) return
    await returnStock(tx, orderId)
    await returnUses(tx, orderId)
    await returnCapacity(tx, orderId)
    await deleteOrder(tx, orderId)
    if (replaced !== undefined && isId(replaced)) await setReplacedCancelled(tx, order.shopperId, replaced)
  })
}
