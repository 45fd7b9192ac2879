-- Similar words for the search, and substrings of any place in a name, by index.
create extension if not exists pg_trgm;

-- Accounts. The columns of shopper, shopper_session and shopper_credential are those that the accounts library
-- reads and writes; `token` holds a hash, never the token itself.
create table shopper (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  language text not null default 'en' check (language in ('en', 'th')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email), -- two registrations of one address at once: one wins
  check (email = lower(email))
);

create table shopper_session (
  id uuid primary key,
  shopper_id uuid not null references shopper on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on shopper_session (shopper_id);
create index on shopper_session (expires_at);

create table shopper_credential (
  id uuid primary key,
  shopper_id uuid not null references shopper on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index on shopper_credential (shopper_id);

-- Sellers are kept apart: a shopper's cookie can never become a seller's.
create table seller (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default true,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email),
  check (email = lower(email))
);

create table seller_session (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on seller_session (seller_id);
create index on seller_session (expires_at);

create table seller_credential (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index on seller_credential (seller_id);

-- The accounts library wants this table to exist; codes have their own below.
create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on verification (identifier);

-- One-time codes, by address and purpose, for known and unknown addresses alike. A new code replaces the old one.
create table one_time_code (
  email text not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  code_hash text not null,
  tries_left smallint not null check (tries_left >= 0), -- counted down before comparing, in a statement of its own
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (email, purpose)
);
create index on one_time_code (expires_at);

-- Counters of tries, per account and per address of origin, shared by every server process.
create table try_counter (
  key text primary key,
  tries int not null,
  resets_at timestamptz not null
);
create index on try_counter (resets_at);

-- The catalogue.
create table product (
  id uuid primary key,
  name text not null,
  name_th text,
  description text[] not null default '{}',
  description_th text[],
  category text not null,
  price_cents int not null check (price_cents > 0),
  offer_price_cents int not null check (offer_price_cents > 0),
  pictures text[] not null default '{}',
  in_stock boolean not null default true, -- the seller's switch
  stock int check (stock >= 0), -- null: not counted. Never below zero, however many buy at once
  weight text,
  archived_at timestamptz, -- orders keep their copies
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sellable boolean not null generated always as (in_stock and coalesce(stock, 1) > 0) stored,
  search_text text not null generated always as (lower(name || ' ' || coalesce(name_th, ''))) stored,
  check (offer_price_cents <= price_cents)
);
-- One index for each way through a list; ids are in order of creation.
create index product_by_id on product (id) where archived_at is null;
create index product_sellable on product (id) where archived_at is null and sellable;
create index product_sellable_price on product (offer_price_cents, id) where archived_at is null and sellable;
create index product_category on product (category, id) where archived_at is null;
create index product_category_sellable on product (category, id) where archived_at is null and sellable;
create index product_category_price on product (category, offer_price_cents, id) where archived_at is null and sellable;
create index product_search on product using gin (search_text gin_trgm_ops) where archived_at is null;

-- Every server process hears of a change of the catalogue when it is committed, and drops what it kept.
create sequence catalogue_version;
create function announce_catalogue_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', nextval('catalogue_version')::text);
  return null;
end $$;
create trigger product_changed after insert or update or delete or truncate on product
  for each statement execute function announce_catalogue_change();

-- A shopper's saved cart, whole: {"product id": quantity}.
create table cart (
  shopper_id uuid primary key references shopper on delete cascade,
  items jsonb not null default '{}' check (jsonb_typeof(items) = 'object'),
  arrived_at timestamptz not null, -- of the call that wrote it: a call overtaken by a later one changes nothing
  updated_at timestamptz not null default now()
);

create table address (
  id uuid primary key,
  shopper_id uuid not null references shopper on delete cascade,
  first_name text not null,
  last_name text not null,
  street text not null,
  city text not null,
  state text not null,
  zipcode text not null, -- text, so that leading zeros survive
  country text not null,
  phone text not null,
  created_at timestamptz not null default now()
);
create index on address (shopper_id, id);

create table shop_order (
  id uuid primary key,
  number bigint not null generated always as identity (start with 1001) unique,
  shopper_id uuid not null references shopper,
  payment_type text not null check (payment_type in ('COD', 'Online')),
  status text not null check (status in
    ('Awaiting payment', 'Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered', 'Cancelled')),
  is_paid boolean not null default false,
  subtotal_cents bigint not null check (subtotal_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0),
  amount_cents bigint not null check (amount_cents > 0),
  address jsonb not null, -- a copy: later edits of the shopper's address don't rewrite the order
  language text not null check (language in ('en', 'th')),
  attempt text, -- the Idempotency-Key, where one was sent
  fingerprint text not null, -- of items, address and payment type
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (shopper_id, attempt) -- one order per click, however often it is retried
);
create index shop_order_of_shopper on shop_order (shopper_id, id desc);
create index shop_order_newest on shop_order (id desc) where status <> 'Awaiting payment';

create table order_line (
  order_id uuid not null references shop_order on delete cascade,
  position smallint not null,
  product_id uuid not null, -- no reference: a product may go, what was sold stays
  quantity smallint not null check (quantity between 1 and 99),
  offer_price_cents int not null check (offer_price_cents > 0),
  product jsonb not null, -- the full record as sold
  primary key (order_id, position)
);

create table order_event (
  order_id uuid not null references shop_order on delete cascade,
  status text not null,
  at timestamptz not null default now(),
  primary key (order_id, status) -- a status is entered once
);
