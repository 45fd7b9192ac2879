-- The shop's channel at LINE's Messaging API, whose bot sends notices to the staff's group. At most one row.
create table line_channel (
  topic text primary key default 'line' check (topic = 'line'),
  -- The channel's access token and secret, encrypted with a key that isn't in the database. The audit log has when they were set.
  token text not null,
  token_at timestamptz not null default now(),
  secret text not null,
  secret_at timestamptz not null default now(),
  -- A group, room or person.
  recipient text check (recipient ~ '^[CRU][0-9a-f]{32}$'),
  language text not null check (language in ('en', 'th')),
  tells_orders boolean not null,
  tells_alarms boolean not null,
  tells_stock boolean not null,
  version int not null default 1,
  changed_by text,
  changed_at timestamptz not null default now(),
  heard_at timestamptz, -- the last signed event
  sent_at timestamptz, -- the last message that LINE took
  -- Why messages don't arrive (contract/notices.ts) and since when; null if the last one did.
  failure text,
  failing_since timestamptz,
  check ((failure is null) = (failing_since is null))
);
create trigger audit after insert or update or delete on line_channel for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('settings', 'topic', 'topic', 'topic,token,secret,version,changed_by,changed_at,heard_at,sent_at,failure,failing_since');

-- The groups and rooms of which the channel's events tell. Anyone can invite the bot, so an owner chooses one.
create table line_group (
  id text primary key check (id ~ '^[CR][0-9a-f]{32}$'),
  name text,
  -- As of the newest event: an older one that LINE sends again changes nothing.
  is_member boolean not null,
  event_at timestamptz not null
);
create index line_group_event_at on line_group (event_at, id);
