-- What one rider does with one order is an assignment; a "run" would be a trip with several orders.
alter table delivery_run rename to delivery_assignment;
alter trigger order_run_ended on delivery_assignment rename to order_assignment_ended;

do $$
declare name text;
begin
  for name in select conname from pg_constraint where conrelid = 'delivery_assignment'::regclass and conname like 'delivery_run%' loop
    execute format('alter table delivery_assignment rename constraint %I to %I', name, replace(name, 'delivery_run', 'delivery_assignment'));
  end loop;
  for name in select relname from pg_index join pg_class on pg_class.oid = indexrelid
              where indrelid = 'delivery_assignment'::regclass and relname like 'delivery_run%' loop
    execute format('alter index %I rename to %I', name, replace(name, 'delivery_run', 'delivery_assignment'));
  end loop;
end $$;

alter function end_delivery_run() rename to end_delivery_assignment;
create or replace function end_delivery_assignment() returns trigger language plpgsql as $$
begin
  update delivery_assignment set ended_at = now(),
    outcome = case new.status when 'Cancelled' then 'cancelled' else 'ended by the shop' end
  where order_id = new.id and ended_at is null;
  return null;
end $$;
