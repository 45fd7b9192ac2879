-- One-time codes are kept for each browser that asks, so that a stranger's request replaces nobody else's code and a
-- stranger's wrong tries use up nobody else's.
alter table one_time_code
  add column asker text not null default '', -- hash of the browser's device cookie; '' where the session says who asks
  add column origin text not null default '', -- address of origin of who asked: finds the code for a client without cookies
  add column origin_tries_left smallint not null default 0 check (origin_tries_left >= 0), -- tries without the cookie
  add column link_hash text, -- of the link in the same mail, which works from any browser
  add column link_expires_at timestamptz,
  add column unasked text check (unasked in ('en', 'th')), -- language of a code sent with a registration, until it is asked for
  drop constraint one_time_code_pkey,
  drop constraint one_time_code_purpose_check,
  add primary key (email, purpose, asker),
  add check (purpose in ('verify', 'reset', 'seller-reset'));

-- Browsers that an account was signed in from before: a hash of their device cookie. They may try passwords while
-- strangers are slowed down.
create table shopper_device (
  shopper_id uuid not null references shopper on delete cascade,
  token text not null,
  used_at timestamptz not null default now(),
  primary key (shopper_id, token)
);
create index on shopper_device (token);
create index on shopper_device (used_at);

create table seller_device (
  seller_id uuid not null references seller on delete cascade,
  token text not null,
  used_at timestamptz not null default now(),
  primary key (seller_id, token)
);
create index on seller_device (token);
create index on seller_device (used_at);
