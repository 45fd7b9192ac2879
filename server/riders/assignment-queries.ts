import { sql } from 'kysely'
import type { FailedTryReason } from '../../contract/delivery/failed-try-rule.ts'
import type { OrderAddress } from '../../contract/entities/address.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { newId } from '../common/ids.ts'
import { type Db, type Tx, wasInserted } from '../database/database.ts'
import { cancelledCents } from '../orders/ledger-queries.ts'

/** The most orders that riders can choose from. */
const readyOrders = 200

export type ReadyRow = {
  id: string
  number: number
  city: string
  zone: { name: string; nameTh?: string | null } | null
  deliverFrom: Date | null
  promisedAt: Date | null
  lines: number
  balanceCents: number
  /** The smallest coin of its currency. */
  coinCents: number
  reason: FailedTryReason | null
  isPacked: boolean
  /** Whether its address was corrected since the failed try, or since the rider took it. */
  isCorrected: boolean
}
export type RoundOrderRow = Omit<ReadyRow, 'city' | 'isPacked'> & {
  address: OrderAddress
  takenAt: Date
  tries: number
  isCancelled: boolean
}

/** How many lines have pieces left after refunds. */
const linesOfOrder = sql`(
  select count(*)::int from order_line
  where order_id = shop_order.id and quantity > (
    select coalesce(sum(piece.quantity), 0) from refund, jsonb_to_recordset(lines) as piece (product uuid, quantity int)
    where refund.order_id = shop_order.id and product = order_line.product_id))`

/** The assignment of an order that was taken last: `last` of {@link wasRefused}. */
const lastAssignment = sql`(
  select outcome, reason, tried_at from delivery_assignment where order_id = shop_order.id order by taken_at desc limit 1)`

/** The condition that an order came back because its shopper refused it, and wasn't sent out again. */
const wasRefused = sql<boolean>`(status = 'Packing' and last.outcome is not distinct from 'came back'
  and last.reason is not distinct from 'refused')`

