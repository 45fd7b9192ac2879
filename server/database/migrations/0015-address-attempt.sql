-- An address that was sent twice with one Idempotency-Key is saved once, also when both requests come at the same instant.
alter table address add column attempt text; -- the Idempotency-Key, where one was sent
create unique index address_attempt on address (shopper_id, attempt) where attempt is not null;
