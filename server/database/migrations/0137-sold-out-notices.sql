-- A product that an order sells out is announced too, also one that had few pieces from the start: it was announced only
-- when an order brought it down to 5 (display.lowStock in contract/limits.ts).
drop trigger product_runs_low on product;
create trigger product_runs_low after update of stock on product for each row
  when ((old.stock > 5 and new.stock <= 5 or old.stock > 0 and new.stock = 0)
    and coalesce(current_setting('talad.actor', true), '') = '')
  execute function note_low_stock();
