-- The entries of a day until a time of day, for a report that compares a running day with the one before.
create index sale_entry_hour on sale_entry (day, hour);
