import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/**
 * Returns the errors in the ledgers of all orders of a database, one sentence each: a balance that isn't the sum of its
 * movements, or movements that contradict what else is known about the order.
 */
export async function ledgerErrors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ number: number; error: string }>`
    with money as (
      select shop_order.*, payment.state,
        coalesce(sum(cents) filter (where kind = 'cost'), 0) as cost,
        coalesce(sum(cents) filter (where kind = 'received'), 0) as received,
        coalesce(sum(cents) filter (where kind = 'paid out'), 0) as paid_out,
        coalesce(sum(cents) filter (where kind = 'rounded'), 0) as rounded,
        coalesce(sum(cents) filter (where kind = 'received' and method = 'cash'), 0)
          - coalesce(sum(cents) filter (where kind = 'paid out' and method = 'cash'), 0) as cash
      from shop_order
      left join money_movement on money_movement.order_id = shop_order.id
      left join payment on payment.order_id = shop_order.id
      group by shop_order.id, payment.order_id
    )
    select number, error from money
    cross join lateral (
      select coalesce(sum(cents), 0) as cents,
        exists (
          select from refund, jsonb_array_elements(lines) as piece
            left join order_line on order_line.order_id = money.id and product_id = (piece->>'product')::uuid
          where refund.order_id = money.id
          group by product_id
          having sum((piece->>'quantity')::int) > coalesce(max(order_line.quantity), 0)) as is_twice
      from refund where order_id = money.id
    ) as refunds
    cross join lateral (values
      (balance_cents <> cost - received + paid_out - rounded, 'the balance isn''t the sum of the movements'),
      (paid_out < 0 or paid_out > received, 'more was paid out than came'),
      (cost < 0 or cost > amount_cents, 'it costs less than nothing or more than its amount'),
      (cost <> amount_cents - reduction_cents, 'it costs another sum than its amount less the reductions'),
      (status = 'Cancelled' and cost <> 0, 'it is cancelled and costs something'),
      (status <> 'Cancelled' and is_paid and balance_cents > 0, 'it is paid and something is to be collected'),
      (status <> 'Cancelled' and not is_paid and received - paid_out <> 0, 'it isn''t paid and money came'),
      (state = 'refund due' and balance_cents >= 0, 'a refund is due and nothing is to be paid out'),
      (state = 'refunded' and balance_cents <> 0, 'it is refunded and something is open'),
      (paid_out <> paid_out_cents, 'another sum is recorded as paid out than was'),
      (refunds.cents > amount_cents, 'sellers refunded more than its amount'),
      (refunds.is_twice, 'a piece was refunded twice'),
      (status <> 'Cancelled' and refunds.cents > reduction_cents, 'a refund didn''t lower what it costs'),
      (rounded <> rounded_cents, 'it is rounded by another sum than that of the movements'),
      (rounded < 0 or rounded >= coin_cents, 'it is rounded by less than nothing, or by a coin or more'),
      (status = 'Cancelled' and rounded <> 0, 'it is cancelled and rounded'),
      (cash % coin_cents <> 0 and not exists (
         select from money_movement where order_id = money.id and kind = 'paid out' and method = 'cash'),
       'cash came that no coins can pay'),
      (cash > 0 and cash = received - paid_out and balance_cents % coin_cents <> 0,
       'it is paid in cash and no coins can pay what is open')
    ) as rule (is_broken, error)
    where is_broken order by number`.execute(db)
  return rows.map(({ number, error }) => `order ${number}: ${error}`)
}
