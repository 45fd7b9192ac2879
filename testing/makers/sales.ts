import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/**
 * Returns the errors in the sales of the reports, one sentence each: sums that aren't those of the entries, views that
 * differ from each other, or orders whose entries contradict their ledger.
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
    ), changes as (
      -- The entries of an order's last sale; those that an undone delivery has taken away add up to nothing.
      select sale_entry.*, sum(case kind when 'sale' then 1 when 'refund' then 0 else -1 end)
          over (partition by order_id) as stands
      from sale_entry
    ), changed_parts as (
      select order_id, stands, part->>'product' as product, part->>'category' as category, (part->>'total')::bigint as total,
        (part->>'refund')::bigint as refund, (part->>'tax')::bigint as tax, (part->>'refundTax')::bigint as refund_tax,
        (part->>'discount')::bigint as discount, (part->>'pieces')::bigint as pieces
      from changes, jsonb_array_elements(parts) as part
    ), counted_orders as (
      select order_id, max(stands) as stands, sum(total) as total, sum(refund) as refund, sum(tax) as tax,
        sum(refund_tax) as refund_tax, sum(discount) as discount, sum(pieces) as pieces
      from changed_parts group by order_id
    ), orders as (
      select shop_order.id, number, is_paid and status <> 'Cancelled' as is_sale,
        (select sum(cents) from money_movement where order_id = shop_order.id and kind = 'cost') as cost,
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
    -- A promotion's row has all that its orders have.
    select format('promotion %s has %s, and its orders have %s', key, shown, wanted)
    from (select key, (sum(orders), sum(pieces), sum(total_cents), sum(tax_cents), sum(refund_cents), sum(refund_tax_cents))
            as shown
          from sales_sum where view = 'promotion' group by key) as of_promotion
    full join (select promotion_id::text as key, (sum(stands)::bigint, sum(pieces)::bigint, sum(total), sum(tax), sum(refund),
                 sum(refund_tax)) as wanted
               from counted_orders join order_promotion using (order_id) group by 1) as of_orders using (key)
    where shown::text is distinct from wanted::text
    union all
    -- What promotions took off, without orders that were refunded whole.
    select format('the discounts of promotions are %s, and those of orders %s', shown, wanted)
    from (select coalesce(sum(discount_cents), 0) as shown from sales_sum where view = 'promotion') as of_promotions,
      (select coalesce(sum(discount), 0) as wanted from counted_orders) as of_orders
    where shown <> wanted
    union all
    select format('order %s was refunded whole and has a discount of %s', order_id, discount)
    from counted_orders where total = refund and total > 0 and discount <> 0
    union all
    -- An order counts once for each product, category and rate that it has, until it is cancelled.
    select format('%s %s has %s orders instead of %s', view, key, shown, wanted)
    from (select view, key, sum(orders) as shown from sales_sum where view in ('product', 'category', 'rate')
          group by view, key) as of_key
    full join (
      select 'product' as view, product as key, sum(stands) as wanted
      from (select distinct order_id, stands, product from changed_parts where product <> 'amount') as one group by product
      union all
      select 'category', category, sum(stands)
      from (select distinct order_id, stands, category from changed_parts where category <> 'amount') as one
      group by category
      union all
      select 'rate', rate, sum(stands)
      from (select distinct order_id, stands, part->>'basisPoints' as rate from changes, jsonb_array_elements(rates) as part)
        as one
      group by rate) as of_orders using (view, key)
    where coalesce(shown, 0) <> coalesce(wanted, 0)
    union all
    select format('order %s costs %s and sold for %s', number, cost, net) from orders
    where net <> case when is_sale then cost else 0 end`.execute(db)
  return rows.map(({ error }) => error)
}
