import { counted } from '../server/common/counted.ts'
import { emailOf } from '../server/common/email.ts'
import { eraseShopper } from '../server/maintenance/erase-shopper.ts'
import { findShopperData } from '../server/maintenance/shopper-data-queries.ts'
import { readConfig } from '../server/start/config.ts'
import { requireShop, runCommand, withShop } from './shop-parts.ts'

/*
 * The owner's command for shoppers who ask for their data, or for its deletion.
 */

const usage = `Usage: npm run shopper -- show EMAIL     print account, addresses, cart, sessions and orders, as JSON
       npm run shopper -- erase EMAIL    delete account, addresses, cart and sessions, and remove name, street,
                                         phone, note, e-mail address and who took the goods
                                         from the orders

Orders that are under way, or for which money is owed, have to be finished before. Documents stay, as tax law asks. It can't be undone.
`

const print = (line: string) => void process.stdout.write(`${line}\n`)

await runCommand(usage, {}, run)

async function run([command = '', typed, ...rest]: string[]): Promise<number | undefined> {
  if ((command !== 'show' && command !== 'erase') || typed === undefined || rest.length > 0) return undefined
  const email = emailOf(typed)
  const unknown = `There is no shopper ${email}.`
  const config = readConfig(process.env)
  requireShop(config)
  return withShop(config, async (db) => {
    if (command === 'show') {
      const data = await findShopperData(db, email)
      if (!data) throw new Error(unknown)
      print(JSON.stringify(data, null, 2))
      return 0
    }
    const erased = await eraseShopper(db, email)
    if (erased.kind === 'unknown') throw new Error(unknown)
    if (erased.kind === 'unfinished')
      throw new Error(
        `${email} has orders that are under way, or for which money is owed: ${erased.orders.join(', ')}. Finish or cancel them, settle the money, and try again. Nothing was changed.`,
      )
    print(
      `${email} is erased. ${counted(erased.orders, 'order')} ${erased.orders === 1 ? 'stays' : 'stay'} for the books, without name, street, phone, note and e-mail address.`,
    )
    return 0
  })
}
