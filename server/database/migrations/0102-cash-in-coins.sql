-- What is paid in cash is what is due, rounded down to the currency's smallest coin. Orders from before are paid to the cent.
alter table shop_order
  add column coin_cents smallint not null default 1 check (coin_cents > 0), -- of the currency that it was ordered in
  add column rounded_cents bigint not null default 0; -- the sum of its movements of this kind

-- A movement of its own, so that an order's balance is due - received + given back - rounded.
alter table money_movement
  drop constraint money_movement_kind_check,
  drop constraint money_movement_check,
  add constraint money_movement_kind_check check (kind in ('due', 'received', 'given back', 'rounded')),
  add constraint money_movement_check check ((kind in ('due', 'rounded')) = (method is null));
create index money_movement_rounded on money_movement (at) include (cents) where kind = 'rounded'; -- for the reports
