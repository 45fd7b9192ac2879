-- What each of the staff may do (contract/staff-roles.ts). Until now every seller could do everything.
alter table seller add column role text not null default 'owner' check (role in ('owner', 'manager', 'picker', 'rider'));
alter table seller alter column role drop default;

-- At the last sign-in, and then at most once an hour; unknown for sessions of before.
alter table seller add column last_seen_at timestamptz;

-- The browser and system of each session, such as "Chrome, Android", to tell them apart in the list.
alter table seller_session add column client text not null default '';

-- One invitation an address; a new one replaces it. The link in its mail has a token, of which this is the hash.
create table staff_invitation (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'picker', 'rider')),
  token_hash text not null unique,
  invited_by uuid references seller on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Ends the streams of sessions that ended, in every process.
create function announce_ended_sessions() returns trigger language plpgsql as $$
begin
  if exists (select from ended) then perform pg_notify('sessions', ''); end if;
  return null;
end $$;
create trigger seller_session_ended after delete on seller_session
  referencing old table as ended for each statement execute function announce_ended_sessions();
