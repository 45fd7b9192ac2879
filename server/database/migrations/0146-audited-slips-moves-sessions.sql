-- The audit log also has what a seller decides of a slip, to which time a seller moves an order, and whose session an owner ends.
create trigger audit after insert on order_move for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'order_id,at,moved_by,from_end,to_end');

-- Adds the entry of a change by the connection's actor, for triggers that name and choose the values themselves.
create function add_audit_entry(kind text, subject_id uuid, subject text, before jsonb, after jsonb) returns void
  language sql as $$
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  select actor, kind, 'changed', subject_id, subject, before, after,
         left(lower(concat_ws(' ', subject, actor, subject_id, before::text, after::text)), 4000)
  from current_setting('talad.actor', true) as actor
$$;

-- Its state is called slip there: an order's address has a state too.
create function audit_decided_slip() returns trigger language plpgsql as $$
begin
  perform add_audit_entry('money', id, '#' || number, jsonb_build_object('slip', old.state),
    jsonb_strip_nulls(jsonb_build_object('slip', new.state, 'reason', new.reason, 'confirmed_cents', new.confirmed_cents)))
  from shop_order where id = new.order_id;
  return null;
end $$;
create trigger audit after update of state on slip for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '' and old.state <> new.state)
  execute function audit_decided_slip();

create function audit_ended_session() returns trigger language plpgsql as $$
begin
  -- One's own logout is no change of the staff; an account that is removed has an entry of its own.
  perform add_audit_entry('staff', id, email, jsonb_build_object('client', nullif(old.client, '')), '{}')
  from seller where id = old.seller_id and email <> current_setting('talad.actor', true);
  return null;
end $$;
create trigger audit after delete on seller_session for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_ended_session();
