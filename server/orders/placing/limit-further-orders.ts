import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit } from '../../database/rate-limit.ts'
import { hasReceivedOrder } from './placement-queries.ts'

/**
 * How many further orders with a delivery time shoppers at one client address place who never received one: few enough
 * that made-up accounts don't fill the windows of a day.
 */
export const furtherOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }

/**
 * Counts at its client address an order with a delivery time of a shopper who has an unconfirmed one already, unless
 * the shopper has received one before: accounts cost nothing, and neither does a cash order until it is delivered. A
 * shopper's first order isn't counted, so others at the address can't keep a new shopper from ordering. Throws
 * `too_many`.
 */
export async function limitFurtherOrders(
  db: Db,
  { shopperId, clientAddress }: { shopperId: string; clientAddress: string },
): Promise<void> {
  if (await hasReceivedOrder(db, shopperId)) return
  await consumeBurstLimit(db, `further-orders:${clientAddress}`, furtherOrdersLimit)
}
