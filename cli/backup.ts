import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { counted } from '../server/common/counted.ts'
import { backUp } from '../server/maintenance/backup/back-up.ts'
import { readConfig } from '../server/start/config.ts'
import { contentText } from './content-text.ts'
import { requireShop, runFileCommand, stopSignal, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that writes the whole shop but the photos of deliveries into one file, whether it is open or
 * closed. Uses the shop's settings.
 */

const usage = `Usage: npm run backup -- FILE     write the shop's tables and pictures into a new file

The shop may stay open meanwhile. Keep the file as private as the shop itself. npm run restore -- FILE brings it back.
`

await runFileCommand(usage, {}, async (file) => {
  if (await stat(file).catch(() => undefined)) throw Object.assign(new Error(), { code: 'EEXIST', path: file })
  // Checked before the whole shop is read.
  await stat(dirname(file)).catch((error) => Promise.reject(Object.assign(error, { path: file })))
  const config = readConfig(process.env)
  requireShop(config)
  const signal = stopSignal()
  const { version: shop } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const backup = await withPictures(config, (stores) =>
    withDatabase(config, (url) => backUp(file, { url, ...stores, shop, signal })),
  )
  const rowsOf = (name: string) => backup.tables.find((table) => table.name === name)?.rows ?? 0
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1)
  const location = config.databaseUrl ? 'DATABASE_URL' : config.dataDir
  // Without the shop's settings the command would find the demo's folder.
  const warning =
    rowsOf('production_since') === 0
      ? `\nWARNING: the shop in ${location} was never open in production. Name the real shop's folder with DATA_DIR=… if this isn't the one you mean.`
      : ''
  return `Backed up the shop in ${location}: ${counted(rowsOf('shop_order'), 'order')}, ${counted(rowsOf('product'), 'product')}.
${file}: ${contentText(backup)}, ${megabytes} MB${warning}`
})
