-- When the gateway last said that money which was sent back did not arrive; null once it was sent anew.
alter table payment add column refund_failed_at timestamptz;
create index payment_refund_failed on payment (refund_failed_at) where refund_failed_at is not null;

-- A refund names the money, not the order.
create index payment_gateway_payment on payment (gateway_payment) where gateway_payment is not null;
