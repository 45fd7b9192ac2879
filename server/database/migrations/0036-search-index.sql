-- The search's index: what products are found by, computed by server/search from their names, category and size.
create table search_entry (
  product_id uuid primary key references product on delete cascade,
  english text[] not null, -- the words of the name, in order
  thai text[] not null,
  also text[] not null, -- what else finds it: its shelf and size, two English words written as one
  terms tsvector not null generated always as (array_to_tsvector(english || thai || also)) stored,
  described tsvector not null, -- all of these and the words of the description: where nothing else finds the product
  unit_price float8 not null -- cents for a kilogram or litre; above 1e10 for a piece; above 2e10 if the size can't be read
);
alter table search_entry alter column terms set statistics 500;
create index search_entry_terms on search_entry using gin (terms);
create index search_entry_described on search_entry using gin (described);
create index search_entry_unit_price on search_entry (unit_price, product_id);

-- The different words of names: for beginnings and misspellings. Servers read those with a higher id than they know.
create table search_word (
  word text primary key,
  id bigint not null generated always as identity
);
create index search_word_new on search_word (id);

-- Products whose entry is missing or outdated. No unique key: concurrent writers of a product never wait for each other.
create table search_pending (product_id uuid not null);

-- Which version of the words and rules made the entries. If it is another one, all are made again.
create table search_version (version text not null);

create function search_new_products() returns trigger language plpgsql as $$
begin
  insert into search_pending select id from made;
  return null;
end $$;
create trigger product_searched_new after insert on product referencing new table as made
  for each statement execute function search_new_products();

create function search_changed_product() returns trigger language plpgsql as $$
begin
  insert into search_pending values (new.id);
  return null;
end $$;
-- An order that takes stock passes by without a call.
create trigger product_searched_changed
  after update of name, name_th, description, description_th, category, weight, offer_price_cents, archived_at on product
  for each row execute function search_changed_product();

insert into search_pending select id from product;

-- What it replaces.
drop trigger product_words_new on product;
drop trigger product_words_changed on product;
drop function add_words_of_new;
drop function add_words_of_changed;
drop table product_word;
drop function search_words;
drop index product_search;
drop index product_search_pieces;
drop statistics product_search_pieces_held;
drop function search_pieces;

-- Lists read these without the rows. They hold what lists are filtered by; the text is in the search's index now.
set local maintenance_work_mem = '256MB';
alter table product add column on_offer boolean not null generated always as (offer_price_cents < price_cents) stored;
drop index product_in_order;
drop index product_by_price;
create index product_in_order on product (id) include (sellable, on_offer, category, offer_price_cents) where archived_at is null;
create index product_by_price on product (offer_price_cents, id) include (sellable, on_offer, category)
  where archived_at is null;
-- Lists by name, in each language.
create index product_by_name on product (lower(name), id) include (sellable, on_offer, category, offer_price_cents)
  where archived_at is null;
create index product_by_thai_name on product (lower(coalesce(name_th, name)), id)
  include (sellable, on_offer, category, offer_price_cents) where archived_at is null;
