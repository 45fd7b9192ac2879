import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as Tables } from 'kysely-codegen'
import { makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'

/*
 * Generates server/database/tables.ts from a migrated database; with --check it only reports whether the file is up to
 * date.
 */

const file = resolve(import.meta.dirname, '../server/database/tables.ts')
const folder = await mkdtemp(join(tmpdir(), 'talad-tables-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
try {
  await migrate(postgres.url)
  const tables = await tableTypes(postgres.url)
  const written = await readFile(file, 'utf8').catch(() => '')
  if (written === tables) process.stdout.write('The table types match the migrated database.\n')
  else if (process.argv.includes('--check')) {
    process.stderr.write('server/database/tables.ts is out of date: run npm run tables.\n')
    process.exitCode = 1
  } else {
    await writeFile(file, tables)
    process.stdout.write('Wrote server/database/tables.ts.\n')
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function tableTypes(url: string): Promise<string> {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: makePool(url, { max: 2 }) }) })
  try {
    return await generate({
      db,
      dialect: new Tables(),
      camelCase: true,
      // The job queue's tables are in their own schema and are used through its library.
      excludePattern: 'graphile_worker.*',
      // The driver reads bigint columns as numbers.
      typeMapping: { int8: 'number' },
      outFile: null,
    })
  } finally {
    await db.destroy()
  }
}
