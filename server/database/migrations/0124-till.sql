-- Reports sum what was received and paid out in a period, by its method.
create index money_movement_till on money_movement (at) include (method, kind, cents) where kind in ('received', 'paid out');
