-- Taps of riders are stored as what the calls do: one that a phone sends again has to be found under its name.
update rider_tap set what = renamed.now || substr(what, length(renamed.before) + 1)
from (values ('give back', 'returned'), ('not home', 'failed try')) as renamed (before, now)
where starts_with(what, renamed.before || ' ');
