-- A service confirms no slip whose transfer a seller may have recorded without it for another order.
create index money_movement_without_slip on money_movement (at) include (order_id, cents)
  where kind = 'received' and (method = 'transfer' or (method = 'promptpay' and reference is null));
