-- What sellers search orders by: beside name and phone the shopper's e-mail and the street. Products aren't in it: a word
-- that is in every third order would make a search read all of them.
alter table shop_order add column email text;
update shop_order set email = shopper.email from shopper where shopper.id = shop_order.shopper_id;

-- Curly apostrophes become straight ones, as in what is searched for.
drop index shop_order_search;
alter table shop_order drop column search_text;
alter table shop_order add column search_text text not null generated always as (translate(lower(
  coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', '') || ' '
  || coalesce(address->>'phone', '') || ' '
  || regexp_replace(coalesce(address->>'phone', ''), '[^0-9]', '', 'g') || ' '
  || coalesce(address->>'street', '') || ' ' || coalesce(email, '')), '‘’ʼ', '''''''')) stored;
create index shop_order_search on shop_order using gin (search_text gin_trgm_ops) where listed;
