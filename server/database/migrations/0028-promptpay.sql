-- What an owner decides in the seller's area: one JSON value per topic, validated by the topic's module.
create table setting (
  topic text primary key,
  value jsonb not null,
  version int not null default 1, -- a form sends the version that it shows: of two changes at once the second is refused
  changed_by text, -- e-mail of the seller; null: the demo
  changed_at timestamptz not null default now()
);

alter table shop_order drop constraint shop_order_payment_type_check;
alter table shop_order add constraint shop_order_payment_type_check
  check (payment_type in ('COD', 'Online', 'PromptPay'));

-- An order that is paid by PromptPay has the code that it was placed with, whatever the settings say since. No gateway
-- knows of its payment: a seller, or a service that asks the banks, says that it came.
alter table payment
  add column payload text, -- the text of the code
  add column receiver text, -- the name that the bank's app shows
  add column proxy_number text, -- the number that is paid
  add constraint payment_code check (num_nonnulls(payload, receiver, proxy_number) in (0, 3)),
  drop constraint payment_check,
  add constraint payment_check
    check (state not in ('paid', 'refund due') or gateway_payment is not null or (payload is not null and state = 'paid'));

-- Pictures of bank slips that shoppers sent for their orders.
create table slip (
  id uuid primary key,
  order_id uuid not null references shop_order,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'rejected')),
  bank text, -- with the reference: the transfer that the picture's code names
  reference text,
  unread text, -- why no transfer could be read in the picture
  verdict text, -- what the service that asks the banks said
  picture text, -- its name in the private store; null once it was deleted
  reason text, -- why it was rejected, for the shopper
  decided_by text, -- e-mail of the seller; null: the service
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((bank is null) = (reference is null) and (bank is null) = (unread is not null)),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'rejected') = (reason is not null)),
  unique (bank, reference) -- a transfer counts once, for ever and over all orders
);
create unique index slip_waiting_of_order on slip (order_id) where state = 'waiting';
create index slip_of_order on slip (order_id, id);
create index slip_waiting on slip (id) where state = 'waiting';
create index slip_decided on slip (id) where state <> 'waiting';
create unique index slip_picture on slip (picture) where picture is not null;
create index slip_picture_of_decided on slip (decided_at) where picture is not null and state <> 'waiting';

-- Every server process hears of a slip that came or was decided: the order's id and its shopper's.
create function announce_slip() returns trigger language plpgsql as $$
begin
  perform pg_notify('slips', id || ' ' || shopper_id) from shop_order where id = new.order_id;
  return null;
end $$;
create trigger slip_changed after insert or update of state on slip
  for each row execute function announce_slip();
