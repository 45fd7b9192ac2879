-- The screens show an order's delivery window: they are told when it is moved to another one.
drop trigger order_changed on shop_order;
create trigger order_changed after update of status, is_paid, refunded_cents, balance_cents, window_id on shop_order
  for each row execute function announce_order_change();
