import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { restore } from '../server/operations/restore.ts'
import { readConfig } from '../server/start/config.ts'
import { failureMessage, stopSignal, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that restores a backup into an empty shop: a new data folder, or a new database.
 */

const usage = `Usage: npm run restore -- FILE    bring a backup back into an empty shop

The shop is that of the settings: a new DATA_DIR, or an empty database in DATABASE_URL. Nothing is changed before the
whole file has been checked.
`

// See backup.ts.
process.noDeprecation = true

const [name, ...rest] = process.argv.slice(2)
const file = resolve(process.env.INIT_CWD ?? '.', name ?? '')
try {
  process.exitCode = await run()
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${failureMessage(error, file)}\n`)
}

async function run(): Promise<number> {
  if (name === '--help' || name === 'help') {
    process.stdout.write(usage)
    return 0
  }
  if (!name || rest.length > 0) {
    process.stderr.write(usage)
    return 2
  }
  // Checked before a database is created for the new shop.
  await access(file, constants.R_OK)
  const config = readConfig(process.env)
  const signal = stopSignal()
  const { tables, pictures, takenAt } = await withPictures(config, (store) =>
    withDatabase(config, (url) => restore(file, { url, store, signal })),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  process.stdout.write(
    `Restored the shop of ${takenAt} into ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}: ${rows} rows of ${tables.length} tables, ${pictures.count} pictures\n`,
  )
  return 0
}
