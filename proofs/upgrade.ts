import type pg from 'pg'
import { parseSetting, type SettingTopic } from '../contract/entities/setting-values.ts'
import { makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate, readMigrations } from '../server/database/migrations.ts'
import { ledgerErrors } from '../testing/database/ledger.ts'
import { withClient } from '../testing/database/with-client.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { fillFirstVersion, fillLaterVersion, lastOfLaterVersion, laterTables } from './earlier-data.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { rowsIn, type Snapshot, snapshotOf, type TableSnapshot } from './snapshot.ts'

/**
 * The number of migrations of the first version. Later versions only add to it, and remove or rename the columns and
 * tables listed below.
 */
const firstVersion = 1

const libraryColumns = [
  'id',
  'account_id',
  'provider_id',
  'access_token',
  'refresh_token',
  'id_token',
  'access_token_expires_at',
  'refresh_token_expires_at',
  'scope',
  'created_at',
]
/** Columns and whole tables that later versions removed: an accounts library needed them, nothing read them. */
const removedColumns: Readonly<Record<string, readonly string[] | 'whole'>> = {
  verification: 'whole',
  shopper: ['image'],
  seller: ['image', 'email_verified'],
  shopper_session: ['ip_address', 'user_agent'],
  seller_session: ['ip_address', 'user_agent'],
  shopper_credential: libraryColumns,
  seller_credential: libraryColumns,
}
/** Tables that later versions renamed. */
const renamedTables: Readonly<Record<string, string>> = { try_counter: 'rate_limit_counter' }
/** Columns that later versions renamed. */
const renamedColumns: Readonly<Record<string, string>> = { attempt: 'idempotency_key' }

/**
 * Opens a data folder in this version that was filled in the shop's first version, with shoppers, products, carts and
 * orders, and in a later one, with delivery, promotions and riders; then runs a failing migration on it.
 */
export async function upgrade(size: Size): Promise<Finding> {
  const orders = size === 'whole' ? 20_000 : 500
  const failures = new Failures()
  return withTempFolder(async (dataDir) => {
    const first = await startEmbeddedPostgres({ dataDir })
    const all = await readMigrations()
    const laterVersion = all.findIndex(({ name }) => name === lastOfLaterVersion) + 1
    let before: Snapshot
    try {
      await migrate(first.url, all.slice(0, firstVersion))
      before = await withClient(first.url, async (client) => {
        await fillFirstVersion(client, orders)
        const kept = await snapshotOf(client, keptOf(await snapshotOf(client)))
        return new Map(Array.from(kept, renamed))
      })
      await migrate(first.url, all.slice(0, laterVersion))
      await withClient(first.url, async (client) => {
        await fillLaterVersion(client)
        const later = await snapshotOf(client)
        for (const table of laterTables) before.set(table, later.get(table) ?? { columns: [], hash: '', count: 0 })
      })
    } finally {
      await first.stop()
    }

    const now = await startEmbeddedPostgres({ dataDir })
    try {
      const applied = await migrate(now.url)
      failures.checkEqual(applied.length, all.length - laterVersion, 'migrations applied')
      const after = await withClient(now.url, (client) => snapshotOf(client, before))
      for (const [table, rows] of before) failures.checkEqual(after.get(table)?.hash, rows.hash, `rows of ${table}`)
      await withClient(now.url, (client) => checkLaterRows(client, failures))

      const pool = makePool(now.url)
      for (const error of await ledgerErrors(makeDb(pool))) failures.check(false, error)
      await pool.end()

      const broken = { name: '9999-broken.sql', sql: 'alter table product add column lost int; select 1 / 0;' }
      const failure = await migrate(now.url, [...all, broken]).then(
        () => 'it did not fail',
        (error: Error) => error.message,
      )
      failures.check(
        failure.includes('9999-broken.sql failed and changed nothing: division by zero'),
        `a failing migration says: ${failure}`,
      )
      const untouched = await withClient(now.url, (client) => snapshotOf(client))
      failures.check(!untouched.get('product')?.columns.includes('lost'), 'a failing migration left a column behind')
      failures.checkEqual((await migrate(now.url)).length, 0, 'migrations applied twice')

      return {
        guarantee: 'A shop of an earlier version opens in this one, with nothing lost',
        did: `${rowsIn(before)} rows in ${before.size} tables of versions ${firstVersion} and ${laterVersion} were migrated to version ${all.length}; then a migration failed`,
        figure: `${after.size} tables compared row by row; the failed one changed nothing and named the error`,
        failures: failures.all,
      }
    } finally {
      await now.stop()
    }
  })
}

/** A snapshot's tables and columns without the ones that later versions removed. */
function keptOf(snapshot: Snapshot): Snapshot {
  const kept: Snapshot = new Map()
  for (const [table, rows] of snapshot) {
    const taken = removedColumns[table] ?? []
    if (taken !== 'whole') kept.set(table, { ...rows, columns: rows.columns.filter((each) => !taken.includes(each)) })
  }
  return kept
}

/** Returns a table of a snapshot as it is named now. */
function renamed([table, rows]: [string, TableSnapshot]): [string, TableSnapshot] {
  const columns = rows.columns.map((column) => renamedColumns[column] ?? column)
  return [renamedTables[table] ?? table, { ...rows, columns }]
}

/** Checks what later versions store in other words: what riders did, and settings, which have to be readable. */
async function checkLaterRows(client: pg.Client, failures: Failures): Promise<void> {
  const { rows: outcomes } = await client.query<{ outcome: string; attempts: number; missing_taps: number }>(`
    select outcome, min(attempts) as attempts,
      count(*) filter (where not exists (select from rider_tap where what = 'failed attempt ' || order_id))::int as missing_taps
    from delivery_assignment group by outcome order by outcome`)
  failures.checkEqual(
    JSON.stringify(outcomes),
    JSON.stringify(['came back', 'returned'].map((outcome) => ({ outcome, attempts: 1, missing_taps: 0 }))),
    'outcomes of rides, their attempts, and taps that are missing',
  )
  const { rows: settings } = await client.query<{ topic: SettingTopic; value: unknown }>(
    'select topic, value from setting',
  )
  for (const { topic, value } of settings) parseSetting(topic, value)
  failures.checkEqual(settings.length, 3, 'settings')
}
