import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { jobsToBackUp } from '../../database/job-queries.ts'
import { hashOf, readMigrations } from '../../database/migrations.ts'
import type { PictureStore } from '../../media/store.ts'
import { BackupError, type Manifest } from './backup-format.ts'
import { appliedMigrations, hasJobs, shopTables, textFormatSettings } from './shop-tables.ts'
import { writeBackup } from './write-backup.ts'

export type BackupDeps = {
  url: string
  store: Pick<PictureStore, 'list' | 'read'>
  /** The private store of the pictures of slips. */
  slips: Pick<PictureStore, 'list' | 'read'>
  /** The version of the shop, for people who read the file later. */
  shop: string
  signal?: AbortSignal
}

/**
 * Writes a backup of a shop, which may be running: a consistent snapshot of all tables, the queued jobs, and every
 * picture. Memory is bounded for any size. Throws {@link BackupError} for a database that no shop has opened or that is
 * newer than this version.
 */
export async function backUp(file: string, { url, store, slips, shop, signal }: BackupDeps): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'talad backup' })
  await client.connect()
  // A broken connection is reported by the statement that waits for it.
  client.on('error', () => {})
  try {
    await client.query(textFormatSettings)
    await client.query('begin isolation level repeatable read, read only')
    // A transaction id makes this transaction visible to the nightly job that deletes pictures, which waits for all
    // transactions that may need one.
    await client.query('select pg_current_xact_id()')
    const migrations = await knownMigrations(client)
    return await writeBackup(file, { shop, takenAt: new Date().toISOString(), migrations }, async (writer) => {
      for (const { name, columns } of await shopTables(client)) {
        signal?.throwIfAborted()
        const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
        const rows = client.query(copyTo(`copy public.${client.escapeIdentifier(name)} (${list}) to stdout`))
        await writer.table(name, columns, until(rows, signal))
      }
      if (await hasJobs(client)) {
        const rows = client.query(copyTo(`copy (${jobsToBackUp}) to stdout`))
        await writer.jobs(until(rows, signal))
      }
      // Sequences are read after the rows: numbers may be skipped after a restore, but none is used twice.
      const { rows: sequences } = await client.query<{ name: string; last: string }>(`
        select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by sequencename`)
      const stores = { pictures: store, slips }
      for (const folder of ['pictures', 'slips'] as const)
        for await (const name of stores[folder].list()) {
          signal?.throwIfAborted()
          const bytes = await stores[folder].read(name)
          // A picture that was deleted since its name was listed was unused, or of a slip that is too old to be shown.
          if (bytes) await writer.picture(folder, name, bytes)
        }
      return { sequences }
    })
  } finally {
    await client.end().catch(() => {})
  }
}

async function* until(rows: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const bytes of rows) {
    signal?.throwIfAborted()
    yield bytes
  }
}

async function knownMigrations(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const applied = await appliedMigrations(client)
  if (!applied?.length) throw new BackupError('There is no shop in this database yet.')
  const known = new Map((await readMigrations()).map(({ name, sql }) => [name, hashOf(sql)]))
  const unknown = applied.filter(({ name, sha256 }) => known.get(name) !== sha256)
  if (unknown.length > 0)
    throw new BackupError(
      `The database is newer than this version of the shop: it has ${unknown.map(({ name }) => name).join(', ')}. ` +
        'Back it up with the version that runs it.',
    )
  return applied
}
