-- The orders to do, by when they are due: the end of a delivery window, a promised time, or else at once.
create index shop_order_due on shop_order ((coalesce(promised_at, created_at)), id)
  where listed and status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery');
