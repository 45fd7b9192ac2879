-- As Stripe calls them: a refund requires action until the shopper names a bank account.
alter table payment rename column waiting_refunds to refunds_needing_action;
-- Repeated events are recognised by these ids.
update payment_event set kind = renamed.now, id = replace(id, replace(before, ' ', '-'), replace(renamed.now, ' ', '-'))
from (values ('refund waits', 'refund needs action'), ('refund moves', 'refund continues')) as renamed (before, now)
where kind = renamed.before;
