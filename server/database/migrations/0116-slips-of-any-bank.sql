-- A reference is compared with those of all banks, too: who fakes a slip may change either.
create index slip_reference_any_case on slip (lower(reference));
drop index slip_transfer_any_case;
