-- When an order was moved to another delivery window, from when to when, and by whom: the seller sees it in the order's history.
create table order_move (
  order_id uuid not null references shop_order on delete cascade,
  at timestamptz not null default clock_timestamp(),
  moved_by text not null, -- 'shopper', or the e-mail of the seller
  from_start timestamptz, -- null for an order that was promised until a time
  from_end timestamptz, -- null too for one without a time
  to_start timestamptz not null,
  to_end timestamptz not null,
  primary key (order_id, at)
);
