-- Names as they are looked for since: in Unicode's composed form and with one space between words. A name that was pasted
-- otherwise couldn't be found by typing it.
update product set
  name = normalize(btrim(regexp_replace(name, '\s+', ' ', 'g'))),
  name_th = normalize(btrim(regexp_replace(name_th, '\s+', ' ', 'g'))),
  updated_at = greatest(now(), date_trunc('milliseconds', updated_at) + interval '1 millisecond')
where (name, coalesce(name_th, '')) <> (
  normalize(btrim(regexp_replace(name, '\s+', ' ', 'g'))),
  coalesce(normalize(btrim(regexp_replace(name_th, '\s+', ' ', 'g'))), ''));
