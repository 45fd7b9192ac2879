-- Sellers correct where an order goes. The version counts the corrections: one is refused if its seller saw an older address.
alter table shop_order add column address_version integer not null default 1;

-- When an order's address was corrected, and by whom: the seller sees it in the order's history. What was corrected is in the audit
-- log only, so that there is one copy of earlier addresses to erase.
create table order_address_correction (
  order_id uuid not null references shop_order on delete cascade,
  at timestamptz not null default clock_timestamp(),
  corrected_by text not null, -- the e-mail of the seller
  primary key (order_id, at)
);

-- The screens show where an order goes: they are told when that is corrected.
drop trigger order_changed on shop_order;
create trigger order_changed
  after update of status, is_paid, refunded_cents, balance_cents, window_id, address_version on shop_order
  for each row execute function announce_order_change();

-- The audit log has the corrected fields of the address, and the zone if the order goes to another one.
create function audit_corrected_address() returns trigger language plpgsql as $$
declare
  old_fields jsonb := old.address || jsonb_build_object('zone', old.delivery_zone -> 'name');
  new_fields jsonb := new.address || jsonb_build_object('zone', new.delivery_zone -> 'name');
  actor text := current_setting('talad.actor', true);
  subject text := '#' || new.number;
  changed_before jsonb;
  changed_after jsonb;
begin
  select coalesce(jsonb_object_agg(key, old_fields -> key) filter (where old_fields -> key <> 'null'), '{}'),
         coalesce(jsonb_object_agg(key, new_fields -> key) filter (where new_fields -> key <> 'null'), '{}')
    into changed_before, changed_after
    from jsonb_object_keys(old_fields || new_fields) key
    where old_fields -> key is distinct from new_fields -> key;
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  values (actor, 'order', 'changed', new.id, subject, changed_before, changed_after,
          left(lower(concat_ws(' ', subject, actor, new.id, changed_before::text, changed_after::text)), 4000));
  return null;
end $$;
-- Only corrections count the version: erasing a shopper leaves no entry with what is erased.
create trigger audit_corrected_address after update of address_version on shop_order for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '' and old.address_version <> new.address_version)
  execute function audit_corrected_address();
