import type { PaymentType } from '../../../contract/entities/payment.ts'
import { Refusal, refuse } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit, secondsUntilReset } from '../../database/rate-limit.ts'
import type { OrderDelivery } from '../../delivery/choose-delivery.ts'
import { isFirstNumber } from '../../delivery/window-queries.ts'
import { findOrderOfAttempt, hasReceivedOrder } from './placement-queries.ts'

/**
 * The limit of further orders at one client address, by shoppers who never received an order: low enough that made-up
 * accounts don't fill the windows of a day.
 */
export const furtherOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }
/** The limit of recent orders of an account that never received one: each is mailed, and so is its cancelling. */
const newShoppersOrders = 10

/** Asks for the refusal of a further order (`FurtherOrder`), which isn't counted yet. */
export type UnlessFurther = {
  /** Whether the account has placed another order in the period of the rate limit. */
  orderedLately: boolean
}
/** The refusal of a further order that isn't counted yet. Thrown, it rolls the order's transaction back. */
export class FurtherOrder extends Refusal {
  constructor() {
    super('too_many')
  }
}

/**
 * Returns whether an order has a delivery time, and its shopper an unconfirmed one of that kind already; without a
 * time, whether it is paid in cash and its shopper has placed another one lately. Only a read of the order's
 * unconfirmed number tells: a unique index gives each number to one of the orders that are placed at the same moment.
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
 * cash order until it is delivered. Refuses the eleventh order of the period. A further order, for which `place` throws
 * `FurtherOrder`, is counted at its client address and placed then. A shopper's first order isn't counted, so others at
 * the address can't keep a new shopper from ordering. Throws `too_many`.
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
