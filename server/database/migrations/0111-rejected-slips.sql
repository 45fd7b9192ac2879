-- A transfer counts once, for ever and over all orders, except by slips that were rejected: those count for nothing, and may have been
-- sent for the wrong one of a shopper's orders.
create unique index slip_transfer_live on slip (bank, reference) where state <> 'rejected';
drop index slip_transfer;
alter index slip_transfer_live rename to slip_transfer;
