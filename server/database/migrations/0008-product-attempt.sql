-- A product that was sent twice with one Idempotency-Key is one product, also when both requests come at the same instant.
alter table product
  add column added_by uuid references seller on delete set null,
  add column attempt text, -- the Idempotency-Key, where one was sent
  add column attempt_fingerprint text; -- of what was sent: another product under a used key is refused
create unique index product_attempt on product (added_by, attempt) where attempt is not null;
