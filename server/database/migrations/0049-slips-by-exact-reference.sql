-- A transfer counts once, for ever and over all orders. Banks tell upper and lower case apart in references, so two that differ in
-- nothing else may be two transfers; or one whose code was drawn anew. Such a slip is for the seller to decide.
create unique index slip_transfer_exact on slip (bank, reference);
drop index slip_transfer;
alter index slip_transfer_exact rename to slip_transfer;
create index slip_transfer_any_case on slip (bank, lower(reference));
