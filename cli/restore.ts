import { access, constants } from 'node:fs/promises'
import { restore } from '../server/maintenance/backup/restore.ts'
import { readConfig } from '../server/start/config.ts'
import { contentText } from './content-text.ts'
import { runFileCommand, stopSignal, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that restores a backup into an empty shop: a new data folder, or a new database.
 */

const usage = `Usage: npm run restore -- FILE    bring a backup back into an empty shop

The shop is that of the settings: a new DATA_DIR, or an empty database in DATABASE_URL. Nothing is changed before the
whole file has been checked. The restored shop can be opened, and sends nothing until npm run resume.
`

await runFileCommand(usage, {}, async (file) => {
  // Checked before a database is created for the new shop.
  await access(file, constants.R_OK)
  const config = readConfig(process.env)
  const signal = stopSignal()
  const backup = await withPictures(config, (stores) =>
    withDatabase(config, (url) => restore(file, { url, ...stores, signal })),
  )
  const location = config.databaseUrl ? 'DATABASE_URL' : config.dataDir
  return `Restored the shop of ${backup.takenAt} into ${location}: ${contentText(backup)}
It is paused: it sends no mails, notices and refunds, and cancels nothing by itself, as the shop may still do so.
If it replaces the shop: open it with npm start, enter what happened to open orders since, then npm run resume`
})
