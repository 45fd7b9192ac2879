-- The Idempotency-Key of a request has its usual name.
alter table address rename column attempt to idempotency_key;
alter table product rename column attempt to idempotency_key;
alter table product rename column attempt_fingerprint to form_fingerprint;
alter table refund rename column attempt to idempotency_key;
alter table shop_order rename column attempt to idempotency_key;
alter index address_attempt rename to address_idempotency_key;
alter index product_attempt rename to product_idempotency_key;
alter index refund_attempt rename to refund_idempotency_key;
alter table shop_order rename constraint shop_order_shopper_id_attempt_key to shop_order_shopper_id_idempotency_key_key;

-- The audit log leaves the keys out.
drop trigger audit on product;
create trigger audit after insert or update or delete on product for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('product', 'id', 'name', 'id,added_by,asked_since,idempotency_key,form_fingerprint,count_no,created_at,demo,few_left,last_edit,on_offer,search_text,sellable,struck_until,updated_at');
drop trigger audit on refund;
create trigger audit after insert or update or delete on refund for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'order_id', 'order', 'id,order_id,at,made_by,idempotency_key,gateway_cents,gateway_due');
