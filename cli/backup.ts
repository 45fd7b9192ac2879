import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backUp } from '../server/operations/back-up.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runFileCommand, stopSignal, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that writes the whole shop into one file, whether it is open or closed. Uses the shop's settings.
 */

const usage = `Usage: npm run backup -- FILE     write the shop's tables and pictures into a new file

The shop may stay open meanwhile. Keep the file as private as the shop itself. npm run restore -- FILE brings it back.
`

await runFileCommand(usage, async (file) => {
  if (await stat(file).catch(() => undefined)) throw Object.assign(new Error(), { code: 'EEXIST', path: file })
  // Checked before the whole shop is read.
  await stat(dirname(file)).catch((error) => Promise.reject(Object.assign(error, { path: file })))
  const config = readConfig(process.env)
  requireShop(config)
  const signal = stopSignal()
  const { version: shop } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const { tables, pictures } = await withPictures(config, (stores) =>
    withDatabase(config, (url) => backUp(file, { url, ...stores, shop, signal })),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
  return `${file}: ${rows} rows of ${tables.length} tables, ${pictures.count} pictures, ${megabytes} MB`
})
