import { sql } from 'kysely'
import type { FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import { newId } from '../../common/ids.ts'
import { riderCountLockClass } from '../../database/advisory-locks.ts'
import type { Db, Tx } from '../../database/database.ts'
import { latestAssignmentOf } from '../../delivery/latest-assignment-queries.ts'

/** The most entries of the lists of the riders' cash. */
const maxListed = 100

/** Returns an expression of the cash in cents that a rider has to hand over. */
export const owedCents = (rider: ReturnType<typeof sql>) => sql<number>`(
  coalesce((select sum(cents) from money_movement where money_movement.rider = ${rider}), 0)
  - coalesce((select sum(handed_cents) from rider_count where rider_count.rider = ${rider}), 0))::bigint`

/** Returns the cash in cents that a rider has to hand over. */
export async function owedByRider(db: Db, rider: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`select ${owedCents(sql`${rider}`)} as owed`.execute(db)
  return rows[0]?.owed ?? 0
}

/** Makes counts of one rider's cash wait for each other. */
export async function lockCounts(tx: Tx, rider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${riderCountLockClass}::int, hashtext(${rider}))`.execute(tx)
}

/** Returns a count of a rider's cash, or one that takes another back; undefined if there is none with this id. */
export function findCount(tx: Tx, id: string) {
  return tx
    .selectFrom('riderCount')
    .select(['rider', 'handedCents', 'takesBack'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Records cash that a rider handed over. The caller has locked the rider's counts. */
export async function insertCount(
  tx: Tx,
  count: { id: string; rider: string; owedCents: number; handedCents: number; countedBy: string },
): Promise<void> {
  await tx.insertInto('riderCount').values(count).execute()
  await sql`select pg_notify('cash', '')`.execute(tx)
}

/** Takes a count back, once: a second row for it isn't inserted. The caller has locked the rider's counts. */
export async function insertTakeBack(
  tx: Tx,
  count: { rider: string; owedCents: number; handedCents: number; countedBy: string; takesBack: string },
): Promise<void> {
  await tx
    .insertInto('riderCount')
    .values({ id: newId(), ...count })
    .onConflict((conflict) => conflict.column('takesBack').doNothing())
    .execute()
  await sql`select pg_notify('cash', '')`.execute(tx)
}

/** The name of a rider; of one who was removed, as the audit log has it, or else the e-mail. */
const nameOf = (rider: ReturnType<typeof sql>) => sql<string>`coalesce(
  (select name from seller where email = ${rider}),
  (select before ->> 'name' from audit_entry
   where kind = 'staff' and action = 'removed' and subject = ${rider} and before ? 'name' order by at desc limit 1),
  ${rider})`

/** Returns everyone who has cash of the shop or orders, who owes most first. */
export async function ridersWithCash(
  db: Db,
): Promise<{ rider: string; name: string; owedCents: number; orders: number }[]> {
  const { rows } = await sql<{ rider: string; name: string; owedCents: number; orders: number }>`
    with account as (
      select rider, sum(cents)::bigint as owed_cents, sum(orders)::int as orders
      from (
        select rider, sum(cents) as cents, 0 as orders from money_movement where rider is not null group by rider
        union all
        select rider, -sum(handed_cents), 0 from rider_count group by rider
        union all
        select rider, 0, count(*) from delivery_assignment where ended_at is null group by rider
      ) as part
      group by rider
    )
    select rider, ${nameOf(sql`account.rider`)} as name, owed_cents, orders
    from account where owed_cents <> 0 or orders > 0
    order by owed_cents desc, rider limit ${maxListed}`.execute(db)
  return rows
}

export type CountRow = {
  id: string
  rider: string
  name: string
  owedCents: number
  handedCents: number
  countedBy: string
  at: Date
  /** Who took it back, and when; null if it counts. */
  takenBackBy: string | null
  takenBackAt: Date | null
}

/** Returns the newest counts of cash, also those that were taken back. */
export async function newestCounts(db: Db): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select rider_count.id, rider_count.rider, ${nameOf(sql`rider_count.rider`)} as name, rider_count.owed_cents,
      rider_count.handed_cents, rider_count.counted_by, rider_count.at,
      back.counted_by as taken_back_by, back.at as taken_back_at
    from rider_count
    left join rider_count as back on back.takes_back = rider_count.id
    where rider_count.takes_back is null
    order by rider_count.at desc, rider_count.id limit 20`.execute(db)
  return rows
}

export type CameBackRow = {
  id: string
  number: number
  rider: string
  /** `cancelled`: it was cancelled on the way. */
  reason: FailedAttemptReason | 'cancelled'
  attempts: number
  endedAt: Date
  /** Whether it is in the shop; otherwise its rider has it still. */
  back: boolean
}

/**
 * Returns the orders that riders brought back and that haven't left the shop since, and those that were cancelled on
 * the way: until a day after they are back, before that for seven days, or as long as their stock waits to be returned.
 * The newest first; if there are too many, those that are back are left out.
 */
export async function ordersThatCameBack(db: Db): Promise<CameBackRow[]> {
  const { rows } = await sql<CameBackRow>`
    with found as (
      select shop_order.id, number, ${nameOf(sql`latest.rider`)} as rider, reason, attempts, ended_at, true as back
      from shop_order
      join lateral ${latestAssignmentOf(sql`shop_order.id`)} as latest on latest.outcome = 'came back'
      where listed and status = 'Packing'
      union all
      select shop_order.id, number, ${nameOf(sql`delivery_assignment.rider`)}, 'cancelled', attempts, ended_at,
        brought_back_at is not null
      from delivery_assignment join shop_order on shop_order.id = order_id
      where outcome = 'cancelled' and case
        when brought_back_at is null then stock_to_return or ended_at > now() - interval '7 days'
        else brought_back_at > now() - interval '1 day'
      end
      order by back, ended_at desc limit ${maxListed}
    )
    select * from found order by ended_at desc`.execute(db)
  return rows
}
