-- Sold out and switched off by the seller are two lists. Both are counted and paged in the order of these.
create index product_sold_out on product (id) where archived_at is null and not sellable and in_stock;
create index product_switched_off on product (id) where archived_at is null and not in_stock;
