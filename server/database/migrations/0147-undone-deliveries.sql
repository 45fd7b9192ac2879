-- A delivery that was undone isn't one: who took the order then, and the photo, aren't of its delivery. It was told from
-- the order's status, so a seller's "Delivered" afterwards brought both back.
alter table delivery_assignment drop constraint delivery_assignment_outcome_check;
alter table delivery_assignment add constraint delivery_assignment_outcome_check
  check (outcome in ('delivered', 'undone', 'returned', 'came back', 'ended by the shop', 'cancelled'));

update delivery_assignment set outcome = 'undone'
where outcome = 'delivered' and exists (
  select from order_event
  where order_event.order_id = delivery_assignment.order_id and status = 'Delivered' and undone_at > ended_at);
