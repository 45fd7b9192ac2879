-- A rider's tap may reach the shop long after it was made, if the phone had no connection. `at` and `undone_at` stay the times of
-- recording, by which steps are ordered and undone, and beside which money is booked. These are when it happened; null: then.
alter table order_event
  add column happened_at timestamptz check (happened_at <= at),
  add column undone_happened_at timestamptz check (undone_happened_at <= undone_at);
-- The columns of a run are when it happened. This is when the shop learned of the latest try that failed; null: then.
alter table delivery_run add column try_sent_at timestamptz check (try_sent_at >= tried_at);

drop trigger audit on order_event;
create trigger audit after insert or update or delete on order_event for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'order_id,at,done_by,undone_by,happened_at,undone_happened_at');
drop trigger audit on delivery_run;
create trigger audit after update of outcome, received_by, tries, brought_back_at on delivery_run for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'id,order_id,taken_at,ended_at,tried_at,try_sent_at,photo');
