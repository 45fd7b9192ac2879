-- What a shopper calls an address ("Home"), what the rider should know, and when an order last went there.
alter table address
  add column label text,
  add column note text,
  add column is_default boolean not null default false,
  add column last_used_at timestamptz;

-- At most one default, also when two are chosen at the same instant.
create unique index address_one_default on address (shopper_id) where is_default;

-- Orders keep a copy of the address, not its id, so the copies tell when an address was last used.
update address set last_used_at = (
  select max(shop_order.created_at) from shop_order
  where shop_order.shopper_id = address.shopper_id
    and shop_order.address ->> 'firstName' = address.first_name
    and shop_order.address ->> 'street' = address.street
    and shop_order.address ->> 'phone' = address.phone);
