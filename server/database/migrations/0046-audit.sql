-- What staff changed: who, what, before and after, without IP addresses. Written by triggers in the transaction of the change, if the
-- connection has an actor (server/common/actor.ts); so no operation can forget it, and shoppers' changes cost nothing.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  made_by text not null, -- the e-mail address, which stays when the account is removed
  kind text not null check (kind in ('product', 'order', 'money', 'promotion', 'delivery', 'settings', 'staff', 'search')),
  action text not null check (action in ('added', 'changed', 'removed')),
  subject_id text not null,
  subject text not null,
  before jsonb not null,
  after jsonb not null,
  words text not null -- what the search looks through
);
create index audit_entry_at on audit_entry (at, id);
create index audit_entry_by on audit_entry (made_by, at, id);
create index audit_entry_kind on audit_entry (kind, at, id);
create index audit_entry_words on audit_entry using gin (words gin_trgm_ops);

-- Arguments: the kind; the column with the subject's id; the column with its name, or 'order' for the number of the order; the
-- columns that are left out: derived ones, who and when, which the entry has itself, and secrets.
create function audit_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(new_row, old_row);
  left_out text[] := string_to_array(tg_argv[3], ',');
  actor text := current_setting('talad.actor', true);
  changed_before jsonb;
  changed_after jsonb;
  named text;
begin
  select coalesce(jsonb_object_agg(key, old_row -> key) filter (where old_row -> key <> 'null'), '{}'),
         coalesce(jsonb_object_agg(key, new_row -> key) filter (where new_row -> key <> 'null'), '{}')
    into changed_before, changed_after
    from jsonb_object_keys(any_row) key
    where key <> all (left_out) and old_row -> key is distinct from new_row -> key;
  if tg_op = 'UPDATE' and changed_before = '{}' and changed_after = '{}' then return null; end if;
  if tg_argv[2] = 'order' then
    select '#' || number into named from shop_order where id = (any_row ->> 'order_id')::uuid;
  else named := any_row ->> tg_argv[2];
  end if;
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  values (actor, tg_argv[0], case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end,
          any_row ->> tg_argv[1], coalesce(named, ''), changed_before, changed_after,
          left(lower(concat_ws(' ', named, actor, any_row ->> tg_argv[1], changed_before::text, changed_after::text)), 4000));
  return null;
end $$;

create trigger audit after insert or update or delete on product for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('product', 'id', 'name', 'id,added_by,asked_since,attempt,attempt_fingerprint,count_no,created_at,demo,few_left,last_edit,on_offer,search_text,sellable,struck_until,updated_at');
create trigger audit after insert or update or delete on order_event for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('order', 'order_id', 'order', 'order_id,at,done_by,undone_by');
create trigger audit after insert or update or delete on refund for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'order_id', 'order', 'id,order_id,at,made_by,attempt,gateway_cents,gateway_due');
create trigger audit after insert or update or delete on money_movement for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'order_id', 'order', 'id,order_id,at,made_by');
create trigger audit after insert or update or delete on promotion for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('promotion', 'id', 'name', 'id,changed_at,changed_by,created_at,uses,version');
create trigger audit after insert or update or delete on delivery_zone for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('delivery', 'id', 'name', 'id,changed_at,changed_by,created_at,version');
create trigger audit after insert or update or delete on window_template for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('delivery', 'id', 'starts', 'id,changed_at,changed_by,created_at,version');
create trigger audit after insert or update or delete on setting for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('settings', 'topic', 'topic', 'topic,changed_at,changed_by,version');
create trigger audit after insert or update or delete on seller for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('staff', 'id', 'email', 'id,created_at,updated_at,last_seen_at');
create trigger audit after insert or update or delete on staff_invitation for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('staff', 'id', 'email', 'id,token_hash,invited_by,created_at');
create trigger audit after insert or update or delete on search_synonym for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('search', 'id', 'one', 'id,created_at,one_folded,other_folded');
