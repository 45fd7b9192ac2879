-- The demo that filled this shop (DEMO=…), whose prices no other demo may sell at. Empty in a shop of shop.config.ts.
create table demo_shop (name text primary key);
create unique index demo_shop_one on demo_shop ((true)); -- one row at most
