-- Sales as reports count them. An entry is added once an order counts as a sale, and for each change of that afterwards, by
-- the job that follows each movement of its money. Entries never change, so neither do days that are over.
create table sale_entry (
  id bigint primary key generated always as identity,
  order_id uuid not null references shop_order on delete cascade,
  kind text not null check (kind in ('sale', 'refund', 'cancelled', 'undone')),
  at timestamptz not null, -- when the money moved
  day date not null, -- in the shop's time zone, as is the hour
  hour smallint not null check (hour between 0 and 23),
  method text not null, -- how the order was paid
  refunds uuid[] not null, -- the refunds that it is about
  parts jsonb not null, -- by product: pieces and sums
  rates jsonb not null, -- by rate of tax
  promotions jsonb not null, -- what each promotion took off
  created_at timestamptz not null default now()
);
create index sale_entry_order on sale_entry (order_id, id);

-- The sums of entries by day and by what a report shows, written in the transaction of the entry.
create table sales_sum (
  view text not null check (view in
    ('day', 'hour', 'method', 'rate', 'category', 'product', 'product of month', 'promotion')),
  day date not null, -- the first of the month in a 'product of month'
  key text not null,
  orders int not null,
  pieces int not null,
  gross_cents bigint not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  tax_cents bigint not null,
  refund_cents bigint not null,
  refund_tax_cents bigint not null,
  primary key (view, day, key)
);

-- Orders whose money had moved before: a job adds their entries, and removes them here.
create table sale_to_book (order_id uuid primary key references shop_order on delete cascade);
insert into sale_to_book select distinct order_id from money_movement where kind = 'received';
