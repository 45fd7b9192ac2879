import { type RawBuilder, sql } from 'kysely'
import type { CartItems } from '../../contract/entities.ts'
import { monotonicMicroseconds } from '../common/monotonic-time.ts'
import type { Db } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'

/**
 * The shopper's saved cart; empty where none was saved. Products that were archived since are left out: a client that
 * doesn't find them in the catalogue could do nothing with them.
 */
export async function findCart(db: Db, shopperId: string): Promise<CartItems> {
  // Each product by its key: a guess of how many a cart has would read the whole catalogue.
  const { rows } = await sql<{ items: CartItems | null }>`
    select ${prepared} jsonb_object_agg(item.key, item.value) as items
    from cart cross join jsonb_each(cart.items) as item
    cross join lateral (select from product where id = item.key::uuid and archived_at is null offset 0) as there
    where shopper_id = ${shopperId}`.execute(db)
  return rows[0]?.items ?? {}
}

/**
 * Replaces the whole cart in one statement. Products that the catalogue doesn't have are left out. A call that was
 * overtaken by a later one changes nothing, so calls of one shopper end as if stored in order of arrival; `arrivedAt` is
 * in `monotonicMicroseconds`. With `seen` it also changes nothing when `findCart` would find another cart by now. Returns whether the
 * cart was replaced.
 */
export async function replaceCart(
  db: Db,
  shopperId: string,
  items: CartItems,
  arrivedAt: number,
  seen?: CartItems,
): Promise<boolean> {
  const isSeen = seen
    ? sql`(
        select coalesce(jsonb_object_agg(item.key, item.value), '{}') from jsonb_each(cart.items) as item
        cross join lateral (select from product where id = item.key::uuid and archived_at is null offset 0) as there
      ) = ${JSON.stringify(seen)}::jsonb`
    : sql`true`
  // With the connection in hand, so that the time spent waiting for one is known.
  const { rows } = await db.connection().execute((connection) =>
    sql`
      insert ${prepared} into cart (shopper_id, items, arrived_at)
      values (
        ${shopperId},
        coalesce(
          (select jsonb_object_agg(product.id, wanted.value)
           from jsonb_each(${JSON.stringify(items)}::jsonb) as wanted
           join product on product.id = wanted.key::uuid and product.archived_at is null),
          '{}'),
        ${arrival(arrivedAt)})
      on conflict (shopper_id) do update
        set items = excluded.items, arrived_at = excluded.arrived_at, updated_at = now()
        -- What came after this moment was noted before the database's clock was set back.
        where (cart.arrived_at <= excluded.arrived_at or cart.arrived_at > clock_timestamp() + interval '1 second')
          and ${isSeen}
      returning shopper_id`.execute(connection),
  )
  return rows.length > 0
}

/**
 * The statement that takes ordered products out of the saved cart; a cart call that came in before `arrivedAt`, in
 * `monotonicMicroseconds`, can't bring them back.
 */
export function takeFromCart(shopperId: string, productIds: readonly string[], arrivedAt: number): RawBuilder<unknown> {
  return sql`
    update cart
    set items = items - ${productIds}::text[],
        arrived_at = greatest(arrived_at, ${arrival(arrivedAt)}),
        updated_at = now()
    where shopper_id = ${shopperId}`
}

/**
 * When a call came in, by the database's clock, which all processes share: now, less the time that the call has been under
 * way. A change that was answered is thereby always before one that came in later, wherever the clocks of processes stand.
 *
 * Calls that came in close together are under way at once, and their statements may be slow by different milliseconds. The
 * process's own clock tells them apart, as long as it doesn't stand elsewhere than the database's.
 */
function arrival(arrivedAt: number): RawBuilder<Date> {
  return sql`(
    select case when abs(extract(epoch from own - shared)) < 1 then own else shared end
    from (select to_timestamp(${arrivedAt / 1_000_000}::double precision) as own,
                 statement_timestamp() - make_interval(secs => ${(monotonicMicroseconds() - arrivedAt) / 1_000_000}) as shared) as came)`
}
