-- Receipts, tax invoices and credit notes. Rows are only added: what was handed out never changes.
create table document (
  id uuid primary key,
  kind text not null check (kind in ('receipt', 'abbreviated tax invoice', 'tax invoice', 'credit note')),
  year int not null,
  number int not null check (number > 0),
  order_id uuid not null references shop_order,
  refers_to uuid references document, -- what a tax invoice replaces, or a credit note credits
  refund_id uuid unique references refund, -- the refund that a credit note is about
  day date not null, -- in the shop's time zone
  total_cents bigint not null check (total_cents > 0),
  content jsonb not null, -- everything that is printed
  created_at timestamptz not null default now(),
  unique (kind, year, number)
);
create index document_order on document (order_id);
create index document_refers_to on document (refers_to) where refers_to is not null;
create index document_day on document (day, kind, number);

create function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'a document is never changed: a credit note corrects it';
end $$;
create trigger document_is_final before update or delete on document
  for each row execute function refuse_document_change();

-- The last number of each kind and year. Locked by the transaction that takes the next one, so that none is left out.
create table document_series (
  kind text not null,
  year int not null,
  last int not null,
  primary key (kind, year)
);
