-- An account may have few orders in delivery windows that the shop hasn't confirmed. Each of them has another number, so
-- that orders placed at the same instant can't be more.
alter table shop_order add column window_slot smallint;
create unique index shop_order_window_slot on shop_order (shopper_id, window_slot)
  where window_slot is not null and status in ('Order Placed', 'Awaiting payment');
