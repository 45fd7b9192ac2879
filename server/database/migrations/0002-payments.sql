-- Paying online. One payment page for each order; its row is made with the order, the page is opened after that.
create table payment (
  order_id uuid primary key references shop_order on delete cascade,
  state text not null default 'opening' check (state in
    ('opening', 'open', 'paid', 'failed', 'expired', 'refund due', 'refunded')),
  try smallint not null default 1, -- part of the gateway's idempotency key; a new one asks anew after a lost answer
  tried_at timestamptz not null default now(),
  session text unique, -- the gateway's name for the page
  url text, -- where the shopper pays
  gateway_payment text, -- the gateway's name for the money, which a refund needs
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  expires_at timestamptz not null,
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state not in ('paid', 'refund due') or gateway_payment is not null)
);

-- Signed notifications that were taken: each counts once, however often the gateway sends it.
create table payment_notice (
  id text primary key,
  kind text not null,
  order_id uuid, -- no reference: money can come for an order that is gone
  received_at timestamptz not null default now()
);
create index on payment_notice (received_at);

-- The pages of the sandbox gateway, which moves no money. Stays empty where a real gateway is configured.
create table sandbox_session (
  id text primary key,
  idempotency_key text not null unique,
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'expired')),
  request jsonb not null, -- what the shop asked for: order, lines, sums, addresses to return to
  refunded_cents bigint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index on sandbox_session (created_at);

-- Orders that lists show: cash orders and paid ones.
alter table shop_order add column listed boolean not null generated always as (payment_type = 'COD' or is_paid) stored;

-- What the seller's search looks through: name and phone as typed, and the phone's digits alone.
alter table shop_order add column search_text text not null generated always as (
  lower(coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', '')) || ' '
  || coalesce(address->>'phone', '') || ' '
  || regexp_replace(coalesce(address->>'phone', ''), '[^0-9]', '', 'g')) stored;

drop index shop_order_newest;
create index shop_order_listed on shop_order (id desc) where listed;
create index shop_order_status on shop_order (status, id desc) where listed;
create index shop_order_payment on shop_order (payment_type, is_paid, id desc) where listed;
create index shop_order_search on shop_order using gin (search_text gin_trgm_ops) where listed;
-- Sums of a day read nothing but this index.
create index shop_order_sales on shop_order (created_at) include (amount_cents) where listed and status <> 'Cancelled';

-- Sums of days that are over, counted once. A change of one of their orders takes the day away, to be counted again.
create table sales_day (
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  orders int not null,
  amount_cents bigint not null,
  primary key (starts_at, ends_at)
);
create function forget_sales_day() returns trigger language plpgsql as $$
begin
  delete from sales_day where starts_at <= old.created_at and old.created_at < ends_at;
  return null;
end $$;
create trigger order_of_past_day_changed after update of status, is_paid on shop_order
  for each row when (old.status <> new.status or old.is_paid <> new.is_paid)
  execute function forget_sales_day();

-- Products that run out, for the seller.
create index product_out on product (id) where archived_at is null and not sellable;
create index product_low on product (stock, id) where archived_at is null and sellable and stock is not null;
create index product_archived on product (id) where archived_at is not null;

-- Every server process hears of orders that are new or changed: the order's id, its shopper's and its status.
create function announce_order_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', new.id || ' ' || new.shopper_id || ' ' || new.status);
  return null;
end $$;
create trigger order_placed after insert on shop_order
  for each row execute function announce_order_change();
create trigger order_changed after update of status, is_paid on shop_order
  for each row execute function announce_order_change();
create function announce_payment_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', id || ' ' || shopper_id || ' ' || status) from shop_order where id = new.order_id;
  return null;
end $$;
create trigger payment_changed after update of state on payment
  for each row execute function announce_payment_change();
