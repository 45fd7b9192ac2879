-- Orders are placed only while a use is left (`uses < max_uses`). One that was cancelled, so that its use was free again, and was
-- handed over nevertheless, counts as well: its discount was given.
alter table promotion drop constraint promotion_check1;

-- Null: the shop doesn't know why the order is late.
alter table order_delay alter column reason drop not null;

-- When the rider first tried to hand the order over: that was in time or not. `tried_at` is the latest try. Of earlier runs only that
-- one is known.
alter table delivery_run add column first_tried_at timestamptz;
update delivery_run set first_tried_at = tried_at where tried_at is not null;
drop trigger audit on delivery_run;
create trigger audit after update of outcome, received_by, tries, brought_back_at on delivery_run for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'id,order_id,taken_at,ended_at,tried_at,first_tried_at,try_sent_at,photo');
