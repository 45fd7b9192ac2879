-- Marks the changes of a price because the order was cancelled, or is sold after all. Sellers may type their reason, too.
alter table money_movement
  add column is_cancellation boolean not null default false,
  add constraint money_movement_cancellation check (kind = 'due' or not is_cancellation);
alter table money_movement disable trigger money_movement_is_final;
-- A refund and its movement have the time of their transaction.
update money_movement set is_cancellation = true
where kind = 'due' and reason = 'cancelled'
  and not exists (select from refund where order_id = money_movement.order_id and at = money_movement.at);
alter table money_movement enable trigger money_movement_is_final;

-- The audit log shows the reason instead.
drop trigger audit on money_movement;
create trigger audit after insert or update or delete on money_movement for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'order_id', 'order', 'id,order_id,at,made_by,is_cancellation');
