-- An edit whose answer was lost is sent again and finds the product changed, by itself: it isn't refused where this is its own.
alter table product
  add column last_edit text; -- SHA-256 of the form that was saved last, with the version that it started from
