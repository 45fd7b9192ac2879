-- Lists by name read the index alone only if it has the names themselves, too: PostgreSQL doesn't see that the expression is
-- enough. With a limit of the price it read most rows of a million products before the first that was within it.
drop index product_by_name;
drop index product_by_thai_name;
set local maintenance_work_mem = '256MB';
create index product_by_name on product (lower(name), id) include (sellable, on_offer, category, offer_price_cents, name)
  where archived_at is null;
create index product_by_thai_name on product (lower(coalesce(name_th, name)), id)
  include (sellable, on_offer, category, offer_price_cents, name, name_th) where archived_at is null;
