-- Screens hear that an order couldn't be handed over, also if its rider keeps it.
create trigger order_tried after update of tried_at on delivery_run
  for each row when (old.tried_at is distinct from new.tried_at) execute function announce_order();
