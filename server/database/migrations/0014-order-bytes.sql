-- How much a line weighs in a list of orders, so that a page can end before it is too heavy without reading what it leaves out.
alter table order_line add column product_bytes int not null
  generated always as (octet_length(product::text)) stored;
