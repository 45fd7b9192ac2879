import { type RawBuilder, sql } from 'kysely'
import type { FailedAttemptReason } from '../../contract/delivery/failed-attempt-rule.ts'

/** The latest assignment of an order, when it was last moved to another window, and its address corrected. */
export type LatestAssignment = {
  /** How and when it ended; null if the rider has the order. */
  outcome: string | null
  endedAt: string | null
  /** The time of the rider's last failed attempt, and its reason; null without one. */
  attemptedAt: string | null
  reason: FailedAttemptReason | null
  movedAt: string | null
  correctedAt: string | null
}

/** The latest assignment of an order, as the rows of a `from` clause: at most one. `order` is the order's id. */
export const latestAssignmentOf = (order: RawBuilder<unknown>) => sql`(
  select rider, outcome, ended_at, attempts, attempted_at, reason from delivery_assignment
  where order_id = ${order} order by taken_at desc limit 1)`

/** The column of a `LatestAssignment` of `shop_order`; null if the order isn't being packed or out for delivery. */
export const latestAssignmentColumn = sql`
  case when status in ('Packing', 'Out for delivery') then
    (select json_build_object('outcome', outcome, 'endedAt', ended_at, 'attemptedAt', attempted_at, 'reason', reason,
              'movedAt', (select max(at) from order_move where order_id = shop_order.id),
              'correctedAt', (select max(at) from order_address_correction where order_id = shop_order.id))
     from ${latestAssignmentOf(sql`shop_order.id`)} as latest) end as latest_assignment`
