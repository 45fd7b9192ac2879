-- A document of an issuer that isn't registered for VAT shows no VAT, so it counts as untaxed: receipts, and what gives their money back.
-- A generated column gets another expression only by being made again; the index goes with its columns.
alter table document
  drop column taxed_cents,
  drop column tax_cents,
  drop column exempt_cents,
  add column taxed_cents bigint not null generated always as (
    case when content->'issuer'->'vatRegistered' = 'false'::jsonb then 0 else document_sum(content->'rates', 'taxed') end) stored, -- before tax
  add column tax_cents bigint not null generated always as (
    case when content->'issuer'->'vatRegistered' = 'false'::jsonb then 0 else document_sum(content->'rates', 'tax') end) stored,
  add column exempt_cents bigint not null generated always as (
    case when content->'issuer'->'vatRegistered' = 'false'::jsonb then total_cents else document_sum(content->'rates', 'exempt') end) stored;

create index document_day on document (day, kind, number) include (id, taxed_cents, tax_cents, exempt_cents);
