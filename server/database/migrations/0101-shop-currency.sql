-- The currency of the shop's prices and orders, as ISO 4217 code: amounts are stored without one, and another currency in
-- shop.config.ts would show them as if they were in it.
create table shop_currency (code text not null check (code ~ '^[A-Z]{3}$'));
create unique index shop_currency_one on shop_currency ((true)); -- one row at most
