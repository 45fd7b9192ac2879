-- Counts the changes of an address: an order is refused if its shopper saw an older one.
alter table address add column version integer not null default 1;
