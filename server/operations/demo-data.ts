import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { demoSellerName } from '../common/demo-seller-name.ts'
import { StartError } from '../common/start-error.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import type { Config } from '../start/config.ts'

/*
 * The data that the demo leaves in a shop, and its removal before the shop opens in production.
 */

/** The sandbox gateway runs in demo mode only, so an order with such a payment is no real one. */
const isSandbox = sql<boolean>`payment.session like 'cs\\_sandbox\\_%'`

export type DemoData = {
  /** Products of the demo that are for sale or switched off, not archived ones. */
  products: number
  /** E-mail addresses of demo sellers. */
  sellers: string[]
  /** Online orders with a payment page of the sandbox gateway, which moves no money. */
  payments: number
}

/** Returns the demo's data that production would show with this database. */
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
  const { payments } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where(isSandbox)
    .executeTakeFirstOrThrow()
  return { products: Number(products), sellers: sellers.map(({ email }) => email), payments: Number(payments) }
}

/** Counts the products that `leaveDemo` archives or deletes; with `shopping` including archived ones that were ordered. */
export async function demoProductsToLeave(db: Db, { shopping }: { shopping: boolean }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product
    where demo and (archived_at is null or ${shopping}
      or not exists (select from order_line where order_line.product_id = product.id))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts orders and shoppers. Those of the demo can't be told from real ones. */
export async function shoppingDataOf(db: Db): Promise<{ orders: number; lastOrder: Date | null; shoppers: number }> {
  const { rows } = await sql<{ orders: number; lastOrder: Date | null; shoppers: number }>`
    select (select count(*)::int from shop_order) as orders, (select max(created_at) from shop_order) as last_order,
      (select count(*)::int from shopper) as shoppers`.execute(db)
  return rows[0] as { orders: number; lastOrder: Date | null; shoppers: number }
}

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

/** Records that the shop is open in production. */
export async function setOpenInProduction(db: Db): Promise<void> {
  await sql`insert into production_since default values on conflict do nothing`.execute(db)
}

/**
 * Throws StartError, with what to do, if demo mode is about to open a shop that was open in production: it would add the
 * demo's seller and keep the shop's mails in the demo's mailbox.
 */
export async function refuseProductionShop(db: Db, dataDir: string): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select at from production_since`.execute(db)
  const [production] = rows
  if (!production) return
  throw new StartError(
    `This shop has been open in production since ${production.at.toISOString().slice(0, 10)}, and is about to be opened as a demo.
  To open it:        NODE_ENV=production npm start, with its other settings
  To try the demo:   another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/**
 * Throws StartError, with what to do, if demo mode is about to open a database that another demo filled: its prices are in
 * another currency.
 */
export async function refuseOtherDemo(
  db: Db,
  { demoShop, dataDir }: Pick<Config, 'demoShop' | 'dataDir'>,
): Promise<void> {
  const { rows } = await sql<{ name: string | null; isFilled: boolean }>`
    select (select name from demo_shop) as name, exists (select from product) as is_filled`.execute(db)
  const [found] = rows
  if (!found?.isFilled || (found.name ?? undefined) === demoShop) return
  const settingOf = (name: string | null | undefined) => (name ? `with DEMO=${name}` : 'without DEMO')
  throw new StartError(
    `This shop was filled ${settingOf(found.name)} and is opened ${settingOf(demoShop)}: its prices would be shown in another currency.
  To open it as it is:        ${found.name ? `DEMO=${found.name} npm start` : 'npm start without DEMO'}
  To open the other demo:     another DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
  )
}

/** Describes the demo's data, one text per kind; empty if there is none. */
export function describeDemoData({ products, sellers, payments }: DemoData): string[] {
  return [
    ...(products > 0 ? [`${products} of the demo's product${products > 1 ? 's' : ''}`] : []),
    ...sellers.map((email) => `the demo seller ${email}`),
    ...(payments > 0 ? [`${payments} order${payments > 1 ? 's' : ''} of the sandbox's payment page`] : []),
  ]
}

/**
 * Deletes the demo's sellers, products, mailbox, password and sandbox payments with their orders; products that were
 * ordered otherwise are archived instead. Ends every session and asks shoppers to verify their address again, as everyone
 * could read the demo's mailbox. With `shopping` also deletes every order and every shopper, real ones too. One
 * transaction; the files are deleted after it.
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
    await deleteSandboxOrders(tx)
    for (const table of ['shopperSession', 'sellerSession', 'oneTimeCode'] as const)
      await tx.deleteFrom(table).execute()
    await tx.updateTable('shopper').set({ emailVerified: false }).execute()
    const removed = await sql`
      delete from product
      where demo and not exists (select from order_line where order_line.product_id = product.id)`.execute(tx)
    const archived = await sql`
      update product set archived_at = now(), updated_at = now() where demo and archived_at is null`.execute(tx)
    await tx.deleteFrom('seller').where('name', '=', demoSellerName).execute()
    await tx.deleteFrom('demoShop').execute()
    return { removed: Number(removed.numAffectedRows ?? 0), archived: Number(archived.numAffectedRows ?? 0) }
  })
  for (const name of ['mailbox', 'demo-seller-password'])
    await rm(join(dataDir, name), { recursive: true, force: true })
  return done
}

/** Deletes orders with a payment of the sandbox gateway, and returns the stock that they took. */
async function deleteSandboxOrders(tx: Tx): Promise<void> {
  await sql`
    update product set stock = stock + taken.quantity
    from (select order_line.product_id, order_line.count_no, sum(order_line.quantity)::int as quantity
          from order_line
          join shop_order on shop_order.id = order_line.order_id and shop_order.status <> 'Cancelled'
          join payment on payment.order_id = shop_order.id and ${isSandbox}
          group by order_line.product_id, order_line.count_no) as taken
    where product.id = taken.product_id and product.count_no = taken.count_no and product.stock is not null`.execute(tx)
  await sql`delete from shop_order using payment where payment.order_id = shop_order.id and ${isSandbox}`.execute(tx)
  await sql`truncate sandbox_session, sales_day`.execute(tx)
}
