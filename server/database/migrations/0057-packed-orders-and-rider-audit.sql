-- When the goods of an order were packed: finer than its status, which stays Packing until it leaves. One that leaves without
-- having been marked counts as packed then, by nobody.
create table order_packed (
  order_id uuid primary key references shop_order on delete cascade,
  packed_at timestamptz not null default now(),
  packed_by text -- e-mail of the seller who said so
);
create function announce_packed() returns trigger language plpgsql as $$
begin
  perform pg_notify('orders', id || ' ' || shopper_id || ' ' || status) from shop_order
  where id = coalesce(new.order_id, old.order_id);
  return null;
end $$;
create trigger order_was_packed after insert or delete on order_packed for each row execute function announce_packed();
create trigger audit_packed after insert on order_packed for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '' and new.packed_by is not null)
  execute function audit_change('order', 'order_id', 'order', 'order_id,packed_by');
create trigger audit_unpacked after delete on order_packed for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'order_id,packed_by');

-- What staff do with riders' orders and cash: how a run ended, who took the goods, and cash that was counted in.
create trigger audit after update of outcome, received_by, tries on delivery_run for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'id,order_id,taken_at,ended_at,photo');
create trigger audit after insert on rider_count for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'id', 'rider', 'id,rider,counted_by,at');
