-- What the tax report of a month adds up, as columns: a busy shop has too many documents to read each one for a sum. A document never
-- changes, and the columns follow from what it says. A part with a tax is taxed even if its rate is zero: orders from before tax classes
-- have no rate.
create function document_sum(rates jsonb, wanted text) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum(case wanted
    when 'tax' then tax
    when 'taxed' then case when rate > 0 or tax > 0 then gross - tax else 0 end
    else case when rate > 0 or tax > 0 then 0 else gross end
  end), 0)::bigint
  from jsonb_to_recordset(rates) as part ("basisPoints" int, gross bigint, tax bigint)
  cross join lateral (values ("basisPoints")) as named (rate)
$$;
alter table document
  add column taxed_cents bigint not null generated always as (document_sum(content->'rates', 'taxed')) stored, -- before tax
  add column tax_cents bigint not null generated always as (document_sum(content->'rates', 'tax')) stored,
  add column exempt_cents bigint not null generated always as (document_sum(content->'rates', 'exempt')) stored;

-- So that a month is added up from the index alone.
drop index document_day;
create index document_day on document (day, kind, number) include (id, taxed_cents, tax_cents, exempt_cents);
