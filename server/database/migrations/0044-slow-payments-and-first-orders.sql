-- When the gateway said that the payment is being processed: the shopper has done their part, and the result comes later.
alter table payment add column processing_since timestamptz;

-- The gateway's ids of refunds that wait until the shopper names a bank account.
alter table payment add column waiting_refunds text[] not null default '{}';

-- Both are told to the screens, like the payment's state.
drop trigger payment_changed on payment;
create trigger payment_changed after update of state, processing_since, waiting_refunds on payment
  for each row execute function announce_payment_change();

-- Invented shoppers of the demo, who leave it with their orders.
alter table shopper add column demo boolean not null default false;

-- The order of each shopper that has promotions for first orders: of two that are placed at the same moment, only one has any.
create table first_order (
  shopper_id uuid primary key references shopper on delete cascade,
  order_id uuid not null references shop_order on delete cascade -- gone once it is cancelled
);
create index first_order_of_order on first_order (order_id);

-- A transfer counts once, for ever and over all orders, also with its reference in other letters: whoever draws a slip can change
-- their case. The verifying service gets the reference as it was read.
create unique index slip_transfer on slip (bank, lower(reference));
alter table slip drop constraint slip_bank_reference_key;
