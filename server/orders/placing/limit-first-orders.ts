import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit } from '../../database/rate-limit.ts'
import { hasReceivedOrder } from './placement-queries.ts'

/**
 * How many orders with a delivery time shoppers at one client address place who never received one: more than a house full of
 * new shoppers does, few enough that made-up accounts don't fill the windows of a day.
 */
export const firstOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }

/**
 * Counts an order with a delivery time at its client address, unless its shopper has received one before. Accounts cost
 * nothing, and neither does a cash order until it is delivered. In a transaction that is rolled back nothing is counted.
 * Throws `too_many`.
 */
export async function limitFirstOrders(
  db: Db,
  { shopperId, clientAddress }: { shopperId: string; clientAddress: string },
): Promise<void> {
  if (await hasReceivedOrder(db, shopperId)) return
  await consumeBurstLimit(db, `first-orders:${clientAddress}`, firstOrdersLimit)
}
