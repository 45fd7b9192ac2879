import type { Pool } from 'pg'

/**
 * Tables that change a moment after a call, by reading, or with a refused call: counters of tries, of wrong codes and
 * of searches, when a session was last used, what is still to be indexed, sums of days that reports have read, and how
 * mail fares.
 */
const unsteady = [
  'rate_limit_counter',
  'one_time_code',
  'shopper_session',
  'seller_session',
  'search_pending',
  'search_word',
  'mail_health',
  'placed_day',
  'search_not_found',
]

/** Returns a hash of all rows of the shop's tables but the unsteady ones. */
export async function stateOfTables(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1) order by table_name",
    [unsteady],
  )
  const parts = tables.map(
    ({ name }) => `(select md5(string_agg(line::text, '' order by line::text)) from ${name} line)`,
  )
  const { rows } = await pool.query<{ state: string }>(`select concat_ws(' ', ${parts.join(', ')}) as state`)
  return rows[0]?.state ?? ''
}
