-- Identifies this database, so that stores of pictures can be marked as its own. Not in backups: a restored copy must
-- not delete the pictures of the shop.
create table shop_id (id uuid not null default gen_random_uuid());
create unique index shop_id_one on shop_id ((true)); -- one row
insert into shop_id default values;
