-- Accounts are kept by the shop's own statements (docs/decisions/044-plain-accounts.md): what only the library that kept them
-- before wrote goes. No column that goes was read by anything.
drop table verification;

alter table shopper drop column image;
alter table seller drop column image, drop column email_verified;
alter table shopper_session drop column ip_address, drop column user_agent;
alter table seller_session drop column ip_address, drop column user_agent;

-- One password for each account. The library wrote one row for each, with the provider 'credential'.
delete from shopper_credential where provider_id <> 'credential' or password is null;
alter table shopper_credential
  drop column id, -- and the primary key with it
  drop column account_id, -- and unique (provider_id, account_id) with it
  drop column provider_id,
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope,
  drop column created_at,
  alter column password set not null,
  add primary key (shopper_id);
drop index shopper_credential_shopper_id_idx; -- the primary key serves

delete from seller_credential where provider_id <> 'credential' or password is null;
alter table seller_credential
  drop column id,
  drop column account_id,
  drop column provider_id,
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope,
  drop column created_at,
  alter column password set not null,
  add primary key (seller_id);
drop index seller_credential_seller_id_idx;
