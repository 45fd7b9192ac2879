import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { percentile } from '../../testing/percentile.ts'
import { ask } from '../measure.ts'
import { median, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'

/** The first reply after a change of the catalogue, for each page with many products. */
export async function render({ opened, size }: Context): Promise<Row[]> {
  const listener = new pg.Client({ connectionString: opened.databaseUrl })
  await listener.connect()
  await listener.query('listen catalogue')
  const rows: Row[] = []
  for (const [what, path] of [
    ['list of 24 cards', '/products'],
    ['home', '/'],
    ['product/list, 1,000 products', '/api/product/list'],
  ] as const) {
    const times: number[] = []
    for (let turn = 0; turn < size.rounds * 8; turn += 1) {
      const notified = once(listener, 'notification')
      await sql`update product set updated_at = now() where id = (select id from product order by id limit 1)`.execute(
        opened.db,
      )
      await notified
      // The shop is notified at the same moment as this process; a stale reply would have the old ETag.
      await ask(`${opened.shop.url}/healthz`)
      times.push((await ask(`${opened.shop.url}${path}`, { headers: { 'accept-encoding': 'identity' } })).milliseconds)
    }
    const page = what === 'list of 24 cards'
    const middle = median(times)
    rows.push({
      part: 'render',
      what: `first reply after a change: ${what}`,
      ...(page ? { goal: 'at most 15 ms', met: middle <= 15 } : {}),
      figure: ms(middle),
      more: `p99 ${ms(percentile(times, 99))} of ${times.length}`,
      details: { times },
    })
  }
  await listener.end()
  return rows
}
