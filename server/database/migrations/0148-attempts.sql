-- The trade's word for a rider's try is an attempt; a payment's try was a request for its page.
alter table delivery_assignment rename column tries to attempts;
alter table delivery_assignment rename column first_tried_at to first_attempted_at;
alter table delivery_assignment rename column tried_at to attempted_at;
alter table delivery_assignment rename column try_sent_at to attempt_sent_at;
alter table payment rename column try to page_request;
alter table payment rename column tried_at to page_requested_at;

drop trigger audit on delivery_assignment;
create trigger audit after update of outcome, received_by, attempts, brought_back_at on delivery_assignment for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order',
    'id,order_id,taken_at,ended_at,attempted_at,first_attempted_at,attempt_sent_at,photo');

update audit_entry set
  before = case when before ? 'tries' then before - 'tries' || jsonb_build_object('attempts', before -> 'tries') else before end,
  after = case when after ? 'tries' then after - 'tries' || jsonb_build_object('attempts', after -> 'tries') else after end
where kind = 'order' and (before ? 'tries' or after ? 'tries');

-- A tap that a phone sends again has to be found under its name.
update rider_tap set what = 'failed attempt' || substr(what, length('failed try') + 1) where starts_with(what, 'failed try ');

do $$
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  update graphile_worker._private_tasks set identifier = 'send-attempt-mail' where identifier = 'send-try-mail';
end $$;
