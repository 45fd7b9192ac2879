-- The part of an order's delivery fee that is for its window, as it was when the order was placed. Its shopper can move it to windows
-- with at most this fee; the fee of its window may change, and another window may have another one.
alter table shop_order
  add column window_fee_cents bigint not null default 0 check (window_fee_cents >= 0); -- 0 without a window
-- Of earlier orders only the whole delivery fee is stored. Unless they were moved, or the fee of their window has changed, they
-- paid what their window costs now. It matters for at most a week: no window to come is later.
update shop_order set window_fee_cents = fee_cents
from delivery_window where delivery_window.id = window_id and fee_cents > 0;
