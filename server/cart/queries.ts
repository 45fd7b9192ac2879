import { type RawBuilder, sql } from 'kysely'
import type { CartItems } from '../../contract/entities/user.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import type { Db, Tx } from '../database/database.ts'
import { prepared } from '../database/statement-names.ts'

/**
 * Returns the shopper's saved cart, empty if none was saved, and the ids of its archived products. These aren't among
 * the items, as clients don't find them in the catalogue.
 */
export async function cartOf(db: Db, shopperId: string): Promise<{ items: CartItems; gone: string[] }> {
  // The lateral join looks up each product by its key; for a plain join the planner would read the whole catalogue.
  const { rows } = await sql<{ items: CartItems | null; gone: string[] | null }>`
    select ${prepared} jsonb_object_agg(item.key, item.value) filter (where there.id is not null) as items,
      array_agg(item.key) filter (where there.id is null) as gone
    from cart cross join jsonb_each(cart.items) as item
    left join lateral (select id from product where id = item.key::uuid and archived_at is null offset 0) as there on true
    where shopper_id = ${shopperId}`.execute(db)
  return { items: rows[0]?.items ?? {}, gone: rows[0]?.gone ?? [] }
}

/**
 * Replaces the whole cart in one statement. Products that the catalogue doesn't have are left out. A call that a later
 * one overtook changes nothing, so the result is as if calls were stored in order of arrival; `arrivedAt` is in
 * `monotonicMicroseconds`. With `seen` it also changes nothing unless `seen` is exactly the items of `cartOf`; a
 * shopper without a saved cart gets this one. With `session`, a token, it changes nothing once that session has ended.
 * Returns whether the cart was replaced.
 */
export async function replaceCart(
  db: Db,
  shopperId: string,
  {
    items,
    arrivedAt,
    seen,
    session,
  }: { items: CartItems; arrivedAt: number; seen?: CartItems | undefined; session?: string | undefined },
): Promise<boolean> {
  const isSeen = seen
    ? sql`(
        select coalesce(jsonb_object_agg(item.key, item.value), '{}') from jsonb_each(cart.items) as item
        cross join lateral (select from product where id = item.key::uuid and archived_at is null offset 0) as there
      ) = ${JSON.stringify(seen)}::jsonb`
    : sql`true`
  // The lock waits for a transaction that is ending the session.
  const open = session
    ? sql`(select from shopper_session where token = ${session} for key share) as open`
    : sql`(values (true)) as open`
  // `arrival` measures how long the call has taken, so it is called only once a connection is available.
  const { rows } = await db.connection().execute((connection) =>
    sql`
      insert ${prepared} into cart (shopper_id, items, arrived_at)
      select
        ${shopperId},
        coalesce(
          (select jsonb_object_agg(product.id, wanted.value)
           from jsonb_each(${JSON.stringify(items)}::jsonb) as wanted
           join product on product.id = wanted.key::uuid and product.archived_at is null),
          '{}'),
        ${arrival(arrivedAt)}
      from ${open}
      on conflict (shopper_id) do update
        set items = excluded.items, arrived_at = excluded.arrived_at, updated_at = now()
        -- A stored time in the future means that the database's clock was set back since.
        where (cart.arrived_at <= excluded.arrived_at or cart.arrived_at > clock_timestamp() + interval '1 second')
          and ${isSeen}
      returning shopper_id`.execute(connection),
  )
  return rows.length > 0
}

/**
 * Takes ordered pieces from the saved cart. More pieces than were ordered, as another device
 * may have added, stay. A cart call that arrived before `arrivedAt`, in `monotonicMicroseconds`, can't bring the
 * ordered ones back.
 */
export async function takeFromSavedCart(
  tx: Tx,
  shopperId: string,
  pieces: Readonly<Record<string, number>>,
  arrivedAt: number,
): Promise<void> {
  await sql`
    update ${prepared} cart
    set items = coalesce(
          (select jsonb_object_agg(product, left_over) from (
            select key as product, value::int - coalesce((${JSON.stringify(pieces)}::jsonb ->> key)::int, 0) as left_over
            from jsonb_each(items)) as counted
           where left_over > 0),
          '{}'),
        arrived_at = greatest(arrived_at, ${arrival(arrivedAt)}),
        updated_at = now()
    where shopper_id = ${shopperId}`.execute(tx)
}

/**
 * Returns when a call arrived by the database's clock, which all processes share: now, less the time that the call has
 * taken so far. A change that was answered is thereby before every later call, even if the clocks of processes differ.
 *
 * For concurrent calls that is exact to some milliseconds only, as their statements take different times. So the
 * process's own clock decides, unless it differs from the database's by a second or more.
 */
function arrival(arrivedAt: number): RawBuilder<Date> {
  return sql`(
    select case when abs(extract(epoch from own - shared)) < 1 then own else shared end
    from (select to_timestamp(${arrivedAt / 1_000_000}::double precision) as own,
                 statement_timestamp() - make_interval(secs => ${(monotonicMicroseconds() - arrivedAt) / 1_000_000}) as shared) as arrived)`
}
