-- The prices that were asked for, so that a price is struck through only if it was one of them.
create table price_history (
  product_id uuid not null references product on delete cascade,
  cents int not null,
  asked_from timestamptz not null,
  asked_until timestamptz not null
);
create index price_history_product on price_history (product_id, cents);
create index price_history_until on price_history (asked_until);

-- What was asked for before this migration isn't known.
alter table product add column asked_since timestamptz not null default now();
-- Until when price_cents may be shown struck through; null if it may not be.
alter table product add column struck_until timestamptz;
create index product_struck_until on product (struck_until) where struck_until is not null;

-- An archived product is asked for at no price. A price counts that was asked for at least a day.
create function follow_price() returns trigger language plpgsql as $$
begin
  if new.offer_price_cents <> old.offer_price_cents or (new.archived_at is null) <> (old.archived_at is null) then
    if old.archived_at is null then
      insert into price_history values (old.id, old.offer_price_cents, old.asked_since, now());
    end if;
    new.asked_since := now();
  end if;
  new.struck_until := (
    select max(asked_until) + interval '30 days' from price_history
    where new.price_cents > new.offer_price_cents and product_id = new.id and cents = new.price_cents
      and asked_until - asked_from >= interval '1 day' and asked_until > now() - interval '30 days');
  return new;
end $$;
create trigger product_price_followed before update of price_cents, offer_price_cents, archived_at on product
  for each row when ((new.price_cents, new.offer_price_cents, new.archived_at)
    is distinct from (old.price_cents, old.offer_price_cents, old.archived_at))
  execute function follow_price();
