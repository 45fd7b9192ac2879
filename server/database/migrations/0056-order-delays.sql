-- Orders as soon as possible whose promised time can't be kept: what their shoppers were told instead. The promise itself stays in
-- shop_order, and is what counts as kept or missed.
create table order_delay (
  order_id uuid primary key references shop_order on delete cascade, -- told once, however many processes notice
  expected_at timestamptz not null,
  reason text not null check (reason in ('queue', 'shift', 'rider', 'picking', 'ride')), -- contract/delay-reasons.ts
  told_at timestamptz not null default now()
);
create trigger order_delayed after insert on order_delay for each row execute function announce_payment_change();
-- The open orders whose promise is watched.
create index shop_order_promised_open on shop_order (id)
  where promised_at is not null and window_id is null and listed
    and status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery');
