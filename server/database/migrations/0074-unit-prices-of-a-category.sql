-- A category in the order of unit prices: the index of all products begins with other categories, water and ice, of which
-- a list of cakes read every one. The category is the term of an entry that begins with #.
set local maintenance_work_mem = '256MB';
create index search_entry_category_unit_price on search_entry (substring(words from '#(\S+)'), unit_price, product_id);
