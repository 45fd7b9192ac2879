-- Where the shop delivers, for which fee. A shop without zones delivers everywhere for free.
create table delivery_zone (
  id uuid primary key,
  position int not null, -- an address belongs to the first zone that holds it
  name text not null,
  name_th text,
  is_default boolean not null default false, -- for addresses whose postcode isn't Thai, and before the shop knows the address
  fee_tiers jsonb not null check (jsonb_typeof(fee_tiers) = 'array' and jsonb_array_length(fee_tiers) between 1 and 10),
    -- [{from, fee}] in cents, ascending; the first from is 0
  minimum_cents bigint not null default 0 check (minimum_cents >= 0), -- what the goods have to cost
  ride_minutes int not null check (ride_minutes between 0 and 1440),
  version int not null default 1, -- a form is refused if the zone has changed since it read it
  changed_by text, -- e-mail of the seller; null: the demo made it
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create unique index delivery_zone_default on delivery_zone (is_default) where is_default;
create index delivery_zone_in_order on delivery_zone (position, id);

create table delivery_area (
  zone_id uuid not null references delivery_zone on delete cascade,
  kind text not null check (kind in ('postcode', 'subdistrict')),
  code text not null check (code ~ case kind when 'postcode' then '^\d{5}$' else '^\d{6}$' end),
  primary key (zone_id, kind, code)
);
create index delivery_area_of_code on delivery_area (kind, code);

-- Windows of delivery, as the owner describes a week of them.
create table window_template (
  id uuid primary key,
  days smallint[] not null check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'), -- ISO: 1 is Monday
  starts smallint not null check (starts between 0 and 1439), -- minutes of the shop's day
  ends smallint not null check (ends > starts and ends <= 1440),
  capacity int not null check (capacity >= 0), -- orders
  cut_off_minutes int not null, -- before the start; negative: after it
  fee_cents bigint not null default 0 check (fee_cents >= 0), -- on top of the zone's fee
  zone_ids uuid[], -- null: every zone
  active boolean not null default true,
  version int not null default 1,
  changed_by text,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

-- The windows of the days to come, and those that orders were placed for.
create table delivery_window (
  id uuid primary key,
  template_id uuid references window_template on delete set null,
  day date not null, -- of the shop
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  cut_off_at timestamptz not null, -- orders are taken until then
  capacity int not null,
  taken int not null default 0, -- by orders and by holds that haven't ended
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  zone_ids uuid[],
  check (taken >= 0),
  check (taken <= capacity), -- never overbooked, however many order at once
  unique (template_id, day)
);
create index delivery_window_by_start on delivery_window (starts_at);

-- A place in a window that a shopper at the checkout holds for some minutes: one each.
create table window_hold (
  shopper_id uuid primary key references shopper on delete cascade,
  window_id uuid not null references delivery_window on delete cascade,
  held_at timestamptz not null default now(), -- when the shopper began; activity renews a hold for half an hour from then
  expires_at timestamptz not null
);
create index window_hold_expired on window_hold (expires_at);
create index window_hold_of_window on window_hold (window_id);

-- All null for orders of shops without zones and windows. The fee is shipping_cents.
alter table shop_order
  add column window_id uuid references delivery_window,
  add column delivery_zone jsonb, -- {id, name, nameTh} as it was then
  add column deliver_from timestamptz, -- the start of the window; null: as soon as possible, or no time was chosen
  add column promised_at timestamptz; -- the end of the window, or the promise
create index shop_order_of_window on shop_order (window_id) where window_id is not null;
