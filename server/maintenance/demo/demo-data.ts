import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '../../common/counted.ts'
import { StartError } from '../../common/start-error.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import type { Config } from '../../start/config.ts'
import {
  type DemoData,
  deleteAllSignIns,
  deleteDemoOrders,
  deleteDemoProducts,
  deleteDemoPromotions,
  deleteDemoSellers,
  deleteDemoSettings,
  deleteDemoWindows,
  deleteDemoZones,
  deleteShopping,
  demoDataOf,
  findDemoOfShop,
  findProductionSince,
  returnDemoStock,
} from './demo-queries.ts'

/*
 * The data that the demo leaves in a shop, and its removal before the shop opens in production.
 */

/** Throws StartError, with what to do, if the database that production is about to open contains the demo's data. */
export async function refuseDemoData(db: Db, dataDir: string): Promise<void> {
  const found = describeDemoData(await demoDataOf(db))
  if (found.length === 0) return
  throw new StartError(
    `This shop still holds the demo's data, which must not be sold: ${found.join(', and ')}.
  To remove it, with the same settings:  npm run leave-demo
  To open an empty shop instead:         another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/**
 * Throws StartError, with what to do, if demo mode is about to open a shop that was open in production: it would add
 * the demo's seller and keep the shop's mails in the demo's mailbox.
 */
export async function refuseProductionShop(db: Db, dataDir: string): Promise<void> {
  const since = await findProductionSince(db)
  if (!since) return
  throw new StartError(
    `This shop has been open in production since ${since.toISOString().slice(0, 10)}, and is about to be opened as a demo.
  To open it:        NODE_ENV=production npm start, with its other settings
  To try the demo:   another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/**
 * Throws StartError, with what to do, if demo mode is about to open a database that another demo filled: its prices are
 * in another currency.
 */
export async function refuseOtherDemo(
  db: Db,
  { demoShop, dataDir }: Pick<Config, 'demoShop' | 'dataDir'>,
): Promise<void> {
  const found = await findDemoOfShop(db)
  if (found === undefined || (found ?? undefined) === demoShop) return
  const settingOf = (name: string | null | undefined) => (name ? `with DEMO=${name}` : 'without DEMO')
  throw new StartError(
    `This shop was filled ${settingOf(found)} and is opened ${settingOf(demoShop)}: its prices would be shown in another currency.
  To open it as it is:        ${found ? `DEMO=${found} npm start` : 'npm start without DEMO'}
  To open the other demo:     another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/** Describes the demo's data, one text per kind; empty if there is none. */
export function describeDemoData({
  products,
  sellers,
  payments,
  shoppers,
  promotions,
  zones,
  windows,
  settings,
}: DemoData): string[] {
  return [
    ...(products > 0 ? [counted(products, "of the demo's product")] : []),
    ...sellers.map((email) => `the demo seller ${email}`),
    ...(payments > 0 ? [`${counted(payments, 'order')} of the sandbox's payment page`] : []),
    ...(shoppers > 0 ? [`${counted(shoppers, 'invented shopper')} with their orders`] : []),
    ...(promotions > 0 ? [counted(promotions, "of the demo's promotion")] : []),
    ...(zones > 0 ? [counted(zones, "of the demo's delivery zone")] : []),
    ...(windows > 0 ? [counted(windows, "of the demo's weekly delivery time")] : []),
    ...(settings > 0 ? ["the demo's settings, such as its PromptPay account"] : []),
  ]
}

/**
 * Deletes the demo's sellers, products, promotions, delivery zones and times, settings, mailbox, password, invented
 * shoppers and sandbox payments with their orders; products that were ordered otherwise are archived instead. Ends
 * every session and asks shoppers to verify their address again, as everyone could read the demo's mailbox. With
 * `shopping` also deletes every order and every shopper, real ones too. One transaction; the files are deleted after
 * it.
 */
export async function leaveDemo(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
  { shopping }: { shopping: boolean },
): Promise<{ removed: number; archived: number }> {
  const done = await inTransaction(db, async (tx) => {
    await returnDemoStock(tx, { ofAll: shopping })
    if (shopping) await deleteShopping(tx)
    await deleteDemoOrders(tx)
    await deleteAllSignIns(tx)
    const products = await deleteDemoProducts(tx)
    await deleteDemoSellers(tx)
    await deleteDemoSettings(tx)
    await deleteDemoZones(tx)
    await deleteDemoPromotions(tx)
    await deleteDemoWindows(tx)
    return products
  })
  for (const name of ['mailbox', 'demo-seller-password'])
    await rm(join(dataDir, name), { recursive: true, force: true })
  return done
}
