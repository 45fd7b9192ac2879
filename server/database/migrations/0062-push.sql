-- Devices of the staff to which the shop pushes notices. A browser's endpoint is one device, whoever switched it on last.
create table push_device (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  -- The session that uses the device. Without a foreign key: sessions expire every night, and notices go on.
  session_id uuid not null,
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key and secret, with which messages to it are encrypted (RFC 8291).
  p256dh text not null,
  auth text not null,
  client text not null, -- browser and system, as of a session
  language text not null check (language in ('en', 'th')),
  orders boolean not null,
  alarms boolean not null,
  stock boolean not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create index push_device_seller on push_device (seller_id, seen_at);
create index push_device_session on push_device (session_id);
create index push_device_seen on push_device (seen_at);

-- Who logs out of a device, or is logged out of it by an owner, gets no more notices there. A session that is deleted because it
-- ended by itself (server/database/session-queries.ts has its lifetimes) leaves them.
create function forget_push_devices() returns trigger language plpgsql as $$
begin
  delete from push_device where session_id in (
    select id from ended where expires_at > now() and created_at > now() - interval '7 days');
  return null;
end $$;
create trigger seller_session_forgets_devices after delete on seller_session
  referencing old table as ended for each statement execute function forget_push_devices();

-- A new password ends the notices on every device, also where a session ended by itself before.
create function forget_push_devices_of_seller() returns trigger language plpgsql as $$
begin
  delete from push_device where seller_id = new.seller_id;
  return null;
end $$;
create trigger seller_credential_forgets_devices after update on seller_credential
  for each row when (old.password is distinct from new.password) execute function forget_push_devices_of_seller();

-- Products of which an order has left few; a job that runs every minute announces and deletes them. What staff do themselves, such as
-- counting, isn't noted: the connection then has an actor, as for the audit log.
-- The number is that of display.lowStock in contract/limits.ts.
create table low_stock (
  product_id uuid primary key references product on delete cascade,
  noted_at timestamptz not null default now()
);
create function note_low_stock() returns trigger language plpgsql as $$
begin
  insert into low_stock (product_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger product_runs_low after update of stock on product for each row
  when (old.stock > 5 and new.stock <= 5 and coalesce(current_setting('talad.actor', true), '') = '')
  execute function note_low_stock();
