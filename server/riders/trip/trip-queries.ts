import { sql } from 'kysely'
import { cancelReasons, type FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import type { RefundedLine } from '../../../contract/pricing/tax-parts.ts'
import type { Role } from '../../../contract/staff/staff-roles.ts'
import type { Db, Tx } from '../../database/database.ts'
import { isToBringBack } from '../../delivery/assignments/assignment-queries.ts'
import { latestAssignmentOf } from '../../delivery/latest-assignment-queries.ts'
import { cancelledCents } from '../../orders/ledger-queries.ts'

/** The most orders that riders can choose from. */
const readyOrders = 200

export type ReadyRow = {
  id: string
  number: number
  city: string
  zone: { name: string; nameTh?: string | null } | null
  deliverFrom: Date | null
  promisedAt: Date | null
  goods: { product: string; quantity: number; weight: string | null }[]
  /** What was refunded of its goods. */
  refunded: RefundedLine[]
  balanceCents: number
  /** The smallest coin of its currency. */
  coinCents: number
  reason: FailedAttemptReason | null
  isPacked: boolean
  /** Whether its address was corrected since the failed attempt, or since the rider took it. */
  isCorrected: boolean
}
export type TripOrderRow = Omit<ReadyRow, 'city' | 'isPacked'> & {
  address: OrderAddress
  takenAt: Date
  attempts: number
  isCancelled: boolean
}

/** The goods of an order and what was refunded of them. */
const goodsOfOrder = sql`
  (select json_agg(json_build_object('product', product_id, 'quantity', quantity, 'weight', product ->> 'Weight'))
   from order_line where order_id = shop_order.id) as goods,
  (select coalesce(json_agg(part), '[]') from refund, jsonb_array_elements(lines) as part
   where order_id = shop_order.id) as refunded`

/** `latest` of {@link wasRefused}. */
const latestAssignment = latestAssignmentOf(sql`shop_order.id`)

/** The condition that an order came back because its shopper refused it, and wasn't sent out again. */
const wasRefused = sql<boolean>`(status = 'Packing' and latest.outcome is not distinct from 'came back'
  and coalesce(latest.reason in (${sql.join(cancelReasons.map((reason) => sql.lit(reason)))}), false))`

/** Returns whether an order came back because its shopper refused it. The caller has locked the order. */
export async function isRefused(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order cross join lateral ${latestAssignment} as latest where id = ${orderId} and ${wasRefused}`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * The condition that an order was sent out less than three days ago. One that was never marked as delivered leaves the
 * riders' list after that.
 */
const wasSentOutLately = sql`exists (
  select from order_event
  where order_id = shop_order.id and order_event.status = shop_order.status and undone_at is null
    and at > now() - interval '3 days')`

/**
 * Returns the orders that a rider can take, by when they are to be delivered: by the promised time, or at the end of
 * the window. They are being packed, or a seller has sent them out without a rider. One that its shopper refused is the
 * shop's to decide about.
 */
export async function ordersToTake(db: Db): Promise<ReadyRow[]> {
  const { rows } = await sql<ReadyRow>`
    select shop_order.id, number, address ->> 'city' as city, delivery_zone as zone, deliver_from, promised_at,
      balance_cents, coin_cents, ${goodsOfOrder}, case when latest.outcome = 'came back' then latest.reason end as reason,
      exists (select from order_address_correction where order_id = shop_order.id and at > latest.attempted_at) as is_corrected,
      exists (select from order_packed where order_id = shop_order.id) as is_packed
    from shop_order
    left join lateral ${latestAssignment} as latest on true
    where listed and (status = 'Packing' or (status = 'Out for delivery' and ${wasSentOutLately}))
      and not exists (select from delivery_assignment where order_id = shop_order.id and ended_at is null)
      and not ${wasRefused}
    order by promised_at nulls last, shop_order.id
    limit ${readyOrders}`.execute(db)
  return rows
}

/**
 * Returns the orders that a rider has, in the order in which they were taken. The balance of one that was cancelled is
 * what it was before, if it is paid in cash: its shopper may have paid and taken it nevertheless.
 */
export async function ordersOfRider(db: Db, rider: string): Promise<TripOrderRow[]> {
  const { rows } = await sql<TripOrderRow>`
    select shop_order.id, number, address, delivery_zone as zone, deliver_from, promised_at,
      coin_cents, ${goodsOfOrder}, reason, attempts, taken_at, outcome is not null as is_cancelled,
      exists (select from order_address_correction where order_id = shop_order.id and at > taken_at) as is_corrected,
      case
        when outcome is null then balance_cents
        when payment_type = 'COD' then balance_cents + ${cancelledCents}
        else 0
      end as balance_cents
    from delivery_assignment join shop_order on shop_order.id = order_id
    where rider = ${rider} and (ended_at is null or ${isToBringBack})
    order by taken_at, shop_order.id`.execute(db)
  return rows
}

/**
 * Locks the account of a rider until the transaction ends, so that it isn't removed. Returns its role, if there is one.
 */
export async function lockRider(tx: Tx, rider: string): Promise<Role | undefined> {
  const seller = await tx
    .selectFrom('seller')
    .select('role')
    .where('email', '=', rider)
    .forKeyShare()
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
  return seller?.role
}

/**
 * Returns the time some milliseconds ago, as ISO 8601, but not before the last step of the order: for an assignment,
 * when its rider took the order, or its last failed attempt; without one, all that happened to it so far. The caller
 * has locked the order.
 */
export async function momentBefore(
  tx: Tx,
  milliseconds: number,
  { orderId, assignmentId }: { orderId: string; assignmentId: string | undefined },
): Promise<string> {
  const last =
    assignmentId === undefined
      ? sql`greatest(
          (select max(greatest(coalesce(happened_at, at), coalesce(undone_happened_at, undone_at)))
           from order_event where order_id = ${orderId}),
          (select max(greatest(taken_at, attempted_at, ended_at)) from delivery_assignment where order_id = ${orderId}),
          (select packed_at from order_packed where order_id = ${orderId} and packed_by is not null))`
      : sql`(select greatest(taken_at, attempted_at) from delivery_assignment where id = ${assignmentId})`
  const { rows } = await sql<{ moment: string }>`
    select to_json(least(greatest(now() - make_interval(secs => ${milliseconds / 1000}), ${last}), now())) as moment`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('a query without from returned no row')
  return row.moment
}
