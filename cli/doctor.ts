import { randomUUID } from 'node:crypto'
import type { ShopConfig } from '../contract/settings/shop.ts'
import { escapeHtml } from '../server/common/html.ts'
import { makeDb, makePool } from '../server/database/database.ts'
import { smtpDelivery } from '../server/mail/deliver.ts'
import { describeDemoData } from '../server/maintenance/demo/demo-data.ts'
import { demoDataOf } from '../server/maintenance/demo/demo-queries.ts'
import { readiness } from '../server/maintenance/health/readiness.ts'
import { shopProblems } from '../server/maintenance/health/shop-problems.ts'
import { otherCurrency } from '../server/maintenance/shop-currency.ts'
import { liveShop } from '../server/settings/live-shop.ts'
import { type Config, readConfig } from '../server/start/config.ts'
import { requireShop, runCommand, withDatabase, withPictures } from './shop-parts.ts'

/*
 * The owner's command that checks a shop, before it opens or if something is wrong. It changes nothing,
 * except that it creates the folders of pictures if they are missing.
 */

const usage = `Usage: npm run doctor                      check settings, database, disk, pictures and what is still a sample
       npm run doctor -- you@example.com   send a test mail as well
`

const failures = {
  database: 'the database does not answer',
  migrations: 'the database is of an older version: start the shop once',
  disk: 'the disk of DATA_DIR has no room left',
}

let failed = 0
const good = (line: string) => void process.stdout.write(`ok      ${line}\n`)
const bad = (line: string) => {
  failed += 1
  process.stdout.write(`WRONG   ${line}\n`)
}

await runCommand(usage, {}, run)

async function run([recipient, ...rest]: string[]): Promise<number | undefined> {
  if (rest.length > 0) return undefined
  const config = readConfig(process.env)
  requireShop(config)
  good(`settings, for ${config.production ? 'production' : 'a demo on this machine'} at ${config.publicUrl}`)
  const shop = await withDatabase(config, async (url) => {
    const pool = makePool(url, { max: 2 })
    const db = makeDb(pool)
    try {
      const found = await readiness({ db, dataDir: config.dataDir })()
      for (const check of found) bad(failures[check])
      if (found.length === 0) good(`database and disk (${config.databaseUrl ? 'DATABASE_URL' : config.dataDir})`)
      if (found.includes('database') || found.includes('migrations')) return config.shop
      const demo = config.production ? describeDemoData(await demoDataOf(db)) : []
      if (demo.length > 0) bad(`the demo's data is still there: ${demo.join(', ')}. npm run leave-demo removes it`)
      const currency = await otherCurrency(db, config.shop, config.dataDir)
      if (currency !== undefined) bad(currency)
      const live = liveShop(db, config.shop)
      await live.refresh()
      for (const { message } of await shopProblems({ db, shop: live.shop, production: config.production }, 'en'))
        bad(message)
      return live.shop
    } finally {
      await pool.end()
    }
  })
  // The first of the list: the keys need the right to list, too.
  await withPictures(config, ({ store }) => store.list()[Symbol.asyncIterator]().next()).then(
    () => good(`pictures (${config.pictures ? `bucket ${config.pictures.bucket}` : 'a folder of DATA_DIR'})`),
    (error: Error) => bad(`pictures: ${error.message}`),
  )
  if (recipient) await sendTestMail(config, shop, recipient)
  else if (config.smtpUrl) process.stdout.write('        mail was not tried: npm run doctor -- you@example.com\n')
  process.stdout.write(failed === 0 ? 'All is well.\n' : `${failed} to look at.\n`)
  return failed === 0 ? 0 : 1
}

async function sendTestMail(config: Config, shop: Pick<ShopConfig, 'name'>, to: string): Promise<void> {
  if (!config.smtpUrl) return bad('mail: SMTP_URL is not set')
  const text = `This is a test of ${shop.name}'s mail. Codes and orders will reach you like this.`
  const mail = {
    to,
    id: `doctor-${randomUUID()}`,
    subject: `${shop.name}: a test mail`,
    text,
    html: `<p>${escapeHtml(text)}</p>`,
  }
  await smtpDelivery(
    config.smtpUrl,
    config.mailFrom,
    config.publicUrl,
  )(mail).then(
    () => good(`mail: handed to the mail server for ${to}. Look whether it arrives, and not as spam`),
    (error: Error) => bad(`mail: ${error.message}`),
  )
}
