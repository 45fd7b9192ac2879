import { sql } from 'kysely'
import type { DelayReason } from '../../../contract/delivery/delay-reasons.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { Db, Tx } from '../../database/database.ts'
import { failedAttemptToWire } from '../../delivery/assignments/failed-attempt-to-wire.ts'
import { type LatestAssignment, latestAssignmentColumn } from '../../delivery/latest-assignment-queries.ts'
import { delayChangeMinutes } from '../../delivery/promise/promise.ts'
import { statusIsOpen } from '../../domain/order-conditions.ts'

type OrderWindow = {
  shopperId: string
  windowId: string | null
  /** Null in a shop without zones, and if its zone was removed: then any window may serve it. */
  zoneId: string | null
  /** Its open failed attempt, as its shopper sees it. */
  failedAttempt: Order['failedAttempt']
  /** The fee that it paid for its window when it was placed: moves don't change it. 0 if it had no window. */
  windowFeeCents: number
}

/** Returns the delivery window of an order and the zone that it goes to. */
export async function findOrderWindow(db: Db, orderId: string): Promise<OrderWindow | undefined> {
  const { rows } = await sql<
    Omit<OrderWindow, 'failedAttempt'> & { status: OrderStatus; latestAssignment: LatestAssignment | null }
  >`
    select shopper_id, window_id,
      (select zone.id from delivery_zone as zone where zone.id = (shop_order.delivery_zone ->> 'id')::uuid) as zone_id,
      window_fee_cents, status, ${latestAssignmentColumn}
    from shop_order where id = ${orderId}`.execute(db)
  return rows[0] && { ...rows[0], failedAttempt: failedAttemptToWire(rows[0]) }
}

/**
 * Moves an order to a window in which the caller has taken capacity, and records from when, and by whom: `byShopper`,
 * or the seller's e-mail. The caller has locked the order.
 */
export async function setOrderWindow(
  tx: Tx,
  orderId: string,
  {
    id,
    startsAt,
    endsAt,
    unconfirmedNumber,
    by,
  }: { id: string; startsAt: Date; endsAt: Date; unconfirmedNumber?: number; by: string },
): Promise<void> {
  await sql`
    insert into order_move (order_id, moved_by, from_start, from_end, to_start, to_end)
    select id, ${by}, deliver_from, promised_at, ${startsAt}, ${endsAt} from shop_order
    where id = ${orderId}`.execute(tx)
  await tx
    .updateTable('shopOrder')
    .set({
      windowId: id,
      ...(unconfirmedNumber !== undefined && { unconfirmedNumber }),
      deliverFrom: startsAt,
      promisedAt: endsAt,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', orderId)
    .execute()
}

/** Records that an order is in no window any more; what its shopper was promised stays. */
export async function clearWindow(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('shopOrder').set({ windowId: null }).where('id', '=', orderId).execute()
}

/** The condition that a row of shop_order is an open ASAP order. */
const isOpenAsap = sql`promised_at is not null and window_id is null and listed and ${statusIsOpen}`

/**
 * Records when an open ASAP order comes instead of its promised time. Returns false if that was recorded before, or the
 * order is no longer an open ASAP order. The caller has locked the order.
 */
export async function insertDelay(
  tx: Tx,
  orderId: string,
  { expectedAt, reason }: { expectedAt: Date; reason: DelayReason | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into order_delay (order_id, expected_at, reason, mailed_time)
    select id, ${expectedAt}, ${reason}, ${expectedAt} from shop_order
    where id = ${orderId} and ${isOpenAsap}
    on conflict (order_id) do nothing
    returning order_id`.execute(tx)
  return rows.length > 0
}

/**
 * Replaces the time that was announced to a shopper, if it is still `announced` and the order still an open ASAP order.
 * A time of null is the promised one, and the reason stays if it is undefined. The caller has locked the order.
 */
export async function changeDelay(
  tx: Tx,
  orderId: string,
  {
    announced,
    expectedAt,
    reason,
  }: { announced: Date | null; expectedAt: Date | null; reason: DelayReason | null | undefined },
): Promise<void> {
  await sql`
    update order_delay set expected_at = ${expectedAt}, reason = case when ${reason === undefined} then reason else ${reason ?? null} end,
      told_at = case when ${expectedAt}::timestamptz > coalesce(expected_at, promised_at) then now() else told_at end
    from shop_order
    where order_id = ${orderId} and id = order_id and expected_at is not distinct from ${announced}::timestamptz
      and ${isOpenAsap}`.execute(tx)
}

/**
 * Returns when an order comes that is to be mailed as earlier than its shopper was mailed before; undefined if it isn't
 * earlier, or that was mailed. Of an order on its way only the end of a delay of its ride is: its departure was mailed.
 * The caller has locked the order, and queues the mail.
 */
export async function takeEarlierTime(tx: Tx, orderId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ comesAt: Date }>`
    update order_delay set mailed_time = null from shop_order
    where order_id = ${orderId} and id = order_id and (status <> 'Out for delivery' or reason = 'ride')
      and coalesce(expected_at, promised_at) <= mailed_time - make_interval(mins => ${delayChangeMinutes})
    returning coalesce(expected_at, promised_at) as comes_at`.execute(tx)
  return rows[0]?.comesAt
}

/** Returns in how many milliseconds from its placing an ASAP order was promised; 0 for one without a promise. */
export async function promisedMilliseconds(tx: Tx, orderId: string): Promise<number> {
  const { promisedAt, createdAt } = await tx
    .selectFrom('shopOrder')
    .select(['promisedAt', 'createdAt'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return promisedAt ? promisedAt.getTime() - createdAt.getTime() : 0
}

/**
 * Moves the promised time of an ASAP order by the whole minutes from its placing to a moment, now unless one is given.
 * The caller has locked the order.
 */
export async function movePromise(tx: Tx, orderId: string, to: Date | undefined): Promise<void> {
  await sql`
    update shop_order set promised_at = promised_at + date_trunc('minute', coalesce(${to ?? null}, now()) - created_at)
    where id = ${orderId} and window_id is null and promised_at is not null`.execute(tx)
}
