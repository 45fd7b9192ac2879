-- The audit log also has what a seller decides of a slip, to which time a seller moves an order, and whose session an owner ends.
create trigger audit after insert on order_move for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'order_id,at,moved_by,from_end,to_end');

-- Its state is called slip there: an order's address has a state too.
create function audit_decided_slip() returns trigger language plpgsql as $$
declare
  actor text := current_setting('talad.actor', true);
  changed_before jsonb := jsonb_build_object('slip', old.state);
  changed_after jsonb := jsonb_strip_nulls(
    jsonb_build_object('slip', new.state, 'reason', new.reason, 'confirmed_cents', new.confirmed_cents));
begin
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  select actor, 'money', 'changed', id, '#' || number, changed_before, changed_after,
         left(lower(concat_ws(' ', '#' || number, actor, id, changed_before::text, changed_after::text)), 4000)
  from shop_order where id = new.order_id;
  return null;
end $$;
create trigger audit after update of state on slip for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '' and old.state <> new.state)
  execute function audit_decided_slip();

create function audit_ended_session() returns trigger language plpgsql as $$
declare
  actor text := current_setting('talad.actor', true);
begin
  -- One's own logout is no change of the staff; an account that is removed has an entry of its own.
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  select actor, 'staff', 'changed', id, email, jsonb_build_object('client', nullif(old.client, '')), '{}',
         left(lower(concat_ws(' ', email, actor, id, old.client)), 4000)
  from seller where id = old.seller_id and email <> actor;
  return null;
end $$;
create trigger audit after delete on seller_session for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_ended_session();
