-- A zone that has every address in the shop's country that no other zone has. It has no areas, and is looked up last.
alter table delivery_zone add column everywhere boolean not null default false;
create unique index delivery_zone_everywhere on delivery_zone (everywhere) where everywhere; -- one zone at most
alter table delivery_zone add check (not (everywhere and takes_unknown)); -- it has the addresses that aren't recognised anyhow
