-- The promised times of orders as soon as possible: whether they were kept, lately and by day.
create index shop_order_promised on shop_order (promised_at)
  where promised_at is not null and window_id is null and listed;
