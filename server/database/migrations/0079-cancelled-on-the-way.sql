-- An order that is cancelled while a rider has it has to come back: its run waits until the rider says that it did.
alter table delivery_run drop constraint delivery_run_outcome_check;
alter table delivery_run add constraint delivery_run_outcome_check
  check (outcome in ('delivered', 'given back', 'came back', 'ended by the shop', 'cancelled'));
alter table delivery_run add column brought_back_at timestamptz;
create index delivery_run_to_bring_back on delivery_run (rider) where outcome = 'cancelled' and brought_back_at is null;
create index delivery_run_cancelled on delivery_run (ended_at) where outcome = 'cancelled';

create or replace function end_delivery_run() returns trigger language plpgsql as $$
begin
  update delivery_run set ended_at = now(),
    outcome = case new.status when 'Cancelled' then 'cancelled' else 'ended by the shop' end
  where order_id = new.id and ended_at is null;
  return null;
end $$;

drop trigger audit on delivery_run;
create trigger audit after update of outcome, received_by, tries, brought_back_at on delivery_run for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'id,order_id,taken_at,ended_at,tried_at,photo');

-- Of a rider to whom the shop owes cash, what is counted is what the shop gives back: below zero, like what is owed.
alter table rider_count drop constraint rider_count_check;
alter table rider_count add constraint rider_count_check
  check (handed_cents between least(owed_cents, 0) and greatest(owed_cents, 0));
