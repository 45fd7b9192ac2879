-- A transfer's slip that was sent for another order, too, which was refused.
create table slip_reuse (
  slip_id uuid not null references slip on delete cascade, -- the first use
  order_id uuid not null references shop_order on delete cascade, -- the order that it was sent for again
  at timestamptz not null default now(),
  primary key (slip_id, order_id)
);
create index slip_reuse_of_order on slip_reuse (order_id);
create index slip_reuse_at on slip_reuse (at);

-- The seller's list of orders that wait for money by PromptPay.
create index payment_promptpay_open on payment (expires_at) where payload is not null and state = 'open';
