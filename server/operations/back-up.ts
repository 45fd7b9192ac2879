import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hashOf, readMigrations } from '../database/migrations.ts'
import type { PictureStore } from '../media/store.ts'
import { BackupError, type Manifest, writeBackup } from './backup-file.ts'
import { hasJobs, notedMigrations, plainText, shopTables } from './shop-tables.ts'

export type BackupDeps = {
  url: string
  store: Pick<PictureStore, 'list' | 'read'>
  /** The version of the shop, for people who find the file later. */
  shop: string
  signal?: AbortSignal | undefined
}

/**
 * Codes in the mail queue are sealed with a secret that isn't in a backup, and run out after ten minutes. Everything
 * else that waits is taken along; what was just being done is done again, as after a crash.
 */
const jobsToKeep = `select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.attempts,
    jobs.max_attempts, jobs.key, jobs.priority, jobs.flags
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
  where tasks.identifier <> 'send-code' order by jobs.id`

/**
 * Takes a backup of a shop, which may be open meanwhile: all tables as they were at one moment, the jobs that waited, and
 * every picture. Memory is bounded, whatever the size. Throws {@link BackupError} for a database that no shop has opened
 * or that is newer than this version.
 */
export async function backUp(file: string, { url, store, shop, signal }: BackupDeps): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'talad backup' })
  await client.connect()
  // A connection that breaks is told by the statement that waits for it.
  client.on('error', () => {})
  try {
    await client.query(plainText)
    await client.query('begin isolation level repeatable read, read only')
    // A number of its own shows this transaction to the nightly job that removes pictures: it waits for those that may
    // still need one.
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
        const rows = client.query(copyTo(`copy (${jobsToKeep}) to stdout`))
        await writer.jobs(until(rows, signal))
      }
      // Read after the rows: a number may be left out after a restore, but none is given twice.
      const { rows: sequences } = await client.query<{ name: string; last: string }>(`
        select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by sequencename`)
      for await (const name of store.list()) {
        signal?.throwIfAborted()
        const bytes = await store.read(name)
        // One that was removed since its name was read was shown by nothing.
        if (bytes) await writer.picture(name, bytes)
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
  const noted = await notedMigrations(client)
  if (!noted?.length) throw new BackupError('There is no shop in this database yet.')
  const known = new Map((await readMigrations()).map(({ name, sql }) => [name, hashOf(sql)]))
  const strange = noted.filter(({ name, sha256 }) => known.get(name) !== sha256)
  if (strange.length > 0)
    throw new BackupError(
      `The database is newer than this version of the shop: it has ${strange.map(({ name }) => name).join(', ')}. ` +
        'Back it up with the version that runs it.',
    )
  return noted
}
