-- The ledger of each order: what it costs (due), what the shop took (received) and what went back to the shopper (given
-- back). Rows are only added: a mistake is mended by a row of the opposite sign. An order's balance is due - received +
-- given back: above zero it is still to be collected, below zero to be given back.
create table money_movement (
  id bigint primary key generated always as identity,
  order_id uuid not null references shop_order on delete cascade,
  kind text not null check (kind in ('due', 'received', 'given back')),
  method text check (method in ('cash', 'card', 'promptpay', 'transfer')),
  cents bigint not null check (cents <> 0),
  reference text, -- the gateway's id of the payment
  reason text,
  made_by text, -- e-mail of the seller; null: the shop itself
  at timestamptz not null default now(),
  check ((kind = 'due') = (method is null))
);
create index money_movement_order on money_movement (order_id, id);

create function refuse_money_movement_update() returns trigger language plpgsql as $$
begin
  raise exception 'a movement of money is never changed: add one of the opposite sign';
end $$;
create trigger money_movement_is_final before update on money_movement
  for each row execute function refuse_money_movement_update();

alter table shop_order add column balance_cents bigint not null default 0; -- the sum of its movements

-- Orders from before: their movements as far as they can be told from their states.
insert into money_movement (order_id, kind, cents, at)
  select id, 'due', amount_cents, created_at from shop_order order by id;
insert into money_movement (order_id, kind, method, cents, reference, at)
  select id, 'received', case when payment_type = 'COD' then 'cash' else 'card' end, shop_order.amount_cents,
         payment.gateway_payment, shop_order.updated_at
  from shop_order left join payment on payment.order_id = shop_order.id
  where is_paid or payment.state in ('paid', 'refund due')
    or (payment.state = 'refunded' and refunded_cents > 0)
  order by id;
insert into money_movement (order_id, kind, cents, reason, at)
  select id, 'due', -amount_cents, 'cancelled', updated_at from shop_order where status = 'Cancelled' order by id;
insert into money_movement (order_id, kind, method, cents, at)
  select id, 'given back', 'card', refunded_cents, updated_at from shop_order
  where refunded_cents > 0 and exists (select from money_movement where order_id = shop_order.id and kind = 'received')
  order by id;
insert into money_movement (order_id, kind, cents, reason, at)
  select id, 'due', -refunded_cents, 'refunded', updated_at from shop_order
  where refunded_cents > 0 and status <> 'Cancelled' order by id;
update shop_order set balance_cents = moved.balance
from (select order_id, sum(case kind when 'received' then -cents else cents end) as balance
      from money_movement group by order_id) as moved
where moved.order_id = shop_order.id and moved.balance <> 0;
