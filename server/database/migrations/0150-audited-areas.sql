-- The places of a zone in the audit log: an entry about the zone for those that a statement added, and one for those that it removed.
create function audit_areas() returns trigger language plpgsql as $$
declare
  actor text := current_setting('talad.actor', true);
begin
  insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
  select actor, 'delivery', 'changed', zone.id, zone.name,
    case tg_op when 'DELETE' then places.codes else '{}' end, case tg_op when 'INSERT' then places.codes else '{}' end,
    left(lower(concat_ws(' ', zone.name, actor, zone.id::text, places.codes::text)), 4000)
  from (
    select zone_id, jsonb_build_object('codes', jsonb_agg(code order by kind, code)) as codes from changed group by zone_id
  ) as places
  join delivery_zone zone on zone.id = places.zone_id;
  return null;
end $$;
create trigger audit_added after insert on delivery_area referencing new table as changed for each statement
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_areas();
create trigger audit_removed after delete on delivery_area referencing old table as changed for each statement
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_areas();
