-- An order gives back only what it took from the count that it took it from. Pieces of a product that wasn't counted, or
-- that was counted anew since, are on nobody's list: giving them back would sell what isn't there.
alter table product add column count_no int not null default 0; -- goes up each time counting begins
create function begin_count() returns trigger language plpgsql as $$
begin
  new.count_no = old.count_no + 1;
  return new;
end $$;
create trigger product_count_begins before update of stock on product
  for each row when (old.stock is null and new.stock is not null) execute function begin_count();

alter table order_line add column count_no int; -- the count that its pieces were taken from; null: none
-- Orders that can still be cancelled. Their copies of the product say whether it was counted when it was ordered.
update order_line set count_no = 0
from shop_order
where shop_order.id = order_line.order_id and order_line.product->>'stock' is not null
  and (shop_order.status in ('Awaiting payment', 'Order Placed', 'Confirmed', 'Packing', 'Out for delivery')
    or shop_order.status = 'Delivered' and shop_order.updated_at > now() - interval '2 days');
