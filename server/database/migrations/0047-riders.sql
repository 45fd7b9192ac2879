-- Riders take orders that are packed, and bring them. People are named by their e-mail, as in the ledger: what a rider owes stays
-- when the account goes.
create table delivery_run (
  id uuid primary key,
  order_id uuid not null references shop_order on delete cascade,
  rider text not null,
  taken_at timestamptz not null default now(),
  tries int not null default 0, -- how often nobody was at home
  reason text, -- of the last one: contract/riding.ts
  ended_at timestamptz,
  outcome text check (outcome in ('delivered', 'given back', 'came back', 'ended by the shop')),
  received_by text, -- who took the goods
  photo text, -- the name of a private picture; null once it is deleted
  check ((ended_at is null) = (outcome is null))
);
create unique index delivery_run_open on delivery_run (order_id) where ended_at is null; -- one rider has an order
create index delivery_run_of_rider on delivery_run (rider, taken_at) where ended_at is null;
create index delivery_run_of_order on delivery_run (order_id, taken_at desc);
create index delivery_run_photo on delivery_run (ended_at) where photo is not null;
create index delivery_run_by_photo on delivery_run (photo) where photo is not null;

-- An order that a rider has is out for delivery. Whoever else moves it, its run ends with the step.
create function end_delivery_run() returns trigger language plpgsql as $$
begin
  update delivery_run set ended_at = now(), outcome = 'ended by the shop' where order_id = new.id and ended_at is null;
  return null;
end $$;
create trigger order_not_out after update of status on shop_order
  for each row when (old.status = 'Out for delivery' and new.status <> 'Out for delivery')
  execute function end_delivery_run();

-- What riders' phones have sent: each tap counts once, however often it arrives.
create table rider_tap (
  id uuid primary key, -- chosen by the phone
  rider text not null,
  what text not null, -- the kind and the order
  at timestamptz not null default now()
);
create index rider_tap_at on rider_tap (at);

-- Cash that a rider has is money of the ledger, with the rider's name.
alter table money_movement add column rider text;
create index money_movement_of_rider on money_movement (rider) include (cents) where rider is not null;

-- Cash that riders handed over. A rider owes the sum of the movements less the sum of these.
create table rider_count (
  id uuid primary key, -- chosen by the client: a repeated request counts nothing twice
  rider text not null,
  owed_cents bigint not null, -- before it
  handed_cents bigint not null check (handed_cents between 0 and owed_cents), -- less is missing, and still owed
  counted_by text not null,
  at timestamptz not null default now()
);
create index rider_count_of_rider on rider_count (rider, at desc);
create index rider_count_at on rider_count (at desc);
