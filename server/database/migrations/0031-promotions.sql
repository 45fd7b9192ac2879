-- What sellers take off prices: with a code that the shopper types, or without one, by itself.
create table promotion (
  id uuid primary key,
  name text not null,
  name_th text,
  code text check (code = upper(code) and length(code) between 3 and 20), -- null: it applies by itself
  terms jsonb not null, -- the kind with its numbers, products and categories, as contract/promotions.ts has it
  minimum_cents bigint not null default 0 check (minimum_cents >= 0), -- what the goods have to cost
  first_order boolean not null default false, -- only for a shopper's first order
  starts_at timestamptz, -- null: at once
  ends_at timestamptz, -- null: never
  max_uses int check (max_uses > 0),
  max_uses_of_shopper int check (max_uses_of_shopper > 0),
  uses int not null default 0 check (uses >= 0), -- counted here while max_uses is set
  enabled boolean not null default true,
  archived_at timestamptz,
  version int not null default 1, -- an order, and a form, are refused if it has changed since they read it
  changed_by text, -- e-mail of the seller; null: the demo made it
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (starts_at < ends_at),
  check (max_uses is null or uses <= max_uses) -- never more than allowed, however many order at once
);
create unique index promotion_code on promotion (code) where archived_at is null;
create index promotion_by_itself on promotion (id) where enabled and archived_at is null and code is null;
create index promotion_list on promotion (id) where archived_at is null;

-- How often each shopper has used a promotion.
create table promotion_shopper (
  promotion_id uuid not null references promotion on delete cascade,
  shopper_id uuid not null references shopper on delete cascade,
  uses int not null check (uses >= 0),
  primary key (promotion_id, shopper_id)
);

-- What promotions took off an order, as they were then: later changes of a promotion change nothing here.
create table order_promotion (
  order_id uuid not null references shop_order on delete cascade,
  position smallint not null, -- in which they were applied
  promotion_id uuid not null references promotion,
  version int not null, -- of the promotion
  name text not null,
  name_th text,
  code text,
  cents bigint not null check (cents >= 0), -- off the lines: the sum of line_cents
  shipping_cents bigint not null default 0 check (shipping_cents >= 0), -- off the delivery fee
  line_cents bigint[] not null, -- off each line, in the order of order_line.position
  counted boolean not null default true, -- false: the order was cancelled, and the use returned
  primary key (order_id, position),
  unique (order_id, promotion_id)
);
create index order_promotion_uses on order_promotion (promotion_id) where counted;

-- Cards and pages show promotions.
create trigger promotion_changed after insert or delete or update of name, name_th, code, terms, minimum_cents,
    first_order, starts_at, ends_at, max_uses, max_uses_of_shopper, enabled, archived_at on promotion
  for each statement execute function announce_catalogue_change();