/** Returns whether an order came back because its shopper refused it. The caller has locked the order. */
export async function isRefused(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order cross join lateral ${lastAssignment} as last where id = ${orderId} and ${wasRefused}`.execute(
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
 * Returns the orders that a rider can take, by when they are due: by the promised time, or at the end of the window.
 * They are being packed, or a seller has sent them out without a rider. One that its shopper refused is the shop's to
 * decide about.
 */
export async function ordersToTake(db: Db): Promise<ReadyRow[]> {
  const { rows } = await sql<ReadyRow>`
    select shop_order.id, number, address ->> 'city' as city, delivery_zone as zone, deliver_from, promised_at,
      balance_cents, coin_cents, ${linesOfOrder} as lines, case when last.outcome = 'came back' then last.reason end as reason,
      exists (select from order_address_correction where order_id = shop_order.id and at > last.tried_at) as is_corrected,
      exists (select from order_packed where order_id = shop_order.id) as is_packed
    from shop_order
    left join lateral ${lastAssignment} as last on true
    where listed and (status = 'Packing' or (status = 'Out for delivery' and ${wasSentOutLately}))
      and not exists (select from delivery_assignment where order_id = shop_order.id and ended_at is null)
      and not ${wasRefused}
    order by promised_at nulls last, shop_order.id
    limit ${readyOrders}`.execute(db)
  return rows
}

/** An assignment whose order was cancelled on the way, and that the rider has yet to bring back. */
const isToBringBack = sql`outcome = 'cancelled' and brought_back_at is null`

/**
 * Returns the orders that a rider has, in the order in which they were taken. The balance of one that was cancelled is
 * what it was before, if it is paid in cash: its shopper may have paid and taken it nevertheless.
 */
export async function ordersOfRider(db: Db, rider: string): Promise<RoundOrderRow[]> {
  const { rows } = await sql<RoundOrderRow>`
    select shop_order.id, number, address, delivery_zone as zone, deliver_from, promised_at,
      coin_cents, ${linesOfOrder} as lines, reason, tries, taken_at, outcome is not null as is_cancelled,
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

/** Records a tap of a rider's phone. Returns false if it was recorded before; of two at once the second one waits. */
export async function recordTap(tx: Tx, tap: { id: string; rider: string; what: string }): Promise<boolean> {
  const inserted = await tx
    .insertInto('riderTap')
    .values(tap)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return wasInserted(inserted)
}

/** Returns a rider's tap; undefined if it wasn't recorded yet. */
export function findTap(db: Db, id: string): Promise<{ rider: string; what: string } | undefined> {
  return db.selectFrom('riderTap').select(['rider', 'what']).where('id', '=', id).executeTakeFirst()
}

export type OpenAssignment = { id: string; rider: string; tries: number }

/** Returns the assignment of an order that a rider has. The caller has locked the order. */
export function findOpenAssignment(tx: Tx, orderId: string): Promise<OpenAssignment | undefined> {
  return tx
    .selectFrom('deliveryAssignment')
    .select(['id', 'rider', 'tries'])
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

export type RiderAssignment = Pick<OpenAssignment, 'id' | 'tries'> & { isCancelled: boolean }

/**
 * Returns the assignment of an order of a rider's round, also of one that is to be brought back. The caller has locked
 * the order.
 */
export async function findAssignmentOfRider(
  tx: Tx,
  orderId: string,
  rider: string,
): Promise<RiderAssignment | undefined> {
  const { rows } = await sql<RiderAssignment>`
    select id, tries, outcome is not null as is_cancelled from delivery_assignment
    where order_id = ${orderId} and rider = ${rider} and (ended_at is null or ${isToBringBack})`.execute(tx)
  return rows[0]
}

/**
 * Returns the assignment of an order that was cancelled on the way, and whether it is back. The caller has locked the
 * order.
 */
export async function findCancelledAssignment(
  tx: Tx,
  orderId: string,
): Promise<{ id: string; isBack: boolean } | undefined> {
  return tx
    .selectFrom('deliveryAssignment')
    .select(['id', sql<boolean>`brought_back_at is not null`.as('isBack')])
    .where('orderId', '=', orderId)
    .where('outcome', '=', 'cancelled')
    .executeTakeFirst()
}

/** Records that a cancelled order was brought back to the shop. */
export async function recordBroughtBack(tx: Tx, assignmentId: string): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ broughtBackAt: sql<Date>`now()` })
    .where('id', '=', assignmentId)
    .execute()
}

/** Returns how many orders a rider has. */
export async function countOpenAssignments(tx: Tx, rider: string): Promise<number> {
  const { count } = await tx
    .selectFrom('deliveryAssignment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rider', '=', rider)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
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
 * Ends the assignments of a rider who brings no more orders: those stay out for delivery, and another rider can take
 * them. The caller has locked the account.
 */
export async function endAssignmentsOf(tx: Tx, rider: string): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ endedAt: sql<Date>`now()`, outcome: 'ended by the shop' })
    .where('rider', '=', rider)
    .where('endedAt', 'is', null)
    .execute()
}

/**
 * Returns the time some milliseconds ago, as ISO 8601, but not before the last step of the order: for an assignment,
 * when its rider took the order, or its last failed try; without one, all that happened to it so far. The caller has
 * locked the order.
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
          (select max(greatest(taken_at, tried_at, ended_at)) from delivery_assignment where order_id = ${orderId}),
          (select packed_at from order_packed where order_id = ${orderId} and packed_by is not null))`
      : sql`(select greatest(taken_at, tried_at) from delivery_assignment where id = ${assignmentId})`
  const { rows } = await sql<{ moment: string }>`
    select to_json(least(greatest(now() - make_interval(secs => ${milliseconds / 1000}), ${last}), now())) as moment`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('a query without from returned no row')
  return row.moment
}

/** The moment in a statement; without one it is now. */
const momentOr = (happenedAt: string | undefined) => sql<Date>`coalesce(${happenedAt ?? null}::timestamptz, now())`

