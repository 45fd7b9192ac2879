-- Orders from before tax classes had one rate: 2% on top of their prices, 7% within them, or what their tax comes to.
with earlier as (
  select id, tax_cents, amount_cents > subtotal_cents - discount_cents + shipping_cents as is_added,
    least(amount_cents, subtotal_cents - discount_cents + shipping_cents) as base
  from shop_order where taxes is null and tax_cents > 0
)
update shop_order set taxes = jsonb_build_array(jsonb_build_object('basisPoints', case
    when is_added and earlier.tax_cents = floor(base * 0.02) then 200
    when is_added then round(earlier.tax_cents * 10000.0 / base)
    when earlier.tax_cents = floor(base * 7 / 107.0) then 700
    else round(earlier.tax_cents * 10000.0 / (base - earlier.tax_cents))
  end::int, 'base', base, 'tax', earlier.tax_cents))
from earlier where shop_order.id = earlier.id;

update shop_order set taxes = '[]' where taxes is null;
alter table shop_order alter column taxes set default '[]', alter column taxes set not null;

update order_line set tax_basis_points = coalesce((taxes->0->>'basisPoints')::int, 0)
from shop_order where shop_order.id = order_id and tax_basis_points is null;
alter table order_line alter column tax_basis_points set default 0, alter column tax_basis_points set not null;
