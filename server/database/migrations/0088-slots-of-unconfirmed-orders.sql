-- Orders as soon as possible that the shop hasn't confirmed are limited like those in windows, by slots of their own numbers.
alter table shop_order rename column window_slot to unconfirmed_slot;
alter index shop_order_window_slot rename to shop_order_unconfirmed_slot;
