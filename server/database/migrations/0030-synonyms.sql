-- The owner's synonyms. Each works both ways.
create table search_synonym (
  id uuid primary key,
  one text not null, -- as the owner wrote them
  other text not null,
  one_folded text not null, -- as the search compares them
  other_folded text not null,
  created_at timestamptz not null default now(),
  check (one_folded <> other_folded)
);
create unique index search_synonym_pair on search_synonym
  (least(one_folded, other_folded), greatest(one_folded, other_folded));
create index search_synonym_other on search_synonym (other_folded);
create index search_synonym_one on search_synonym (one_folded);
-- Every server process drops its cached lists.
create trigger search_synonym_changed after insert or update or delete on search_synonym
  for each statement execute function announce_catalogue_change();

-- Searches that found nothing. No row says who searched. The nightly job keeps the most frequent ones.
create table search_not_found (
  folded text primary key, -- as the search compares it
  typed text not null, -- as it was typed first
  count int not null check (count > 0),
  last_seen timestamptz not null default now()
);
create index search_not_found_frequent on search_not_found (count desc, last_seen desc);
