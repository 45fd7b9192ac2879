import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrationLock } from '../../database/advisory-locks.ts'
import {
  applyMigration,
  hashOf,
  type Migration,
  migrateJobs,
  migrationTable,
  readMigrations,
} from '../../database/migrations.ts'
import type { PictureStore } from '../../media/store.ts'
import { BackupError, type Manifest } from './backup-format.ts'
import { newer, readBackup } from './read-backup.ts'
import { appliedMigrations, shopTables, textFormatSettings } from './shop-tables.ts'

export type RestoreDeps = {
  url: string
  store: Pick<PictureStore, 'put'>
  /** The private store of the pictures of slips. */
  slips: Pick<PictureStore, 'put'>
  /** The migrations of this version. */
  migrations?: readonly Migration[]
  signal?: AbortSignal
}

/**
 * Restores a backup into an empty shop. The whole file is read and checked first. Then one transaction loads all rows,
 * stores the pictures, and applies migrations that are newer than the backup. The restored shop is paused
 * (restored-shop.ts). Throws {@link BackupError}, with nothing changed, for a file that is damaged, foreign or newer,
 * and for a shop that isn't empty.
 */
export async function restore(file: string, deps: RestoreDeps): Promise<Manifest> {
  const { url, store, slips, signal } = deps
  const migrations = deps.migrations ?? (await readMigrations())
  const manifest = await readBackup(file, { picture: async () => signal?.throwIfAborted() })
  const known = new Map(migrations.map(({ name, sql }) => [name, hashOf(sql)]))
  if (manifest.migrations.some(({ name }) => !known.has(name))) throw newer(file)
  if (manifest.migrations.some(({ name, sha256 }) => known.get(name) !== sha256))
    throw new BackupError(`${file} was made by another shop: its tables were made in another way.`)

  const client = new pg.Client({ connectionString: url, application_name: 'talad restore' })
  await client.connect()
  client.on('error', () => {})
  try {
    await client.query(textFormatSettings)
    await refuseUnlessEmpty(client, manifest)
    // The job queue creates its tables itself, outside this transaction.
    await migrateJobs(url)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    // Checked again, now that the lock prevents a shop from starting.
    await refuseUnlessEmpty(client, manifest)
    await createTables(client, migrations, manifest)
    await load(client, file, manifest, { store, slips, signal })
    const names = new Set(manifest.migrations.map(({ name }) => name))
    for (const migration of migrations) if (!names.has(migration.name)) await applyMigration(client, migration)
    await client.query('update shop_id set restored_at = now()')
    // Running processes drop their cached pages of the empty catalogue.
    await client.query("select pg_notify('catalogue', 'restored')")
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    // Closing the connection rolls back what isn't committed.
    await client.end().catch(() => {})
  }
}

async function refuseUnlessEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const applied = await appliedMigrations(client)
  const ofBackup = new Map(manifest.migrations.map(({ name, sha256 }) => [name, sha256]))
  const tables = (await shopTables(client)).map(({ name }) => name).filter((name) => name !== 'migration')
  if (tables[0] && !applied)
    throw new BackupError(`The database has a table ${tables[0]} that isn't the shop's. Restore into an empty one.`)
  const used: string[] = []
  for (const name of tables) {
    const { rows } = await client.query(`select exists (select from public.${client.escapeIdentifier(name)}) as used`)
    if (rows[0]?.used) used.push(name)
  }
  if (used.length > 0)
    throw new BackupError(
      `This shop isn't empty: ${describeContents(used)}. Restore into a new DATA_DIR, or a new database. Nothing was changed.`,
    )
  if (applied?.some(({ name, sha256 }) => ofBackup.get(name) !== sha256))
    throw new BackupError(
      'This shop was opened by a newer version than the one that the backup is of. Restore into a new DATA_DIR, or a new ' +
        'database: it is brought to this version there.',
    )
}

/** The owner's names for the rows of some tables; the other tables depend on these. */
const contents: Readonly<Record<string, string>> = {
  product: 'products',
  shop_order: 'orders',
  shopper: 'shoppers',
  seller: 'sellers',
}

/** Describes the content of a shop, for an error message; takes the names of its tables that have rows. */
function describeContents(used: readonly string[]): string {
  const found = Object.keys(contents).flatMap((name) => (used.includes(name) ? [contents[name]] : []))
  return found.length > 0 ? `it already has ${found.join(', ')}` : 'it was opened before and holds data'
}

