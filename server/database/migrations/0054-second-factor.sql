-- A second factor of the staff, beside the password.

-- Which ones an account has, kept up to date in the transaction that changes them: each sign-in reads it, and the audit log
-- shows it. Null: none.
alter table seller
  add column second_factors text[] check (second_factors <@ array['app', 'passkey'] and second_factors <> '{}'),
  add column recovery_codes_at timestamptz, -- when they were made
  add column recovery_codes_left int;

-- The authenticator app of an account (RFC 6238). A row exists once a first code has shown that it works.
create table seller_totp (
  seller_id uuid primary key references seller on delete cascade,
  secret text not null, -- encrypted, with a key that isn't in the database
  -- Codes of this time step and of earlier ones don't work any more: each code is used at most once.
  last_step bigint not null
);

-- The recovery codes that weren't used: slow hashes with the account's salt.
create table seller_recovery (
  seller_id uuid primary key references seller on delete cascade,
  salt text not null,
  hashes text[] not null
);

-- Sign-ins whose password was right and whose second factor is awaited. The browser has the token in a cookie.
create table seller_sign_in (
  token text primary key, -- its hash
  seller_id uuid not null references seller on delete cascade,
  expires_at timestamptz not null
);
create index seller_sign_in_seller_id on seller_sign_in (seller_id);

alter table seller_session
  -- When the password was last typed in this session; changes of the second factor ask for it again.
  add column confirmed_at timestamptz,
  -- The secret of an app that is being set up, encrypted.
  add column new_totp text;
alter table seller_session alter column confirmed_at set default now();
