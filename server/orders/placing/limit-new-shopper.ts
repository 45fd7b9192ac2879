import type { PaymentType } from '../../../contract/entities/payment.ts'
import { Refusal, refuse } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit, secondsUntilReset } from '../../database/rate-limit.ts'
import type { OrderDelivery } from '../../delivery/windows/choose-delivery.ts'
import { isFirstNumber } from '../../delivery/windows/window-queries.ts'
import { findOrderOfAttempt, hasReceivedOrder } from './placement-queries.ts'

/**
 * The limit of further orders at one client address, by shoppers who never received an order: low enough that made-up
 * accounts don't fill the windows of a day.
 */
export const furtherOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }
/** The limit of recent orders of an account that never received one: each is mailed, and so is its cancelling. */
const newShoppersOrders = 10

/** If an order is placed with this, a further order (`isFurtherOrder`) isn't placed: `FurtherOrder` is thrown. */
export type UnlessFurther = {
  /** Whether the account has placed another order in the period of the rate limit. */
  orderedLately: boolean
}
/** Thrown for a further order, which has to be counted before it is placed. It rolls the order's transaction back. */
export class FurtherOrder extends Refusal {
  constructor() {
    super('too_many')
  }
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
  { orderedLately }: UnlessFurther,
): boolean => (unconfirmedNumber === null ? paymentType === 'COD' && orderedLately : !isFirstNumber(unconfirmedNumber))

type OrderOfShopper = {
  shopperId: string
  clientAddress: string
  /** The order's Idempotency-Key: a repeated attempt is no further order. */
  attempt: string | undefined
  /** The account's orders in the period of the rate limit, with this one. */
  orders: number
  /** The key of that rate limit. */
  key: string
}

/**
 * Runs `place` within the limits of shoppers who never received an order: accounts cost nothing, and neither does a
 * cash order until it is delivered.
 *
 * 1. Such a shopper's eleventh order of the period is refused with `too_many`, unless it repeats an attempt.
 * 2. `place` is called with `UnlessFurther`. It places a first order, which isn't counted: so others at the client
 *    address can't keep a new shopper from ordering.
 * 3. For a further order it throws `FurtherOrder`, which undoes its writes.
 * 4. The further order of such a shopper is counted at the client address. Beyond the limit it is refused with
 *    `too_many`.
 * 5. `place` is called again, and places the further order.
 */
export async function limitNewShopper<T>(
  db: Db,
  { shopperId, clientAddress, attempt, orders, key }: OrderOfShopper,
  place: (unlessFurther?: UnlessFurther) => Promise<T>,
): Promise<T> {
  if (orders > newShoppersOrders) {
    const isRepeated = attempt !== undefined && (await findOrderOfAttempt(db, shopperId, attempt)) !== undefined
    if (!isRepeated && !(await hasReceivedOrder(db, shopperId)))
      refuse('too_many', { retryAfter: await secondsUntilReset(db, key) })
  }
  try {
    return await place({ orderedLately: orders > 1 })
  } catch (error) {
    if (!(error instanceof FurtherOrder)) throw error
  }
  // Not in the order's transaction: a count needn't be flushed to disk, but the order must be.
  if (!(await hasReceivedOrder(db, shopperId)))
    await consumeBurstLimit(db, `further-orders:${clientAddress}`, furtherOrdersLimit)
  return place()
}
