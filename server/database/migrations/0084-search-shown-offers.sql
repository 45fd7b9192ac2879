-- As before, but with `of_struck` a reduced price is on offer only while the regular one is shown: see 0033.
drop function search_candidates;
-- Returns up to 240 products within a filter: those of the query `plain`, then those of all queries in `wide`, each first of
-- the sample. Stops at the first 240, and at 3,000 that aren't within the filter. Null is no limit, or no query.
--
-- `wide` has four queries, one for each word: the index intersects them in half the time that one query of all words takes.
--
-- A function, so that each connection plans it once; for any query, since the planner takes words as independent of each
-- other, and would scan a million products for two words that are hardly ever in one name.
create function search_candidates(
  plain tsquery, wide tsquery[], wished tsquery, of_archived boolean, of_category text, of_sellable boolean,
  of_switched_on boolean, of_on_offer boolean, of_struck boolean, offered_products uuid[], offered_categories text[],
  min_price int, max_price int
) returns table (
  id uuid, words text, has_wished boolean, sellable boolean, category text, on_offer boolean, offer_price_cents int
)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  of_seller boolean := of_archived or of_switched_on is not null;
begin
  return query
  select product.id, entry.words, coalesce(entry.terms @@ wished, false), product.sellable, product.category,
    reduced.shown or id = any(offered_products) or category = any(offered_categories), product.offer_price_cents
  from (
    select * from search_entry where sampled and terms @@ plain
    union all
    select * from search_entry where not sampled and terms @@ plain
    union all
    select * from search_entry where sampled and (terms @@ plain) is not true
      and terms @@ wide[1] and terms @@ wide[2] and terms @@ wide[3] and terms @@ wide[4]
    union all
    select * from search_entry where not sampled and (terms @@ plain) is not true
      and terms @@ wide[1] and terms @@ wide[2] and terms @@ wide[3] and terms @@ wide[4]
    limit 3000
  ) as entry
  join lateral (
    -- Of the shop's lists, the index product_in_order has all that is needed.
    select id, sellable, category, on_offer, offer_price_cents from product
    where id = entry.product_id and archived_at is null and not of_seller
    union all
    select id, sellable, category, on_offer, offer_price_cents from product
    where id = entry.product_id and of_seller and (archived_at is not null) = of_archived
      and (of_switched_on is null or in_stock = of_switched_on)
  ) as product on true
  -- Only of a reduced product, and only in a shop whose struck prices have to have been asked for, is the row itself read.
  cross join lateral (
    select product.on_offer and (not of_struck or exists (
      select from product as whole where whole.id = product.id and whole.struck_until is not null)) as shown
  ) as reduced
  where (of_category is null or category = of_category)
    and (of_sellable is null or sellable = of_sellable)
    and (of_on_offer is null
      or (reduced.shown or id = any(offered_products) or category = any(offered_categories)) = of_on_offer)
    and (min_price is null or offer_price_cents >= min_price)
    and (max_price is null or offer_price_cents <= max_price)
  limit 240;
end $$;
