-- Orders for a delivery window are taken until before its end at the latest.
update window_template set cut_off_minutes = starts - ends + 1 where cut_off_minutes <= starts - ends;
update delivery_window set cut_off_at = ends_at - interval '1 minute' where cut_off_at >= ends_at and ends_at > now();
alter table window_template add constraint window_template_cut_off check (cut_off_minutes > starts - ends);
