import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Yields the URLs of the pictures of all products, archived ones too, one page of products at a time. */
export async function* picturesOfProducts(db: Db, pageSize = 5000): AsyncIterable<string[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db
      .selectFrom('product')
      .select(['id', 'pictures'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.flatMap((row) => row.pictures)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

/** Returns the URLs of the pictures that the owner's settings name. */
export async function picturesOfSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select found[1] as url from setting, regexp_matches(value::text, '/pictures/[0-9a-f]{32}-[0-9x]+\.[a-z]+', 'g') as found`.execute(
    db,
  )
  return rows.map(({ url }) => url)
}

/**
 * Returns which of these pictures an order shows, by the hash in their names. There is no index for it, so all order
 * lines are read, in pages short enough not to delay other queries.
 */
export async function soldPictures(
  db: Db,
  hashes: readonly string[],
  { pageSize = 20_000, signal }: { pageSize?: number; signal?: AbortSignal } = {},
): Promise<Set<string>> {
  const sold = new Set<string>()
  let order = '00000000-0000-0000-0000-000000000000'
  let position = 0
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ order: string; position: number; found: string[] | null }>`
      with page as materialized (
        select order_id, position, product->'image' as image from order_line
        where (order_id, position) > (${order}::uuid, ${position}::smallint)
        order by order_id, position limit ${pageSize}),
      shown as (
        select substr(url, strpos(url, '/pictures/') + 10, 32) as hash
        from page, jsonb_array_elements_text(case jsonb_typeof(image) when 'array' then image else '[]' end) as url)
      select order_id as order, position,
             (select array_agg(distinct hash) from shown where hash = any(${hashes}::text[])) as found
      from page order by order_id desc, position desc limit 1`.execute(db)
    const [last] = rows
    if (!last) return sold
    for (const hash of last.found ?? []) sold.add(hash)
    order = last.order
    position = last.position
  }
}

/** Returns a new transaction id, higher than those of all transactions that have written anything so far. */
export async function currentTransactionId(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  return rows[0]?.now ?? '0'
}

/** Returns whether every writing transaction with a lower id has ended. */
export async function haveTransactionsEnded(db: Db, transactionId: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transactionId}::xid8 as ended`.execute(db)
  return rows[0]?.ended ?? false
}

/** Returns the id of this database. */
export async function shopId(db: Db): Promise<string> {
  const { id } = await db.selectFrom('shopId').select('id').executeTakeFirstOrThrow()
  return id
}
