-- Every server process hears of a setting that was saved, and reads the shop's settings again: pages and prices depend on them.
create function announce_setting() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings', '');
  return null;
end $$;
create trigger setting_changed after insert or update or delete on setting
  for each statement execute function announce_setting();

-- What keeps a category or a tax class from being removed: its products, archived ones too.
create index product_of_category on product (category);
create index product_of_tax_class on product (tax_class) where tax_class <> 'standard';
