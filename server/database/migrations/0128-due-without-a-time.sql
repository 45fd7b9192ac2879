-- An order without a promised time is due an hour after it was placed: one due sooner stands before it. In UTC without
-- a zone, since an index may not add an interval to a time with one.
drop index shop_order_due;
create index shop_order_due on shop_order
  ((coalesce(promised_at at time zone 'UTC', created_at at time zone 'UTC' + interval '1 hour')), id)
  where listed and status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery');
