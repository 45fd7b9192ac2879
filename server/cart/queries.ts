import { type RawBuilder, sql } from 'kysely'
import type { CartItems } from '../../contract/entities.ts'
import type { Db } from '../platform/database.ts'
import { prepared } from '../platform/prepared.ts'

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
 * Replaces the whole cart in one statement. Products that the catalogue doesn't have are left out. A call that came
 * in before the one stored last changes nothing, so two calls of one shopper end as if stored in order of arrival.
 */
export async function replaceCart(db: Db, shopperId: string, items: CartItems, arrivedAt: number): Promise<void> {
  await sql`
    insert ${prepared} into cart (shopper_id, items, arrived_at)
    values (
      ${shopperId},
      coalesce(
        (select jsonb_object_agg(product.id, wanted.value)
         from jsonb_each(${JSON.stringify(items)}::jsonb) as wanted
         join product on product.id = wanted.key::uuid and product.archived_at is null),
        '{}'),
      ${instant(arrivedAt)})
    on conflict (shopper_id) do update
      set items = excluded.items, arrived_at = excluded.arrived_at, updated_at = now()
      where cart.arrived_at <= excluded.arrived_at`.execute(db)
}

/**
 * The statement that takes ordered products out of the saved cart; a cart call that came in before the order can't bring
 * them back.
 */
export function takeFromCart(shopperId: string, productIds: readonly string[], arrivedAt: number): RawBuilder<unknown> {
  return sql`
    update cart
    set items = items - ${productIds}::text[],
        arrived_at = greatest(arrived_at, ${instant(arrivedAt)}),
        updated_at = now()
    where shopper_id = ${shopperId}`
}

const instant = (microseconds: number) => sql`to_timestamp(${microseconds / 1_000_000}::double precision)`
