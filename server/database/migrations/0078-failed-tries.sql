-- When a rider last tried in vain to hand the order over: its shopper and the sellers are told.
alter table delivery_run add column tried_at timestamptz;
update delivery_run set tried_at = ended_at where outcome = 'came back';
