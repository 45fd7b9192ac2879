-- Since when the rule for unconfirmed orders has run each minute: after an outage of the database or the machine its
-- minutes count anew, as no seller could confirm an order meanwhile.
create table unconfirmed_rule_run (
  single boolean primary key default true check (single), -- one row
  ran_at timestamptz not null,
  running_since timestamptz not null
);
