-- What an order costs now is its cost everywhere, and what was paid out of it isn't called a refund, which only takes
-- something off its cost.
alter table shop_order rename column refunded_cents to paid_out_cents;
alter table shop_order rename constraint shop_order_refunded to shop_order_paid_out;

alter table money_movement
  drop constraint money_movement_kind_check,
  drop constraint money_movement_check,
  drop constraint money_movement_cancellation;
alter table money_movement disable trigger money_movement_is_final;
update money_movement set kind = 'cost' where kind = 'due';
alter table money_movement enable trigger money_movement_is_final;
alter table money_movement
  add constraint money_movement_kind_check check (kind in ('cost', 'received', 'paid out', 'rounded')),
  add constraint money_movement_check check ((kind in ('cost', 'rounded')) = (method is null)),
  add constraint money_movement_cancellation check (kind = 'cost' or not is_cancellation);
update audit_entry set
  before = case before ->> 'kind' when 'due' then before || '{"kind": "cost"}' else before end,
  after = case after ->> 'kind' when 'due' then after || '{"kind": "cost"}' else after end,
  words = replace(words, '"kind": "due"', '"kind": "cost"')
where kind = 'money' and 'due' in (before ->> 'kind', after ->> 'kind');
