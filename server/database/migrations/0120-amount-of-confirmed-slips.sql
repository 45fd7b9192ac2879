-- How much came by a slip's transfer, which may be another sum than its order's; null for what was confirmed before.
alter table slip add column confirmed_cents bigint;