/** Applies the migrations that the database of the backup had. */
async function createTables(client: pg.Client, migrations: readonly Migration[], manifest: Manifest): Promise<void> {
  await client.query(migrationTable)
  const applied = new Set((await appliedMigrations(client))?.map(({ name }) => name))
  const ofBackup = new Set(manifest.migrations.map(({ name }) => name))
  for (const migration of migrations)
    if (ofBackup.has(migration.name) && !applied.has(migration.name)) await applyMigration(client, migration)
}

/** Loads rows, jobs, sequences and pictures. Throws if the file has changed since it was checked. */
async function load(
  client: pg.Client,
  file: string,
  manifest: Manifest,
  { store, slips, signal }: Pick<RestoreDeps, 'store' | 'slips' | 'signal'>,
): Promise<void> {
  const changed = () => new BackupError(`${file} doesn't fit the tables that it names. Nothing was restored.`)
  const tables = new Map((await shopTables(client)).map((table) => [table.name, table.columns]))
  const loaded = new Map(manifest.tables.map((table) => [table.name, table]))
  if (tables.size !== loaded.size) throw changed()
  for (const [name, columns] of tables)
    if (loaded.get(name)?.columns.toSorted().join() !== columns.toSorted().join()) throw changed()
  // The backup contains the effects of triggers already.
  for (const name of tables.keys())
    await client.query(`alter table public.${client.escapeIdentifier(name)} disable trigger user`)
  await client.query('delete from migration')

  const counts = new Map<string, number>()
  const again = await readBackup(file, {
    async table(name, rows) {
      const columns = loaded.get(name)?.columns
      if (!columns) throw changed()
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const target = `public.${client.escapeIdentifier(name)} (${list})`
      counts.set(name, await copyRows(client, target, rows, signal))
    },
    async jobs(rows) {
      counts.set('jobs', await restoreJobs(client, rows, signal))
    },
    async picture(folder, name, bytes) {
      signal?.throwIfAborted()
      await (folder === 'slips' ? slips : store).put(name, bytes)
    },
  })
  if (JSON.stringify(again) !== JSON.stringify(manifest)) throw changed()
  for (const { name, rows } of manifest.tables) if ((counts.get(name) ?? 0) !== rows) throw changed()
  if ((counts.get('jobs') ?? 0) !== manifest.jobs.rows) throw changed()

  const { rows: sequences } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public'",
  )
  for (const { name, last } of manifest.sequences) {
    if (!sequences.some((sequence) => sequence.name === name)) throw changed()
    await client.query('select setval($1::text::regclass, $2::bigint)', [
      `public.${client.escapeIdentifier(name)}`,
      last,
    ])
  }
  for (const name of tables.keys())
    await client.query(`alter table public.${client.escapeIdentifier(name)} enable trigger user`)
}

/** Copies rows into a table; returns how many. */
async function copyRows(
  client: pg.Client,
  target: string,
  rows: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const into = client.query(copyFrom(`copy ${target} from stdin`))
  const ended = new Promise<void>((resolve, reject) => into.once('error', reject).once('finish', resolve))
  ended.catch(() => {})
  try {
    for await (const bytes of rows) {
      signal?.throwIfAborted()
      if (!into.write(bytes)) await Promise.race([once(into, 'drain'), ended])
    }
  } catch (error) {
    into.destroy(error as Error)
    throw error
  }
  into.end()
  await ended
  return into.rowCount
}

/** Adds the jobs to the queue, through its function, as its tables may differ from those of the backup's version. */
async function restoreJobs(
  client: pg.Client,
  rows: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<number> {
  await client.query(`create temporary table restored_job (position int generated always as identity, identifier text,
    payload json, queue_name text, run_at timestamptz, attempts int, max_attempts int, key text, priority int,
    flags jsonb) on commit drop`)
  const count = await copyRows(
    client,
    'restored_job (identifier, payload, queue_name, run_at, attempts, max_attempts, key, priority, flags)',
    rows,
    signal,
  )
  await client.query(`create temporary table queued_job on commit drop as
    select (graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority,
              (select array_agg(flag) from jsonb_object_keys(flags) flag))).id as id, attempts
    from (select * from restored_job order by position) as jobs`)
  await client.query(`select count(*)
    from (select array_agg(id) as ids, attempts from queued_job where attempts > 0 group by attempts) as tried
    cross join lateral graphile_worker.reschedule_jobs(tried.ids, attempts => tried.attempts)`)
  return count
}
