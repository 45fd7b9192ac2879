-- The tax report of a month asks which of its sales were paid while documents were switched off.
create index sale_entry_sold on sale_entry (day) include (order_id, at) where kind = 'sale';
