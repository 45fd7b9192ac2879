-- When the sellers were reminded of an order that they hadn't confirmed: once an order.
alter table shop_order add column reminded_at timestamptz;
create index shop_order_unconfirmed on shop_order (id) where listed and status = 'Order Placed' and reminded_at is null;
