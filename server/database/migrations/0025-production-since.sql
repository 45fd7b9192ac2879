-- Since when the shop has been open in production: demo mode refuses to open it. Empty in a demo.
create table production_since (at timestamptz not null default now());
create unique index production_since_one on production_since ((true)); -- one row at most
