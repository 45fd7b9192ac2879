-- What sellers took off the price of an order after it was placed: an amount, or pieces of its lines. A row never changes
-- but for its last two columns; the money itself is in money_movement.
create table refund (
  id uuid primary key,
  order_id uuid not null references shop_order on delete cascade,
  cents bigint not null check (cents > 0),
  lines jsonb check (jsonb_typeof(lines) = 'array'), -- [{product, quantity}]; null: an amount
  reason text not null,
  made_by text not null, -- the seller's e-mail
  at timestamptz not null default now(),
  attempt text, -- the Idempotency-Key, where one was sent
  restocked boolean not null default false, -- its pieces went back into counted stock
  gateway_due boolean not null default false, -- the payment gateway has yet to refund it
  gateway_cents bigint check (gateway_cents >= 0) -- what the gateway is asked to refund; null before the first request
);
create index refund_of_order on refund (order_id, id);
create unique index refund_attempt on refund (made_by, attempt) where attempt is not null; -- one refund per press

-- What an order costs now is amount_cents - reduction_cents: refunds lower it, and a cancelled order costs nothing.
alter table shop_order add column reduction_cents bigint not null default 0
  check (reduction_cents between 0 and amount_cents);
update shop_order set reduction_cents = amount_cents - due.cents
from (select order_id, sum(cents) as cents from money_movement where kind = 'due' group by order_id) as due
where due.order_id = shop_order.id and due.cents <> amount_cents;

-- refunded_cents is all that went back, also by hand: an owner's mistake may make it more than the order's amount.
alter table shop_order drop constraint shop_order_check;
alter table shop_order add constraint shop_order_refunded check (refunded_cents >= 0);

-- Sales are what orders cost now, whether the money has gone back yet or not.
drop index shop_order_sales;
create index shop_order_sales on shop_order (created_at) include (amount_cents, reduction_cents, is_paid)
  where listed and status <> 'Cancelled';
delete from sales_day;
drop trigger order_of_past_day_changed on shop_order;
create trigger order_of_past_day_changed after update of status, is_paid, reduction_cents on shop_order
  for each row when (
    old.status <> new.status or old.is_paid <> new.is_paid or old.reduction_cents <> new.reduction_cents)
  execute function forget_sales_day();

-- Each movement of money is told to the screens.
drop trigger order_changed on shop_order;
create trigger order_changed after update of status, is_paid, refunded_cents, balance_cents on shop_order
  for each row execute function announce_order_change();

-- The seller's lists of what is to be collected and to be given back, oldest first.
create index shop_order_to_collect on shop_order (id) where listed and balance_cents > 0;
create index shop_order_to_give_back on shop_order (id) where balance_cents < 0;

-- The sandbox gateway refunds once per idempotency key, as Stripe does.
alter table sandbox_session add column refund_keys text[] not null default '{}';
