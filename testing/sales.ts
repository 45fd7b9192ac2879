import { sql } from 'kysely'
import type { Db } from '../server/database/database.ts'

/**
 * Returns what is wrong with the sales that reports show, one sentence each: sums that aren't those of the entries, views
 * that differ from each other, or orders whose entries contradict their ledger.
 */
export async function salesErrors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ error: string }>`
    with views as (
      select view, day, sum(gross_cents) as gross, sum(discount_cents) as discount, sum(total_cents) as total,
        sum(tax_cents) as tax, sum(refund_cents) as refund, sum(refund_tax_cents) as refund_tax, sum(orders) as orders,
        sum(pieces) as pieces
      from sales_sum group by view, day
    ), days as (select * from views where view = 'day'),
    parts as (
      select day, sum((part->>'total')::bigint) as total, sum((part->>'refund')::bigint) as refund,
        sum((part->>'tax')::bigint) as tax, sum((part->>'refundTax')::bigint) as refund_tax
      from sale_entry, jsonb_array_elements(parts) as part group by day
    ), orders as (
      select shop_order.id, number, is_paid and status <> 'Cancelled' as is_sale,
        (select sum(cents) from money_movement where order_id = shop_order.id and kind = 'due') as due,
        (select coalesce(sum((part->>'total')::bigint - (part->>'refund')::bigint), 0)
         from sale_entry, jsonb_array_elements(parts) as part where order_id = shop_order.id) as net
      from shop_order
    )
    select format('%s of %s differs from the day: %s', views.view, views.day, views) as error
    from views join days using (day)
    where views.view in ('hour', 'method', 'category', 'product')
        and (views.gross, views.discount, views.total, views.tax, views.refund, views.refund_tax, views.pieces)
          is distinct from
          (days.gross, days.discount, days.total, days.tax, days.refund, days.refund_tax, days.pieces)
      or views.view in ('hour', 'method') and views.orders <> days.orders
      or views.view = 'rate' and (views.total, views.tax, views.refund, views.refund_tax)
        is distinct from (days.total, days.tax, days.refund, days.refund_tax)
    union all
    select format('%s of product %s differs from its days', spans.view, spans.key)
    from (select view, key, sum(total_cents - refund_cents) as net, sum(pieces) as pieces from sales_sum
          where view in ('product of ten days', 'product of month') group by view, key) as spans
    full join (select key, sum(total_cents - refund_cents) as net, sum(pieces) as pieces from sales_sum
               where view = 'product' group by key) as product_days using (key)
    where (spans.net, spans.pieces) is distinct from (product_days.net, product_days.pieces)
    union all
    select format('the day %s isn''t the sum of its entries', coalesce(days.day, parts.day))
    from days full join parts using (day)
    where (days.total, days.tax, days.refund, days.refund_tax) is distinct from
      (parts.total, parts.tax, parts.refund, parts.refund_tax)
    union all
    select format('order %s costs %s and sold for %s', number, due, net) from orders
    where net <> case when is_sale then due else 0 end`.execute(db)
  return rows.map(({ error }) => error)
}
