-- If a rider has the goods of an order that is cancelled, its counted stock is returned once they are back in the shop. Orders
-- that were cancelled before this have returned it already.
alter table shop_order add column stock_to_return boolean not null default false
  check (not stock_to_return or status = 'Cancelled');

-- Screens hear that goods are back.
alter function announce_packed() rename to announce_order;
create trigger order_brought_back after update of brought_back_at on delivery_run
  for each row execute function announce_order();
