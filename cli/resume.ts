import { resumeShop } from '../server/operations/restored-shop.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runCommand, withShop } from './shop-parts.ts'

/*
 * The owner's command that ends the pause of a restored shop.
 */

const usage = `Usage: npm run resume    let a restored shop send mails, notices and refunds again

A restored shop is paused, as it may be a copy beside the shop. Resume the one that replaces the shop, once its open
orders are as they really are: it goes on where the backup left off, also with what the shop has done since.
`

await runCommand(usage, {}, async (positionals) => {
  if (positionals.length > 0) return undefined
  const config = readConfig(process.env)
  requireShop(config)
  const wasPaused = await withShop(config, resumeShop)
  process.stdout.write(
    wasPaused
      ? 'Resumed: mails, notices and refunds go out within seconds if the shop is open.\n'
      : 'It is not paused.\n',
  )
  return 0
})
