-- The words of the catalogue's names: thousands, where names are millions. A mistyped word is compared with these, and a
-- search for a word that no product has ends here.
create table product_word (
  word text not null,
  gone_at timestamptz -- when no product was found to have it any more; it is removed a day later, if that stays so
);
-- Nothing here is unique: of two writers with the same new word one would wait for the other's transaction, and each for
-- the other's where there are two. Both add it, and the nightly job removes doubles.
create index product_word_exact on product_word (word);
create index product_word_close on product_word using gin (word gin_trgm_ops) with (fastupdate = off);

-- The words of a text, without numbers and single letters. Thai knows no spaces: a phrase of it is one word here.
create function search_words(text) returns setof text language sql immutable parallel safe
begin atomic
  select word
  from string_to_table(translate($1, E',.;:!?()[]{}"/\t\n\r', '                 '), ' ') as word
  where length(word) > 1 and translate(word, '0123456789', '') <> '';
end;

-- Products that come, all of a statement at once.
create function add_words_of_new() returns trigger language plpgsql as $$
begin
  insert into product_word (word)
  select word from (select distinct search_words(search_text) as word from made where archived_at is null) as words
  where not exists (select from product_word as known where known.word = words.word and known.gone_at is null);
  return null;
end $$;
create trigger product_words_new after insert on product referencing new table as made
  for each statement execute function add_words_of_new();

-- Products that are renamed or come back. Stock that an order takes passes by without a call.
create function add_words_of_changed() returns trigger language plpgsql as $$
begin
  insert into product_word (word)
  select word from (select distinct search_words(new.search_text) as word) as words
  where not exists (select from product_word as known where known.word = words.word and known.gone_at is null);
  return null;
end $$;
create trigger product_words_changed after update of name, name_th, archived_at on product
  for each row when (new.archived_at is null) execute function add_words_of_changed();

insert into product_word (word) select distinct search_words(search_text) from product where archived_at is null;
analyze product_word;
