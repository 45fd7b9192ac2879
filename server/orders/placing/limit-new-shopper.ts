import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { refuse } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit, secondsUntilReset } from '../../database/rate-limit.ts'
import type { OrderDelivery } from '../../delivery/windows/choose-delivery.ts'
import { isFirstNumber } from '../../delivery/windows/window-queries.ts'
import { findOrderByKey, hasReceivedOrder } from './placement-queries.ts'

/**
 * The limit of further orders at one client address, by shoppers who never received an order: low enough that made-up
 * accounts don't fill the windows of a day.
 */
export const furtherOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }
/** The limit of recent orders of an account that never received one: each is mailed, and so is its cancelling. */
const newShoppersOrders = 10

/** The limit of further orders (`isFurtherOrder`) for an order of a shopper who may be new. */
export type FurtherOrders = {
  /** Whether the account has placed another order in the period of the rate limit. */
  orderedLately: boolean
  /**
   * Counts a further order before it is written, by the connection that writes it: an order that isn't placed isn't
   * counted then. Throws `too_many` beyond the limit.
   */
  count(db: Db): Promise<void>
}

/**
 * Returns whether an order is a further one: its shopper has other orders, so it is limited.
 *
 * - An order with a delivery time is one if its unconfirmed number isn't the first of its kind.
 * - An order without a delivery time is one if it is paid in cash, and its shopper has placed another order lately.
 *
 * Counting the shopper's orders wouldn't do, as several may be placed at the same moment. A unique index allows each
 * unconfirmed number to one of them.
 */
export const isFurtherOrder = (
  paymentType: PaymentType,
  { unconfirmedNumber }: Pick<OrderDelivery, 'unconfirmedNumber'>,
  { orderedLately }: Pick<FurtherOrders, 'orderedLately'>,
): boolean => (unconfirmedNumber === null ? paymentType === 'COD' && orderedLately : !isFirstNumber(unconfirmedNumber))

type OrderOfShopper = {
  shopperId: string
  clientAddress: string
  /** The order's Idempotency-Key: a repeated request is no further order. */
  idempotencyKey: string | undefined
  /** The account's orders in the period of the rate limit, with this one. */
  orders: number
  /** The key of that rate limit. */
  key: string
}

/**
 * Returns the limit of further orders for an order of an account: accounts cost nothing, and neither does a cash order
 * until it is delivered. A first order isn't counted, so others at the client address can't keep a new shopper from
 * ordering; nor is one of a shopper who has received an order.
 *
 * Throws `too_many` for the eleventh order in the period of an account that never received one, unless the request is a
 * repeated one.
 */
export async function limitNewShopper(
  db: Db,
  { shopperId, clientAddress, idempotencyKey, orders, key }: OrderOfShopper,
): Promise<FurtherOrders> {
  if (orders > newShoppersOrders) {
    const isRepeated =
      idempotencyKey !== undefined && (await findOrderByKey(db, shopperId, idempotencyKey)) !== undefined
    if (!isRepeated && !(await hasReceivedOrder(db, shopperId)))
      refuse('too_many', { retryAfter: await secondsUntilReset(db, key) })
  }
  return {
    orderedLately: orders > 1,
    async count(connection) {
      if (await hasReceivedOrder(connection, shopperId)) return
      await consumeBurstLimit(connection, `further-orders:${clientAddress}`, furtherOrdersLimit, { isFlushed: true })
    },
  }
}
