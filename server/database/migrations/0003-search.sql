-- The catalogue at a million products.

-- Lets the category stand in the same index as the text.
create extension if not exists btree_gin;

-- Each character of a text and each two that follow one another: what a search for one or two characters is found by,
-- of which there are no trigrams. A text that holds a line break gives a few too many, never too few.
create function search_pieces(text) returns text[] language sql immutable parallel safe
  return string_to_array($1, null)
    || string_to_array(regexp_replace($1, '(..)', E'\\1\n', 'g'), E'\n')
    || string_to_array(regexp_replace(substr($1, 2), '(..)', E'\\1\n', 'g'), E'\n');

set local maintenance_work_mem = '256MB';

drop index product_by_id;
drop index product_sellable;
drop index product_sellable_price;
drop index product_search;
drop index product_low;

-- Room on each page for a changed row, which then stays where the indexes point.
alter table product set (
  fillfactor = 90,
  -- Lists are read from indexes alone as far as a vacuum has seen the table.
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05
);
-- No index holds `stock`: an order that takes some writes the row and no index, until the last few pieces.
alter table product add column few_left int generated always as (case when stock <= 5 then stock end) stored;
create index product_low on product (few_left, id) where archived_at is null and sellable and few_left is not null;

-- The ways through the whole list hold what lists are filtered by, so that a search reads no row that it doesn't show.
create index product_in_order on product (id) include (sellable, category, search_text) where archived_at is null;
create index product_by_price on product (offer_price_cents, id) include (sellable, category, search_text)
  where archived_at is null;
create index product_search on product using gin (category, search_text gin_trgm_ops) where archived_at is null;
create index product_search_pieces on product using gin (search_pieces(search_text)) where archived_at is null;

-- Whether to walk a list or to look a text up depends on how many products hold it; the usual sample misses one of sixty
-- at every fifth look. The statistics of an index on an expression aren't asked for this, so they aren't made.
alter table product alter column search_text set statistics 500;
create statistics product_search_pieces_held on search_pieces(search_text) from product;
alter index product_search_pieces alter column 1 set statistics 0;
