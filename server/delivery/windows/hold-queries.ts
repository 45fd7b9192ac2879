import { sql } from 'kysely'
import type { Db, Tx } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import { hasReceived } from '../../domain/order-conditions.ts'

/** Minutes for which a window is held. */
export const holdMinutes = 10
/** An account may hold windows for `most` minutes in a period of `every` minutes, which begins with its first hold. */
export const holdingMinutes = { most: 30, every: 180 }

/** When a hold expires, and in how many whole seconds by the database's clock. */
export type HoldEnd = { expiresAt: Date; seconds: number }

/** A window that a shopper holds. An expired hold counts in the window's `taken` until it is released. */
export type HoldRow = HoldEnd & { windowId: string; isExpired: boolean }

/** The seconds until a hold expires. */
const seconds = sql<number>`greatest(0, floor(extract(epoch from expires_at - clock_timestamp())))::int`

/**
 * The condition that a hold is over. Also one that would end more than a minute later than the longest is: it was made
 * while the database's clock was ahead. A minute, as statements that run at once have begun at different times.
 */
const isOver = sql<boolean>`(expires_at <= now() or expires_at > now() + make_interval(mins => ${holdMinutes + 1}))`

/** Returns whether a shopper holds no window and has never received an order. */
export async function isNewHolder(db: Db, shopperId: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select not exists (select from window_hold where shopper_id = ${shopperId})
      and not ${hasReceived(shopperId)} as is_new`.execute(db)
  return rows[0]?.isNew ?? false
}

/** Locks the shopper's hold until the end of the transaction. */
export async function lockHold(tx: Tx, shopperId: string): Promise<HoldRow | undefined> {
  return tx
    .selectFrom('windowHold')
    .select(['windowId', 'expiresAt', seconds.as('seconds'), isOver.as('isExpired')])
    .where('shopperId', '=', shopperId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Extends a hold to ten minutes from now, at most to the window's cut-off and to thirty minutes after the period's
 * first hold. Returns when it expires.
 */
export async function renewHold(tx: Tx, shopperId: string): Promise<HoldEnd | undefined> {
  const { rows } = await sql<HoldEnd>`
    update window_hold set expires_at = greatest(expires_at, ${endOfHold})
    from hold_period, delivery_window
    where hold_period.shopper_id = window_hold.shopper_id and delivery_window.id = window_id
      and window_hold.shopper_id = ${shopperId}
    returning expires_at, ${seconds} as seconds`.execute(tx)
  return rows[0]
}

/** The condition that a period is over. One that begins more than a minute from now is, too: see `isOver`. */
const isPeriodOver = sql<boolean>`(hold_period.began_at <= now() - make_interval(mins => ${holdingMinutes.every})
  or hold_period.began_at > now() + interval '1 minute')`

/** When a hold that begins or is renewed now ends: no order is taken after the cut-off. */
const endOfHold = sql`least(
  now() + make_interval(mins => ${holdMinutes}), delivery_window.cut_off_at,
  hold_period.began_at + make_interval(mins => ${holdingMinutes.most}))`

/**
 * Stores a hold, and returns when it expires. Returns undefined and stores nothing if the shopper has used up the
 * thirty minutes of this period of three hours. The caller has locked the shopper and taken the capacity. Fails (class
 * 23) if the shopper has a hold.
 */
export async function insertHold(tx: Tx, shopperId: string, windowId: string): Promise<HoldEnd | undefined> {
  await tx
    .insertInto('holdPeriod')
    .values({ shopperId })
    .onConflict((conflict) =>
      conflict.column('shopperId').doUpdateSet({ beganAt: sql<Date>`now()` }).where(isPeriodOver),
    )
    .execute()
  const { rows } = await sql<HoldEnd>`
    insert into window_hold (shopper_id, window_id, expires_at)
    select shopper_id, delivery_window.id, ${endOfHold} from hold_period, delivery_window
    where shopper_id = ${shopperId} and delivery_window.id = ${windowId}
      and began_at + make_interval(mins => ${holdingMinutes.most}) > now()
    returning expires_at, ${seconds} as seconds`.execute(tx)
  return rows[0]
}

/** Deletes the periods of holding that are over. */
export async function deleteOldHoldPeriods(db: Db): Promise<void> {
  await db.deleteFrom('holdPeriod').where(isPeriodOver).execute()
}

/** Deletes the shopper's hold, and returns its capacity to the window. */
export async function deleteHold(db: Db, shopperId: string): Promise<void> {
  await sql`
    with ended as (delete from window_hold where shopper_id = ${shopperId} returning window_id)
    update delivery_window set taken = taken - 1 from ended where id = ended.window_id`.execute(db)
}

/**
 * Releases the expired holds of a window, and returns how many. Skips those that are locked, so that it never waits.
 */
export async function releaseExpired(db: Db, windowId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${prepared} ended as (
      delete from window_hold where shopper_id in (
        select shopper_id from window_hold
        where window_id = ${windowId} and ${isOver}
        for update skip locked)
      returning shopper_id
    ), counted as (select count(*)::int as count from ended)
    update delivery_window set taken = taken - counted.count from counted
    where id = ${windowId} and counted.count > 0
    returning counted.count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the windows that have expired holds. */
export async function windowsWithExpired(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('windowHold').select('windowId').distinct().where(isOver).execute()
  return rows.map(({ windowId }) => windowId)
}

/**
 * Corrects `taken` of the windows to come by counting their orders and holds: a deleted account's hold is deleted with
 * it, and `taken` still counts it. Returns how many were wrong.
 */
export async function recountTaken(tx: Tx): Promise<number> {
  await tx
    .selectFrom('deliveryWindow')
    .select('id')
    .where('startsAt', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // A statement of its own: it sees what the locks have waited for.
  const { rows } = await sql`
    update delivery_window set taken = booked.taken
    from (
      select id,
        (select count(*) from shop_order where window_id = delivery_window.id and status <> 'Cancelled')
        + (select count(*) from window_hold where window_id = delivery_window.id) as taken
      from delivery_window where starts_at > now() - interval '1 day'
    ) as booked
    where booked.id = delivery_window.id and delivery_window.taken <> booked.taken
    returning delivery_window.id`.execute(tx)
  return rows.length
}
