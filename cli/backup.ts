import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { backUp } from '../server/operations/back-up.ts'
import { readConfig } from '../server/start/config.ts'
import { failureMessage, requireShop, stopSignal, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that writes the whole shop into one file, whether it is open or closed. Uses the shop's settings.
 */

const usage = `Usage: npm run backup -- FILE     write the shop's tables and pictures into a new file

The shop may stay open meanwhile. Keep the file as private as the shop itself. npm run restore -- FILE brings it back.
`

// pg-copy-streams uses a deprecated part of the driver; the warning is of no use to the owner.
process.noDeprecation = true

const [name, ...rest] = process.argv.slice(2)
// npm runs its scripts in the project's folder, whatever folder the owner is in.
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
  if (await stat(file).catch(() => undefined)) throw Object.assign(new Error(), { code: 'EEXIST', path: file })
  // Checked before the whole shop is read.
  await stat(dirname(file)).catch((error) => Promise.reject(Object.assign(error, { path: file })))
  const config = readConfig(process.env)
  requireShop(config)
  const signal = stopSignal()
  const { version: shop } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const { tables, pictures } = await withPictures(config, (store) =>
    withDatabase(config, (url) => backUp(file, { url, store, shop, signal })),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
  process.stdout.write(
    `${file}: ${rows} rows of ${tables.length} tables, ${pictures.count} pictures, ${megabytes} MB\n`,
  )
  return 0
}
