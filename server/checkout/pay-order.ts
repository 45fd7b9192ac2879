import type { ShopConfig } from '../../contract/shop.ts'
import { isId } from '../common/ids.ts'
import type { Log } from '../common/log.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { Shopper } from '../http/sessions.ts'
import type { Gateway } from '../payments/gateway.ts'
import { returnStock } from './cancel-order.ts'
import { beginTry, deleteOrder, deleteUnopened, findOwnOrder, findPayment, setPageOpen } from './payment-queries.ts'
import { type PlacedOrder, type PlaceOrder, placeOrder } from './place-order.ts'
import { getOrderInWords, lockOrder } from './queries.ts'

export type PayDeps = {
  db: Db
  shop: Pick<ShopConfig, 'tax' | 'currency'>
  /** Absent where paying online isn't set up. */
  gateway: Gateway | undefined
  publicUrl: string
  log: Log
}

/** An order with the address where it is paid. */
export type OrderToPay = PlacedOrder & { url: string }

/**
 * Places an order that is paid online, and opens its page. The order is committed before the gateway is asked, so no
 * lock waits for it. When the page can't be opened the order is taken away again with all that came with it; the cart
 * was never touched. The same attempt again gives the same order and page.
 *
 * Refuses as `placeOrder` does, and `payment_unavailable`.
 */
export async function placeOrderToPay(
  deps: PayDeps,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: Omit<PlaceOrder, 'paymentType'>,
): Promise<OrderToPay> {
  refuseUnless(deps.gateway, 'payment_unavailable')
  const order = await placeOrder(deps.db, deps.shop, shopper, { ...request, paymentType: 'Online' })
  try {
    return { ...order, url: await openPage(deps, order.id) }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment_unavailable') await dropUnopened(deps.db, order.id)
    throw error
  }
}

/**
 * Gives the page of one of the shopper's own orders, opening it where that never happened.
 *
 * Refuses `order_unknown`, `order_not_payable`, `payment_unavailable`; the order stands whatever is refused.
 */
export async function payOrder(deps: PayDeps, shopperId: string, orderId: string): Promise<OrderToPay> {
  refuseUnless(isId(orderId), 'order_unknown')
  const order = await findOwnOrder(deps.db, shopperId, orderId)
  refuseUnless(order, 'order_unknown')
  refuseUnless(order.status === 'Awaiting payment', 'order_not_payable')
  return { id: order.id, number: order.number, url: await openPage(deps, order.id) }
}

async function openPage({ db, gateway, publicUrl, log }: PayDeps, orderId: string): Promise<string> {
  refuseUnless(gateway, 'payment_unavailable')
  const attempt = await beginTry(db, orderId)
  if (!attempt) return whereItStands(db, orderId, publicUrl)
  const order = await getOrderInWords(db, orderId)
  const opened = await gateway
    .open({
      orderId,
      orderNumber: order.number,
      key: `${orderId}-${attempt.try}`,
      lines: order.lines,
      addedTaxCents: order.amountCents - order.subtotalCents,
      amountCents: order.amountCents,
      currency: attempt.currency,
      email: order.email,
      language: order.language,
      expiresAt: attempt.expiresAt,
    })
    .catch((error: unknown) => {
      log.error({ err: error, order: orderId }, 'the payment page could not be opened')
      return refuse('payment_unavailable')
    })
  return (await setPageOpen(db, orderId, opened)) ? opened.url : whereItStands(db, orderId, publicUrl)
}

/** The page of an order; My orders when it isn't to be paid any more, which tells how it stands. */
async function whereItStands(db: Db, orderId: string, publicUrl: string): Promise<string> {
  const payment = await findPayment(db, orderId)
  // Whoever tried at the same moment may have given up on the order.
  refuseUnless(payment, 'payment_unavailable')
  refuseUnless(payment.state !== 'open' || payment.closesIn > 0, 'order_not_payable')
  return (payment.state === 'open' && payment.url) || `${publicUrl}/my-orders`
}

/** Takes away an order whose page was never opened: nobody can have paid it. */
async function dropUnopened(db: Db, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    // The payment goes first, and only while it has no page: whoever opens one at this moment has an order to pay.
    if (order?.status !== 'Awaiting payment' || !(await deleteUnopened(tx, orderId))) return
    await returnStock(tx, orderId)
    await deleteOrder(tx, orderId)
  })
}
