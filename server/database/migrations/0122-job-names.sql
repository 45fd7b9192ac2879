-- Jobs have the names of what they do. Queued ones, also those of a restored backup, run under the new names.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  update graphile_worker._private_tasks set identifier = renamed.now
  from (values ('follow-money', 'update-sale-and-documents'),
               ('follow-payment', 'poll-payment'),
               ('follow-unconfirmed', 'apply-unconfirmed-rule')) as renamed (before, now)
  where identifier = renamed.before;
  update graphile_worker._private_jobs set key = renamed.now || substr(key, length(renamed.before) + 1)
  from (values ('follow-money:', 'update-sale-and-documents:'), ('follow:', 'poll:')) as renamed (before, now)
  where starts_with(key, renamed.before);
end $$;
