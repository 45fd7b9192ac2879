import { sql } from 'kysely'
import { openTry } from '../../../contract/delivery/failed-try.ts'
import type { FailedTryReason } from '../../../contract/delivery/failed-try-rule.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'

/** The latest assignment of an order, when it was last moved to another window, and its address corrected. */
export type LatestAssignment = {
  /** How it ended; null if the rider has the order. */
  outcome: string | null
  /** The time of the rider's last failed try, and its reason; null without one. */
  triedAt: string | null
  reason: FailedTryReason | null
  movedAt: string | null
  correctedAt: string | null
}

/** The column of a `LatestAssignment` of `shop_order`; null if the order isn't being packed or out for delivery. */
export const latestAssignmentColumn = sql`
  case when status in ('Packing', 'Out for delivery') then
    (select json_build_object('outcome', outcome, 'triedAt', tried_at, 'reason', reason,
              'movedAt', (select max(at) from order_move where order_id = shop_order.id),
              'correctedAt', (select max(at) from order_address_correction where order_id = shop_order.id))
     from delivery_assignment where order_id = shop_order.id order by taken_at desc limit 1) end as latest_assignment`

/** Returns the failed try after which an order waits, as the API sends it. */
export function failedTryOf({
  status,
  latestAssignment,
}: {
  status: OrderStatus
  latestAssignment: LatestAssignment | null
}): Order['failedTry'] {
  const failed = openTry(status, latestAssignment ?? undefined, latestAssignment ?? undefined)
  return failed && { ...failed, at: failed.at.toISOString() }
}
