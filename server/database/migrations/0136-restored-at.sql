-- When this database was restored from a backup, until an owner says that it is the shop now: a copy must not refund,
-- cancel and mail what the shop does itself.
alter table shop_id add column restored_at timestamptz;
