-- The day of the document with the last number: one that is made at midnight must not have an earlier day than the
-- number before it.
alter table document_series add column last_day date;
update document_series set last_day = (
  select max(day) from document where document.kind = document_series.kind and document.year = document_series.year);
