-- The time of a late order follows the queue: it is replaced when the order comes earlier or later than its shopper was told.
alter table order_delay
  alter column expected_at drop not null, -- null: it comes by the promised time after all
  add column mailed_time timestamptz; -- the time that its mail has; null after the mail that it comes earlier, which is the last one
update order_delay set mailed_time = expected_at;
drop trigger order_delayed on order_delay;
create trigger order_delayed after insert or update of expected_at on order_delay
  for each row execute function announce_payment_change();
