import { refuse } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit, secondsUntilReset } from '../../database/rate-limit.ts'
import { findOrderOfAttempt, hasReceivedOrder } from './placement-queries.ts'

/**
 * The limit of further orders at one client address, by shoppers who never received an order: low enough that made-up
 * accounts don't fill the windows of a day.
 */
export const furtherOrdersLimit: BurstLimit = { burst: 20, everySeconds: 120 }

/**
 * Counts a further order at its client address (`isFurtherOrder`), unless the shopper has received one before: accounts
 * cost nothing, and neither does a cash order until it is delivered. A shopper's first order isn't counted, so others
 * at the address can't keep a new shopper from ordering. Throws `too_many`.
 */
export async function limitFurtherOrders(
  db: Db,
  { shopperId, clientAddress }: { shopperId: string; clientAddress: string },
): Promise<void> {
  if (await hasReceivedOrder(db, shopperId)) return
  await consumeBurstLimit(db, `further-orders:${clientAddress}`, furtherOrdersLimit)
}

/** The limit of recent orders of an account that never received one: each is mailed, and so is its cancelling. */
const newShoppersOrders = 10

type NewShopper = {
  shopperId: string
  /** The order's Idempotency-Key: a repeated attempt is no further order. */
  attempt: string | undefined
  /** The account's orders in the period, with this one. */
  orders: number
  /** The key that counts them. */
  key: string
}

/** Throws `too_many` for an order beyond ten of a shopper who never received one. */
export async function limitNewShopper(db: Db, { shopperId, attempt, orders, key }: NewShopper): Promise<void> {
  if (orders <= newShoppersOrders) return
  const isRepeated = attempt !== undefined && (await findOrderOfAttempt(db, shopperId, attempt)) !== undefined
  if (isRepeated || (await hasReceivedOrder(db, shopperId))) return
  refuse('too_many', { retryAfter: await secondsUntilReset(db, key) })
}
