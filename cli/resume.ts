import { resumeShop } from '../server/maintenance/backup/restored-shop.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runCommand, withShop } from './shop-parts.ts'

/*
 * The owner's command that ends the pause of a restored shop.
 */

const usage = `Usage: npm run resume                  let a restored shop send mails, notices and refunds again
       npm run resume -- --skip NUMBER    and give its next order and documents numbers that are higher by NUMBER

A restored shop is paused, as it may be a copy beside the shop. Resume the one that replaces the shop, once its open
orders are as they really are: it goes on where the backup left off, also with what the shop has done since.

Orders and documents since the backup are lost, and their numbers would be given out a second time. Skip as many as there
were at most: the newest number in the shop's sent mails, less that of the newest order. Tell your accountant which
numbers of documents are left out.
`

const maxSkipped = 100_000

await runCommand(usage, { skip: { type: 'string' } }, async (positionals, { skip: typed = '0' }) => {
  const skip = Number(typed)
  if (positionals.length > 0 || !/^\d{1,6}$/.test(typed) || skip > maxSkipped) return undefined
  const config = readConfig(process.env)
  requireShop(config)
  const wasPaused = await withShop(config, (db) => resumeShop(db, { skip }))
  process.stdout.write(
    wasPaused
      ? 'Resumed: mails, notices and refunds go out within seconds if the shop is open.\n'
      : 'It is not paused.\n',
  )
  return 0
})
