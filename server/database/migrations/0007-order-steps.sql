-- Who did each step of an order, and steps that were undone.
alter table order_event add column done_by text; -- the e-mail of the seller, as text: it stays when the account goes
alter table order_event add column undone_at timestamptz;
alter table order_event add column undone_by text;
alter table order_event drop constraint order_event_pkey;
alter table order_event add primary key (order_id, status, at);
-- A status is entered once, unless it was undone.
create unique index order_event_standing on order_event (order_id, status) where undone_at is null;

-- What was given back so far, by the shop or by hand at the gateway.
alter table shop_order add column refunded_cents bigint not null default 0
  check (refunded_cents between 0 and amount_cents);
update shop_order set refunded_cents = shop_order.amount_cents
from payment where payment.order_id = shop_order.id and payment.state = 'refunded';

-- Orders that somebody has yet to do something for, in both directions.
create index shop_order_open on shop_order (id)
  where listed and status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery');

-- Sales are orders that were delivered or paid, less what was given back; orders that were only placed are counted apart.
drop index shop_order_sales;
create index shop_order_sales on shop_order (created_at) include (amount_cents, refunded_cents, is_paid)
  where listed and status <> 'Cancelled';
delete from sales_day;
alter table sales_day add column placed int not null;

drop trigger order_of_past_day_changed on shop_order;
create trigger order_of_past_day_changed after update of status, is_paid, refunded_cents on shop_order
  for each row when (
    old.status <> new.status or old.is_paid <> new.is_paid or old.refunded_cents <> new.refunded_cents)
  execute function forget_sales_day();
drop trigger order_changed on shop_order;
create trigger order_changed after update of status, is_paid, refunded_cents on shop_order
  for each row execute function announce_order_change();
