-- A run whose order the rider returned before a try has the name of its tap; "given back" is said of money.
alter table delivery_run drop constraint delivery_run_outcome_check;
update delivery_run set outcome = 'returned' where outcome = 'given back';
alter table delivery_run add constraint delivery_run_outcome_check
  check (outcome in ('delivered', 'returned', 'came back', 'ended by the shop', 'cancelled'));
update audit_entry set
  before = case before ->> 'outcome' when 'given back' then before || '{"outcome": "returned"}' else before end,
  after = case after ->> 'outcome' when 'given back' then after || '{"outcome": "returned"}' else after end,
  words = replace(words, '"outcome": "given back"', '"outcome": "returned"')
where kind = 'order' and 'given back' in (before ->> 'outcome', after ->> 'outcome');
