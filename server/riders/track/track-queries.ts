import { sql } from 'kysely'
import type { FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { Db } from '../../database/database.ts'
import { latestAssignmentOf } from '../../delivery/latest-assignment-queries.ts'

export type TrackedOrder = {
  shopperId: string
  status: OrderStatus
  /** When its status began. */
  since: Date
  deliverFrom: Date | null
  promisedAt: Date | null
  /** When it comes instead, if its shopper was told so. */
  delayedTo: Date | null
  /** Whether that was told after the shop knew its status. */
  isDelayedSince: boolean
  /** The ride to its zone, as the owner has set it; if the zone was removed, as it was when the order was placed. */
  rideMinutes: number | null
  /** The latest assignment of a rider; null if there is none. */
  assignment: { outcome: string | null; attemptedAt: string | null; reason: FailedAttemptReason | null } | null
  /** When it was last moved to another delivery window; null if it wasn't. */
  movedAt: string | null
  /** When its address was last corrected; null if it wasn't. */
  correctedAt: string | null
  /** The end of the link: a day after it was delivered or cancelled. */
  isOver: boolean
}

/** Returns where an order is; undefined if the shop hasn't it yet, because it isn't paid. */
export async function findTrackedOrder(db: Db, orderId: string): Promise<TrackedOrder | undefined> {
  const { rows } = await sql<TrackedOrder>`
    select shopper_id, shop_order.status, step.since, deliver_from, promised_at,
      delay.expected_at as delayed_to, coalesce(delay.told_at > step.at, false) as is_delayed_since,
      coalesce(
        (select ride_minutes from delivery_zone where delivery_zone.id = (shop_order.delivery_zone ->> 'id')::uuid),
        (shop_order.delivery_zone ->> 'rideMinutes')::int) as ride_minutes,
      (select json_build_object('outcome', outcome, 'attemptedAt', attempted_at, 'reason', reason)
       from ${latestAssignmentOf(sql`shop_order.id`)} as latest) as assignment,
      (select to_json(max(at)) from order_move where order_id = shop_order.id) as moved_at,
      (select to_json(max(at)) from order_address_correction where order_id = shop_order.id) as corrected_at,
      shop_order.status in ('Delivered', 'Cancelled') and step.since < now() - interval '1 day' as is_over
    from shop_order
    join lateral (
      select at, coalesce(happened_at, at) as since from order_event
      where order_id = shop_order.id and status = shop_order.status and undone_at is null order by at desc limit 1
    ) as step on true
    left join order_delay as delay on delay.order_id = shop_order.id and window_id is null
    where shop_order.id = ${orderId} and listed`.execute(db)
  return rows[0]
}
