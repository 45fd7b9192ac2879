import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { isSale } from '../domain/order-conditions.ts'
import type { Figures } from './figures.ts'
import { columns, eachFigure, figureIn } from './figures-queries.ts'
import type { ProductSpan } from './product-spans.ts'
import type { OrderToBook, SaleEntry } from './sale-entry.ts'
import type { SalesView } from './sales-views.ts'

/**
 * Locks an order until the end of the transaction; returns it with the data for its sale, and whether its money moved
 * before there were entries.
 */
export async function lockOrderToBook(
  tx: Tx,
  orderId: string,
): Promise<(OrderToBook & { isEarlier: boolean }) | undefined> {
  // A statement of its own: one that waits for a lock reads the other tables as of its start.
  await tx.selectFrom('shopOrder').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const { rows } = await sql<OrderToBook & { isEarlier: boolean }>`
    select subtotal_cents, discount_cents, shipping_cents, tax_cents, taxes, amount_cents,
      exists (select from sale_to_book where order_id = shop_order.id) as is_earlier,
      ${isSale} as is_sale, status = 'Cancelled' as is_cancelled,
      (select json_agg(json_build_object('productId', product_id, 'category', product->>'category',
         'quantity', quantity, 'unitCents', offer_price_cents, 'discountCents', discount_cents,
         'basisPoints', tax_basis_points) order by position)
       from order_line where order_id = shop_order.id) as lines,
      (select coalesce(json_agg(json_build_object('kind', kind, 'method', method, 'cents', cents,
         'isCancellation', is_cancellation, 'at', at) order by id), '[]')
       from money_movement where order_id = shop_order.id) as movements,
      (select coalesce(json_agg(json_build_object('id', id, 'cents', cents, 'lines', lines, 'at', at) order by id), '[]')
       from refund where order_id = shop_order.id) as refunds,
      (select coalesce(json_agg(json_build_object('promotion', promotion_id, 'cents', cents,
         'shippingCents', shipping_cents, 'lineCents', line_cents) order by position), '[]')
       from order_promotion where order_id = shop_order.id) as promotions,
      (select coalesce(json_agg(json_build_object('kind', kind, 'at', at, 'method', method, 'refunds', refunds,
         'parts', parts, 'rates', rates, 'promotions', promotions) order by id), '[]')
       from sale_entry where order_id = shop_order.id) as entries
    from shop_order where id = ${orderId}`.execute(tx)
  const [order] = rows
  if (!order) return undefined
  const dated = <T extends { at: Date }>(all: readonly T[]) => all.map((each) => ({ ...each, at: new Date(each.at) }))
  return {
    ...order,
    movements: dated(order.movements),
    refunds: dated(order.refunds),
    entries: dated(order.entries),
  }
}

/** Inserts the entries of an order. Returns the day and the hour of each in the shop's time zone. */
export async function insertEntries(
  tx: Tx,
  orderId: string,
  entries: readonly SaleEntry[],
  timeZone: string,
): Promise<{ day: string; hour: number }[]> {
  const { rows } = await sql<{ day: string; hour: number }>`
    insert into sale_entry (order_id, kind, at, day, hour, method, refunds, parts, rates, promotions)
    select ${orderId}::uuid, kind, at, (at at time zone ${timeZone})::date,
      extract(hour from at at time zone ${timeZone}), method, array(select jsonb_array_elements_text(refunds)::uuid),
      parts, rates, promotions
    from jsonb_to_recordset(${JSON.stringify(entries.map((entry, position) => ({ ...entry, position })))}::jsonb) as entry
      (position int, kind text, at timestamptz, method text, refunds jsonb, parts jsonb, rates jsonb, promotions jsonb)
    order by position
    returning day::text, hour`.execute(tx)
  return rows
}

/** A row of `sales_sum`. */
export type Sum = { view: SalesView | ProductSpan['view']; day: string; key: string; figures: Figures }

/**
 * Adds to the sums of days. Rows are locked in their order, so that transactions that add to the same ones wait for
 * each other without a deadlock.
 */
export async function addToSums(tx: Tx, sums: readonly Sum[]): Promise<void> {
  await sql`
    insert into sales_sum as old (view, day, key, ${columns})
    select view, day, key, ${eachFigure((figure) => sql`sum(${figureIn(sql`figures`, figure)})`)}
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as added (view text, day date, key text, figures jsonb)
    group by view, day, key
    order by view, day, key
    on conflict (view, day, key) do update set
      ${eachFigure((_, column) => sql`${column} = old.${column} + excluded.${column}`)}`.execute(tx)
}

/** Notifies the screens that an order's sale is in the reports, some milliseconds after its money moved. */
export async function announceOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`
    select pg_notify('orders', id || ' ' || shopper_id || ' ' || status) from shop_order where id = ${orderId}`.execute(
    tx,
  )
}

/** Returns some orders from before there were entries, whose entries are missing. */
export async function ordersToBook(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('saleToBook').select('orderId').orderBy('orderId').limit(limit).execute()
  return rows.map(({ orderId }) => orderId)
}

/** Deletes an earlier order from those whose entries are missing. */
export async function deleteOrderToBook(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('saleToBook').where('orderId', '=', orderId).execute()
}

/** Returns whether entries of earlier orders are missing. */
export async function hasOrdersToBook(db: Db): Promise<boolean> {
  return (await ordersToBook(db, 1)).length > 0
}
