import type { RawBuilder } from 'kysely'
import type { PaymentType } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { centsFromWire, formatMoney } from '../../contract/money.ts'
import { totalsOf } from '../../contract/pricing.ts'
import type { Language, ShopConfig } from '../../contract/shop.ts'
import { markAddressUsed } from '../addresses/queries.ts'
import { takeFromCart } from '../cart/queries.ts'
import { productRecord } from '../catalog/product-record.ts'
import { isId, newId } from '../common/ids.ts'
import { publishOrderPlaced } from '../common/metric-events.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, isConflict, retryingConflicts, type Tx } from '../database/database.ts'
import type { Shopper } from '../http/sessions.ts'
import { newOrderJobs } from '../mail/queue-mail.ts'
import { fingerprintOf, linesNow, linesOf, mergeItems, type WantedItem } from './order-lines.ts'
import { countUnpaid, insertPayment } from './payment-queries.ts'
import { firstLook } from './payment-steps.ts'
import { type Earlier, findOrderOfAttempt, findRecentTwin, insertOrder, lockShopper, readPremises } from './queries.ts'

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
  /** When it came in, in `monotonicMicroseconds`. */
  arrivedAt: number
}
export type PlacedOrder = { id: string; number: number }

/**
 * Places an order: all of it or nothing. Prices, stock and the amount are the server's; address and products are copied
 * into the order. The same attempt again gives the order that it made.
 *
 * What an order is made of is read first, and written in one statement that fails where it isn't so any more; then it is
 * read again. So nothing is held between the two, and the database is asked twice.
 *
 * Refuses, in this order: `email_unverified`, `address_missing`, `cart_empty`, `invalid_form`, `attempt_reused`,
 * `product_unavailable`, `stock_short`, `amount_changed`, `too_many_unpaid`,
 * `too_many_lapsed`.
 */
export async function placeOrder(
  db: Db,
  shop: Pick<ShopConfig, 'tax' | 'currency'>,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  request: PlaceOrder,
): Promise<PlacedOrder> {
  refuseUnless(shopper.isAccountVerified, 'email_unverified')
  const place = (at: Db | Tx) => placeOnce(at, shop, shopper.id, request)
  // The table tells two requests of one attempt apart. Nothing in it bounds how many orders await payment.
  const alone = request.attempt === undefined || request.paymentType === 'Online'
  const { isNew, ...order } = await retryingConflicts(
    () => (alone ? oneAfterTheOther(db, shopper.id, place) : place(db)),
    (code) => isConflict(code) || isViolation(code),
  )
  if (isNew) publishOrderPlaced(request.paymentType)
  return order
}

/** Class 23 of PostgreSQL's error codes: another order or the seller was quicker. */
const isViolation = (code: string) => code.startsWith('23')

/**
 * Places a shopper's orders one after the other, so that a double click whose requests name no attempt finds the first
 * one's order, and several orders at once can't exceed the number that may await payment.
 */
function oneAfterTheOther<T>(db: Db, shopperId: string, place: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockShopper(tx, shopperId)
    return place(tx)
  })
}

async function placeOnce(
  db: Db | Tx,
  shop: Pick<ShopConfig, 'tax' | 'currency'>,
  shopperId: string,
  request: PlaceOrder,
): Promise<PlacedOrder & { isNew: boolean }> {
  const addressId = (request.address ?? '').toLowerCase()
  refuseUnless(isId(addressId), 'address_missing')
  const { attempt } = request
  const productIds = request.items.map((item) => item.product).filter(isId)
  const premises = await readPremises(db, { shopperId, addressId, attempt, productIds })
  if (!premises) {
    // The order of a repeated attempt stands, also where its address was deleted since.
    const earlier = attempt === undefined ? undefined : await findOrderOfAttempt(db, shopperId, attempt)
    refuseUnless(earlier, 'address_missing')
    return sameOrder(earlier, fingerprintOf(mergeItems(request.items), addressId, request.paymentType))
  }
  const items = mergeItems(request.items)

  const fingerprint = fingerprintOf(items, addressId, request.paymentType)
  const first = attempt === undefined ? await findRecentTwin(db, shopperId, fingerprint) : premises.first
  if (first) return sameOrder(first, fingerprint)

  const lines = linesOf(items, premises.products, request.language)
  const totals = totalsOf(
    lines.map(({ product, quantity }) => ({ offerPriceCents: product.offerPriceCents, quantity })),
    shop.tax,
  )
  if (request.expectedAmount !== undefined && centsFromWire(request.expectedAmount) !== totals.total)
    refuse('amount_changed', {
      places: { amount: formatMoney(totals.total, shop.currency.symbol) },
      changed: linesNow(items, premises.products),
    })

  const id = newId()
  const cash = request.paymentType === 'COD'
  if (!cash) {
    const max = limits.unpaidOrders
    const { waiting, lapsed } = await countUnpaid(db, shopperId)
    refuseUnless(waiting < max, 'too_many_unpaid', { places: { max } })
    // Each of them held stock for half an hour: an account that never pays must not hold it all day.
    refuseUnless(lapsed < limits.lapsedOrders, 'too_many_lapsed')
  }
  const ordered = lines.map(({ product, quantity }) => ({
    productId: product.id,
    quantity,
    offerPriceCents: product.offerPriceCents,
    product: productRecord(product),
  }))
  const also: RawBuilder<unknown>[] = []
  also.push(markAddressUsed(shopperId, addressId))
  // An order that is paid online leaves the cart alone until it is paid: the shopper may come back to it.
  if (cash)
    also.push(
      takeFromCart(
        shopperId,
        ordered.map((line) => line.productId),
        request.arrivedAt,
      ),
    )
  else also.push(insertPayment({ orderId: id, amountCents: totals.total, currency: shop.currency.code.toLowerCase() }))

  const number = await insertOrder(db, {
    id,
    shopperId,
    paymentType: request.paymentType,
    status: cash ? 'Order Placed' : 'Awaiting payment',
    totals,
    address: premises.address,
    language: request.language,
    attempt,
    fingerprint,
    lines: ordered,
    also,
    jobs: cash ? newOrderJobs(id) : [firstLook(id)],
  })
  return { id, number, isNew: true }
}

/** The order that an attempt made already. Refuses `attempt_reused` where that was another order. */
function sameOrder(first: Earlier, fingerprint: string): PlacedOrder & { isNew: boolean } {
  refuseUnless(first.fingerprint === fingerprint, 'attempt_reused')
  return { id: first.id, number: first.number, isNew: false }
}
