import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '../common/start-error.ts'
import { migrationLock } from './advisory-locks.ts'

const folder = new URL('./migrations/', import.meta.url)
const quietLogger = new Logger(() => () => {})

export type Migration = { name: string; sql: string }

/** Returns the migrations of this version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

/** Returns the migrations that a database lacks, by the names and hashes of those it has recorded. */
export function missingMigrations(
  migrations: readonly Migration[],
  recorded: readonly { name: string; sha256: string }[],
): Migration[] {
  const applied = new Map(recorded.map((row) => [row.name, row.sha256]))
  return migrations.filter(({ name, sql }) => applied.get(name) !== hashOf(sql))
}

/** Returns the hash that a database records of an applied migration. */
export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/**
 * Migrates a database to this version: each missing migration in a transaction of its own, under a lock, then the job
 * queue's own tables. Returns the names of those applied. Throws if one fails, which changes nothing, if an applied one
 * was edited afterwards, or if the database is newer than this version.
 */
export async function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'talad migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const done = await applyMissing(client, migrations ?? (await readMigrations()))
    await refreshCollation(client)
    await migrateJobs(url)
    return done
  } finally {
    await client.end()
  }
}

/**
 * Builds the index of Thai names again if PostgreSQL has another version of ICU than it was built with: in the old
 * order, lists by name would miss products.
 * @see https://www.postgresql.org/docs/current/sql-altercollation.html
 */
async function refreshCollation(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_collation where collname = 'thai' and collversion <> pg_collation_actual_version(oid)",
  )
  if (rowCount) await client.query('reindex index product_by_thai_name; alter collation thai refresh version')
}

/** Creates or updates the tables of the job queue. */
export async function migrateJobs(url: string): Promise<void> {
  // The library's own pool stops listening for errors before its connections have closed.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'talad migrations' })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: quietLogger })
  } finally {
    await pool.end()
  }
}

/**
 * Statements after a migration that can't run in its transaction. Index-only scans need a vacuum, and a rewritten table
 * has had none.
 */
const afterwards: Readonly<Record<string, string>> = { '0003-search.sql': 'vacuum (analyze) product' }

/** The table in which a database records applied migrations. */
export const migrationTable = `create table if not exists migration (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`

/** Applies one migration and records it, inside the caller's transaction. */
export async function applyMigration(client: pg.ClientBase, { name, sql }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into migration (name, sha256) values ($1, $2)', [name, hashOf(sql)])
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(migrationTable)
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartError(
      `The database is newer than this version of the shop: it has ${unknown.join(', ')}. Update the shop.`,
    )

  const done: string[] = []
  for (const { name, sql } of migrations) {
    const sha256 = hashOf(sql)
    const before = applied.get(name)
    if (before === sha256) continue
    if (before !== undefined)
      throw new StartError(`The migration ${name} was edited after it had been applied. Restore its earlier text.`)
    try {
      await client.query('begin')
      await applyMigration(client, { name, sql })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new StartError(`The migration ${name} failed and changed nothing: ${(error as Error).message}`, {
        cause: error,
      })
    }
    done.push(name)
    const more = afterwards[name]
    if (more) await client.query(more)
  }
  return done
}
