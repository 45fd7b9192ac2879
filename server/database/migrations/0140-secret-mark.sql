-- A mark of the secret with which the shop last started, so that a process with another one is noticed.
alter table shop_id add column secret_mark text;
