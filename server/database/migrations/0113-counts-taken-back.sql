-- A mistaken count of a rider's cash is taken back by a row of the opposite sum, once. Nothing is deleted.
alter table rider_count add column takes_back uuid unique references rider_count (id);
alter table rider_count drop constraint rider_count_check;
alter table rider_count add constraint rider_count_check check (
  takes_back is not null or handed_cents between least(owed_cents, 0) and greatest(owed_cents, 0));

-- The log of changes names the sums, not the row that is taken back.
drop trigger audit on rider_count;
create trigger audit after insert on rider_count for each row
  when (coalesce(current_setting('talad.actor', true), '') <> '')
  execute function audit_change('money', 'id', 'rider', 'id,rider,counted_by,at,takes_back');
