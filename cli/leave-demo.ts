import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { counted } from '../server/common/counted.ts'
import { describeDemoData, leaveDemo } from '../server/maintenance/demo/demo-data.ts'
import { demoDataOf, demoProductsToLeave, shoppingDataOf } from '../server/maintenance/demo/demo-queries.ts'
import { otherCurrency } from '../server/maintenance/shop-currency.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runCommand, withShop } from './shop-parts.ts'

/*
 * The owner's command to remove the demo's data before opening in production on the same folder.
 */

const usage = `Usage: npm run leave-demo                     remove the demo's products, seller and mailbox, after asking
       npm run leave-demo -- --with-orders    remove every order and every shopper as well
       npm run leave-demo -- --yes            don't ask

Products that were ordered are archived, unless the orders go too. Products that a seller has edited, priced or counted stay.
`

const confirmation = 'leave demo'
const print = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(
  usage,
  { yes: { type: 'boolean', default: false }, 'with-orders': { type: 'boolean', default: false } },
  run,
)

async function run(
  positionals: string[],
  { yes, 'with-orders': shopping }: { yes: boolean; 'with-orders': boolean },
): Promise<number | undefined> {
  if (positionals.length > 0) return undefined
  const config = readConfig(process.env)
  requireShop(config)
  return withShop(config, async (db) => {
    const { orders, shoppers, lastOrder } = await shoppingDataOf(db)
    const mails = await readdir(join(config.dataDir, 'mailbox')).catch(() => [])
    const demo = await demoDataOf(db)
    const others = [
      ...(mails.length > 0 ? [`${counted(mails.length, 'mail')} of the demo's mailbox`] : []),
      ...(shopping && orders + shoppers > 0 ? [`every order (${orders}) and every shopper (${shoppers})`] : []),
    ]
    const products = await demoProductsToLeave(db, { shopping })
    const going = [...describeDemoData({ ...demo, products }), ...others]
    if (going.length === 0) {
      print('There is nothing of the demo in this shop.')
      return 0
    }
    print(`This removes for good: ${going.join(', ')}.`)
    if (products > 0 && orders > 0 && !shopping)
      print("Those of the demo's products that were ordered are archived instead.")
    if (orders + shoppers > 0 && !shopping) {
      const last = lastOrder ? `, the last of ${lastOrder.toISOString().slice(0, 10)},` : ''
      print(
        `It keeps ${counted(orders, 'order')}${last} and ${counted(shoppers, 'shopper')}: which of them are real the shop can't tell. Add --with-orders to remove all of them.`,
      )
    }
    if (!yes && !(await isConfirmed())) {
      process.stderr.write('Nothing was removed.\n')
      return 1
    }
    const { removed, archived } = await leaveDemo(db, config, { shopping })
    const gone = [...describeDemoData({ ...demo, products: removed }), ...others]
    const kept = archived > 0 ? `Archived ${archived} of the demo's products that were ordered. ` : ''
    print(`${kept}${gone.length > 0 ? `Removed: ${gone.join(', ')}.` : ''}`.trim())
    const currency = await otherCurrency(db, config.shop, config.dataDir)
    if (currency !== undefined) print(currency)
    else if (config.production) print('The shop can be opened now: npm start')
    else print('Open the shop with NODE_ENV=production next: demo mode fills an empty shop again.')
    return 0
  })
}

async function isConfirmed(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(`Type "${confirmation}" to go on: `), closed])
  lines.close()
  return answer.trim() === confirmation
}
