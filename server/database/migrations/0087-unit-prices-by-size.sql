-- Products of one category and one size, in the order of unit prices, which among them is that of prices: a list by unit price
-- within limits of the price reads the first of each size that is within them. It walked a million products for the dearest.
drop index search_entry_category_unit_price;
set local maintenance_work_mem = '256MB';
create index search_entry_size_unit_price on search_entry (
  substring(words from '#(\S+)'), coalesce(substring(words from '@([0-9]\S*)'), ''), unit_price, product_id
);
