import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../common/start-error.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { Config } from '../start/config.ts'

/*
 * What trying the demo leaves in a data folder, and how it is removed before the shop opens in production.
 */

/** The name of the account that demo mode makes, whatever its address. */
const demoSellerName = 'Demo seller'

export type DemoData = {
  /** Products of the demo that are for sale or switched off, not archived ones. */
  products: number
  /** Addresses of demo sellers. */
  sellers: string[]
}

/** What of the demo would go live with this database. */
export async function demoDataOf(db: Db): Promise<DemoData> {
  const { products } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('products'))
    .where('demo', '=', true)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const sellers = await db
    .selectFrom('seller')
    .select('email')
    .where('name', '=', demoSellerName)
    .orderBy('id')
    .execute()
  return { products: Number(products), sellers: sellers.map(({ email }) => email) }
}

/** How many products leaveDemo takes out of the shop or deletes; archived ones that were ordered stay, unless orders go too. */
export async function demoProductsToLeave(db: Db, { shopping }: { shopping: boolean }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product
    where demo and (archived_at is null or ${shopping}
      or not exists (select from order_line where order_line.product_id = product.id))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Orders and accounts of shoppers, which look the same whether the demo was tried with them or they are real. */
export async function shoppingDataOf(db: Db): Promise<{ orders: number; lastOrder: Date | null; shoppers: number }> {
  const { rows } = await sql<{ orders: number; lastOrder: Date | null; shoppers: number }>`
    select (select count(*)::int from shop_order) as orders, (select max(created_at) from shop_order) as last_order,
      (select count(*)::int from shopper) as shoppers`.execute(db)
  return rows[0] as { orders: number; lastOrder: Date | null; shoppers: number }
}

/** Throws StartError, with what to do, when a database that production is about to open holds the demo's data. */
export async function refuseDemoData(db: Db, dataDir: string): Promise<void> {
  const found = demoWords(await demoDataOf(db))
  if (found.length === 0) return
  throw new StartError(
    `This shop still holds the demo's data, which must not be sold: ${found.join(', and ')}.
  To remove it, with the same settings:  npm run leave-demo
  To open an empty shop instead:         another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/** The demo's data in words, a part for each kind; empty when there is none. */
export function demoWords({ products, sellers }: DemoData): string[] {
  return [
    ...(products > 0 ? [`${products} of the demo's product${products > 1 ? 's' : ''}`] : []),
    ...sellers.map((email) => `the demo seller ${email}`),
  ]
}

/**
 * Removes the demo's sellers, products, mailbox and password; products that were ordered are archived instead. With
 * `shopping` also every order and every shopper, whoever they are of. One transaction; the files follow it.
 */
export async function leaveDemo(
  db: Db,
  { dataDir }: Pick<Config, 'dataDir'>,
  { shopping }: { shopping: boolean },
): Promise<{ removed: number; archived: number }> {
  const done = await inTransaction(db, async (tx) => {
    if (shopping) {
      await sql`truncate shop_order, shopper, sandbox_session, sales_day, one_time_code restart identity cascade`.execute(
        tx,
      )
    }
    const removed = await sql`
      delete from product
      where demo and not exists (select from order_line where order_line.product_id = product.id)`.execute(tx)
    const archived = await sql`
      update product set archived_at = now(), updated_at = now() where demo and archived_at is null`.execute(tx)
    await tx.deleteFrom('seller').where('name', '=', demoSellerName).execute()
    return { removed: Number(removed.numAffectedRows ?? 0), archived: Number(archived.numAffectedRows ?? 0) }
  })
  for (const name of ['mailbox', 'demo-seller-password'])
    await rm(join(dataDir, name), { recursive: true, force: true })
  return done
}
