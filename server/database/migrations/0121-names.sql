-- The names that the code has for the same things.
alter table payment_notice rename to payment_event;
alter table try_counter rename to rate_limit_counter;
alter table shopper_device rename to shopper_known_browser;
alter table seller_device rename to seller_known_browser;
alter table one_time_code rename column asker to requester;
alter table one_time_code rename column origin to client_address;
alter table one_time_code rename column origin_tries_left to client_address_tries_left;
alter table shop_order rename column unconfirmed_slot to unconfirmed_number;

-- PostgreSQL keeps the names of their constraints and indexes; since version 18 those of "not null", too.
do $$
declare
  renamed record;
begin
  for renamed in
    select conrelid::regclass as of_table, conname as old_name, replace(conname, old_word, new_word) as new_name
    from pg_constraint
    join (values ('payment_event', 'payment_notice', 'payment_event'),
                 ('rate_limit_counter', 'try_counter', 'rate_limit_counter'),
                 ('shopper_known_browser', 'shopper_device', 'shopper_known_browser'),
                 ('seller_known_browser', 'seller_device', 'seller_known_browser'),
                 ('one_time_code', 'code_asker', 'code_requester'),
                 ('one_time_code', 'code_origin', 'code_client_address')) as word (of_table, old_word, new_word)
      on conrelid = word.of_table::regclass and conname like '%' || old_word || '%'
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.of_table, renamed.old_name, renamed.new_name);
  end loop;
end $$;
alter index payment_notice_received_at_idx rename to payment_event_received_at_idx;
alter index try_counter_resets_at_idx rename to rate_limit_counter_resets_at_idx;
alter index shopper_device_token_idx rename to shopper_known_browser_token_idx;
alter index shopper_device_used_at_idx rename to shopper_known_browser_used_at_idx;
alter index seller_device_token_idx rename to seller_known_browser_token_idx;
alter index seller_device_used_at_idx rename to seller_known_browser_used_at_idx;
alter index shop_order_unconfirmed_slot rename to shop_order_unconfirmed_number;

-- Tries of known browsers stay counted.
update rate_limit_counter set key = replace(key, ':device:', ':known-browser:') where key like 'sign-in:%:device:%';

-- `given back` is only what a rider did with an order; money is paid out.
alter table money_movement drop constraint money_movement_kind_check;
alter table money_movement disable trigger money_movement_is_final;
update money_movement set kind = 'paid out' where kind = 'given back';
alter table money_movement enable trigger money_movement_is_final;
alter table money_movement
  add constraint money_movement_kind_check check (kind in ('due', 'received', 'paid out', 'rounded'));
update audit_entry set
  before = case before ->> 'kind' when 'given back' then before || '{"kind": "paid out"}' else before end,
  after = case after ->> 'kind' when 'given back' then after || '{"kind": "paid out"}' else after end,
  words = replace(words, '"kind": "given back"', '"kind": "paid out"')
where kind = 'money' and 'given back' in (before ->> 'kind', after ->> 'kind');
