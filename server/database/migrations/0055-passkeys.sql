-- Passkeys of the staff (WebAuthn), a second factor beside the authenticator app.
create table seller_passkey (
  id text primary key, -- the credential's id, in base64url: of one account only
  seller_id uuid not null references seller on delete cascade,
  name text not null,
  public_key text not null, -- COSE, in base64url
  -- How often the device says that it was used, 0 if it doesn't count: a copied passkey falls behind.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index seller_passkey_seller_id on seller_passkey (seller_id);
create trigger audit after insert or update or delete on seller_passkey for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('staff', 'seller_id', 'name', 'id,seller_id,public_key,counter,transports,created_at,used_at');

-- What a device has to sign: to register a passkey in a session, and to finish a sign-in. Used once.
alter table seller_session add column passkey_challenge text;
alter table seller_sign_in add column passkey_challenge text;
