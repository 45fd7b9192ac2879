-- Which tax a product bears: a class of the shop's settings. A class that the settings don't have counts as standard.
alter table product
  add column tax_class text not null default 'standard' check (tax_class <> '' and length(tax_class) <= 50);

-- The sums of an order: amount = subtotal - discount + shipping, and the tax where it is added.
alter table shop_order
  add column discount_cents bigint not null default 0 check (discount_cents between 0 and subtotal_cents),
  add column shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  add column taxes jsonb; -- [{basisPoints, base, tax}] for each rate above zero, in cents; null: an older order

alter table order_line
  add column discount_cents bigint not null default 0 check (discount_cents >= 0), -- its share of the order's discounts
  add column tax_basis_points int; -- the rate of its class when it was ordered; null: an older order
