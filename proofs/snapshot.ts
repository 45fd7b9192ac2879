import type pg from 'pg'

/** A table's columns, and a hash over its rows. */
export type TableSnapshot = { columns: string[]; hash: string; count: number }
/** Tables by name. */
export type Snapshot = Map<string, TableSnapshot>

/** Returns a snapshot of every table of the shop; with an earlier snapshot, of its tables and columns only. */
export async function snapshotOf(client: pg.Client, earlier?: Snapshot): Promise<Snapshot> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name not in ('migration', 'shop_id')
    group by table_name`)
  const snapshot: Snapshot = new Map()
  for (const { table, columns } of rows) {
    if (earlier && !earlier.has(table)) continue
    const compared = earlier?.get(table)?.columns ?? columns
    const list = compared.map((column) => client.escapeIdentifier(column)).join(', ')
    const found = await client.query<{ hash: string; count: number }>(`
      select count(*)::int as count, md5(string_agg(md5(line::text), '' order by md5(line::text))) as hash
      from (select ${list} from ${client.escapeIdentifier(table)}) as line`)
    snapshot.set(table, { columns: compared, hash: found.rows[0]?.hash ?? '', count: found.rows[0]?.count ?? 0 })
  }
  return snapshot
}

export const rowsIn = (snapshot: Snapshot): number =>
  [...snapshot.values()].reduce((sum, table) => sum + table.count, 0)
