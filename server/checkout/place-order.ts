import type { PaymentType } from '../../contract/entities.ts'
import { centsFromWire, formatMoney } from '../../contract/money.ts'
import { totalsOf } from '../../contract/pricing.ts'
import type { Language, ShopConfig } from '../../contract/shop.ts'
import { orderAddressOf } from '../addresses/address-record.ts'
import { takeFromCart } from '../cart/queries.ts'
import { productRecord } from '../catalog/product-record.ts'
import { orderMailJob } from '../mail/queue-mail.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import { tellOrderPlaced } from '../platform/happenings.ts'
import { isId, newId } from '../platform/ids.ts'
import { refuse, refuseUnless } from '../platform/refusal.ts'
import type { Shopper } from '../platform/session.ts'
import { fingerprintOf, linesOf, mergeItems, type WantedItem } from './order-lines.ts'
import { insertPayment } from './payment-queries.ts'
import { firstLook } from './payment-steps.ts'
import {
  findOrderByAttempt,
  findRecentTwin,
  insertOrder,
  lockShopperAt,
  productsToOrder,
  takeStock,
} from './queries.ts'

export type PlaceOrder = {
  items: readonly WantedItem[]
  /** Id of one of the shopper's addresses. */
  address: string | null | undefined
  paymentType: PaymentType
  /** The Idempotency-Key of the request, where there is one. */
  attempt?: string | undefined
  /** The total that the shopper saw, in the shop's currency. */
  expectedAmount?: number | undefined
  language: Language
  /** Microseconds since 1970; see the edge. */
  arrivedAt: number
}
export type PlacedOrder = { id: string; number: number }

/**
 * Places an order: all of it or nothing. Prices, stock and the amount are the server's, read inside the transaction;
 * address and products are copied into the order. The same attempt again gives the order that it made.
 *
 * Refuses, in this order: `email_unverified`, `address_missing`, `cart_empty`, `invalid_form`, `attempt_reused`,
 * `product_unavailable`, `stock_short`, `amount_changed`.
 */
export async function placeOrder(
  db: Db,
  shop: Pick<ShopConfig, 'tax' | 'currency'>,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: PlaceOrder,
): Promise<PlacedOrder> {
  refuseUnless(shopper.isAccountVerified, 'email_unverified')
  const addressId = request.address ?? ''
  refuseUnless(isId(addressId), 'address_missing')
  const { isNew, ...order } = await inTransaction(db, async (tx) => {
    const address = await lockShopperAt(tx, shopper.id, addressId)
    refuseUnless(address, 'address_missing')
    const items = mergeItems(request.items)

    const fingerprint = fingerprintOf(items, address.id, request.paymentType)
    const first =
      request.attempt === undefined
        ? await findRecentTwin(tx, shopper.id, fingerprint)
        : await findOrderByAttempt(tx, shopper.id, request.attempt)
    if (first) {
      refuseUnless(first.fingerprint === fingerprint, 'attempt_reused')
      return { id: first.id, number: first.number, isNew: false }
    }

    const ids = items.map((item) => item.product)
    const lines = linesOf(items, await productsToOrder(tx, ids), request.language)
    const totals = totalsOf(
      lines.map(({ product, quantity }) => ({ offerPriceCents: product.offerPriceCents, quantity })),
      shop.tax,
    )
    if (request.expectedAmount !== undefined && centsFromWire(request.expectedAmount) !== totals.total)
      refuse('amount_changed', { places: { amount: formatMoney(totals.total, shop.currency.symbol) } })

    const id = newId()
    const cash = request.paymentType === 'COD'
    const counted = lines.filter(({ product }) => product.stock !== null)
    const number = await insertOrder(tx, {
      id,
      shopperId: shopper.id,
      paymentType: request.paymentType,
      status: cash ? 'Order Placed' : 'Awaiting payment',
      totals,
      address: orderAddressOf(address),
      language: request.language,
      attempt: request.attempt,
      fingerprint,
      lines: lines.map(({ product, quantity }) => ({
        productId: product.id,
        quantity,
        offerPriceCents: product.offerPriceCents,
        product: productRecord(product),
      })),
      also: [
        ...(counted.length > 0
          ? [takeStock(counted.map(({ product, quantity }) => ({ productId: product.id, quantity })))]
          : []),
        // An order that is paid online leaves the cart alone until it is paid: the shopper may come back to it.
        cash
          ? takeFromCart(shopper.id, ids, request.arrivedAt)
          : insertPayment({ orderId: id, amountCents: totals.total, currency: shop.currency.code.toLowerCase() }),
      ],
      job: cash ? orderMailJob(id) : firstLook(id),
    })
    return { id, number, isNew: true }
  })
  if (isNew) tellOrderPlaced(request.paymentType)
  return order
}
