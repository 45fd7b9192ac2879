-- Orders of a shopper that await payment, of which there may be a few only.
create index shop_order_unpaid on shop_order (shopper_id) where status = 'Awaiting payment';
