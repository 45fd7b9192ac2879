-- Thai names in the order of a dictionary, by ICU: a vowel before its consonant counts after it, so แตงโม is among ต.
create collation thai (provider = icu, locale = 'th');

drop index product_by_thai_name;
set local maintenance_work_mem = '256MB';
create index product_by_thai_name on product (lower(coalesce(name_th, name)) collate thai, id)
  include (sellable, on_offer, category, offer_price_cents, name, name_th) where archived_at is null;
