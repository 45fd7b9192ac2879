-- How the last deliveries of mail went, for every process. Unlogged, since it is true of this moment only: it isn't
-- backed up, and after a crash of the database the next delivery writes it anew.
create unlogged table mail_health (
  single boolean primary key default true check (single), -- at most one row
  delivered_at timestamptz, -- the last success, to the minute
  failing_since timestamptz, -- the first failure since then; null while mail goes out
  reason text check (reason in ('unreachable', 'login_refused', 'refused')),
  check ((failing_since is null) = (reason is null))
);
