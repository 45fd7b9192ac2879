-- is_default answered two questions at once: which zone is shown before an address is known, which it goes on to say, and
-- which zone has the addresses in the shop's country whose place isn't recognised.
alter table delivery_zone add column takes_unknown boolean not null default false;
update delivery_zone set takes_unknown = is_default;
create unique index delivery_zone_of_unknown on delivery_zone (takes_unknown) where takes_unknown; -- one zone at most
