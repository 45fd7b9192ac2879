-- When an account began to hold places in delivery windows. It may hold places for half an hour from then, whichever
-- windows they are in, and after that none for some hours: otherwise it could hold one for ever without an order.
create table hold_period (
  shopper_id uuid primary key references shopper on delete cascade,
  began_at timestamptz not null default now()
);
create index hold_period_began on hold_period (began_at);
insert into hold_period (shopper_id, began_at) select shopper_id, held_at from window_hold;
alter table window_hold drop column held_at;
