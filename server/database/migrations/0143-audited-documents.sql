-- A full tax invoice that is made at the counter is in the audit log. Documents of jobs have no actor.
create trigger audit after insert on document for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'id,order_id,content,created_at,day,exempt_cents,refers_to,refund_id,tax_cents,taxed_cents,total_cents');
