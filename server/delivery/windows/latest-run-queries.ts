import { sql } from 'kysely'
import { openTry } from '../../../contract/delivery/failed-try.ts'
import type { FailedTryReason } from '../../../contract/delivery/failed-try-rule.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'

/** The latest run of an order, when it was last moved to another window, and its address corrected. */
export type LatestRun = {
  /** How it ended; null if the rider has the order. */
  outcome: string | null
  /** The time of the rider's last failed try, and its reason; null without one. */
  triedAt: string | null
  reason: FailedTryReason | null
  movedAt: string | null
  correctedAt: string | null
}

/** The column `latest_run` of `shop_order`: a `LatestRun`; null if the order isn't being packed or out for delivery. */
export const latestRunColumn = sql`
  case when status in ('Packing', 'Out for delivery') then
    (select json_build_object('outcome', outcome, 'triedAt', tried_at, 'reason', reason,
              'movedAt', (select max(at) from order_move where order_id = shop_order.id),
              'correctedAt', (select max(at) from order_address_correction where order_id = shop_order.id))
     from delivery_run where order_id = shop_order.id order by taken_at desc limit 1) end as latest_run`

/** Returns the failed try after which an order waits, as the API sends it. */
export function failedTryOf({
  status,
  latestRun,
}: {
  status: OrderStatus
  latestRun: LatestRun | null
}): Order['failedTry'] {
  const failed = openTry(status, latestRun ?? undefined, latestRun ?? undefined)
  return failed && { ...failed, at: failed.at.toISOString() }
}
