-- Every server process hears of a change of promotions when it is committed, and drops what shows them. Apart from the
-- catalogue's channel, so that an order of counted stock doesn't make every process read the promotions again.
create function announce_promotion_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('promotions', '');
  return null;
end $$;
drop trigger promotion_changed on promotion;
create trigger promotion_changed after insert or delete or truncate or update of name, name_th, code, terms,
    minimum_cents, first_order, starts_at, ends_at, max_uses, max_uses_of_shopper, enabled, archived_at on promotion
  for each statement execute function announce_promotion_change();

-- Promotions may take off all that an order costs.
alter table shop_order drop constraint shop_order_amount_cents_check;
alter table shop_order add constraint shop_order_amount_cents_check check (amount_cents >= 0);
