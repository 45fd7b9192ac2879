-- Online orders of a shopper that ended without a payment: each further online order counts those of the last 24 hours.
create index shop_order_lapsed on shop_order (shopper_id, created_at) where status = 'Cancelled' and not listed;