/**
 * Gives an order to a rider, who took it at `happenedAt`, by default now. The caller has locked the order and seen that
 * no rider has it.
 */
export async function insertAssignment(
  tx: Tx,
  orderId: string,
  rider: string,
  happenedAt: string | undefined,
): Promise<void> {
  await tx
    .insertInto('deliveryAssignment')
    .values({ id: newId(), orderId, rider, takenAt: momentOr(happenedAt) })
    .execute()
}

type AssignmentEnd = {
  /** `returned`: the rider returned it before a try, `came back`: after one that failed. */
  outcome: 'delivered' | 'returned' | 'came back'
  receivedBy?: string | null
  photo?: string | null
  /** When it ended, as ISO 8601; by default now. */
  happenedAt: string | undefined
}

/** Ends an assignment that the caller has found open. */
export async function endAssignment(
  tx: Tx,
  assignmentId: string,
  { outcome, receivedBy = null, photo = null, happenedAt }: AssignmentEnd,
): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ endedAt: momentOr(happenedAt), outcome, receivedBy, photo })
    .where('id', '=', assignmentId)
    .execute()
}

/**
 * Records that an order couldn't be handed over, at `happenedAt` as ISO 8601, by default now. Returns when that was.
 */
export async function recordTry(
  tx: Tx,
  assignmentId: string,
  { reason, happenedAt }: { reason: FailedTryReason; happenedAt: string | undefined },
): Promise<Date> {
  const { triedAt } = await tx
    .updateTable('deliveryAssignment')
    .set({
      tries: sql<number>`tries + 1`,
      firstTriedAt: sql<Date>`coalesce(first_tried_at, ${momentOr(happenedAt)})`,
      triedAt: momentOr(happenedAt),
      trySentAt: happenedAt === undefined ? null : sql<Date>`now()`,
      reason,
    })
    .where('id', '=', assignmentId)
    .returning('triedAt')
    .$narrowType<{ triedAt: Date }>()
    .executeTakeFirstOrThrow()
  return triedAt
}

type Photo = { photo: string | null; shopperId: string; rider: string; isDelivered: boolean }

/** Returns the photo of an order's delivery, whose order it is, whose delivery, and whether it wasn't undone. */
export async function findPhoto(db: Db, orderId: string): Promise<Photo | undefined> {
  const { rows } = await sql<Photo>`
    select photo, shopper_id, rider, status = 'Delivered' as is_delivered
    from delivery_assignment join shop_order on shop_order.id = order_id
    where order_id = ${orderId} and outcome = 'delivered' order by taken_at desc limit 1`.execute(db)
  return rows[0]
}

/** Returns the photos of deliveries that ended this many days ago or earlier. */
export async function oldPhotos(db: Db, { days, limit }: { days: number; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveryAssignment')
    .select('photo')
    .where('photo', 'is not', null)
    .where('endedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('endedAt')
    .limit(limit)
    .$narrowType<{ photo: string }>()
    .execute()
  return rows.map(({ photo }) => photo)
}

/** Records that a photo was deleted. */
export async function forgetPhoto(db: Db, photo: string): Promise<void> {
  await db.updateTable('deliveryAssignment').set({ photo: null }).where('photo', '=', photo).execute()
}

/** Returns those of these photos that a delivery has. */
export async function photosAmong(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('deliveryAssignment').select('photo').where('photo', 'in', names).execute()
  return new Set(rows.flatMap(({ photo }) => photo ?? []))
}

/** Deletes the taps of 90 days ago: no phone sends those again. */
export async function deleteOldTaps(db: Db): Promise<void> {
  await db.deleteFrom('riderTap').where('at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
