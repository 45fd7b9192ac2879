-- Open rounds hear that an order can be taken because its rider left, and that another rider took it: its status stays.
create trigger order_taken after insert on delivery_run
  for each row execute function announce_order();
create trigger order_run_ended after update of ended_at on delivery_run
  for each row when (old.ended_at is distinct from new.ended_at) execute function announce_order();
