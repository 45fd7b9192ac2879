import { sql } from 'kysely'
import { bangkokPromptPay, bangkokShop } from '../../../demo/bangkok/shop.ts'
import type { Db, Tx } from '../../database/database.ts'
import { demoSellerName } from '../../domain/demo-seller-name.ts'
import { unrefundedPieces } from '../../orders/stock-queries.ts'

/*
 * The demo's data in the tables of accounts, catalogue, checkout and payments: the queries of demo-data.ts.
 */

/** The sandbox gateway runs in demo mode only, so an order with such a payment is no real one. */
const isSandbox = sql<boolean>`payment.session like 'cs\\_sandbox\\_%'`

export type DemoData = {
  /** Products of the demo that are for sale or switched off, not archived ones. */
  products: number
  /** E-mail addresses of demo sellers. */
  sellers: string[]
  /** Online orders of real shoppers with a payment page of the sandbox gateway, which moves no money. */
  payments: number
  /** Shoppers that the demo has invented, each with orders. */
  shoppers: number
  /** Promotions that the demo has made. */
  promotions: number
  /** Delivery zones that the demo has made. */
  zones: number
  /** Weekly delivery times that the demo has made. */
  windows: number
  /** Settings that the demo has made, such as an account that isn't the shop's. */
  settings: number
}

/** Whether a setting is the demo's: made by it, or its invented PromptPay account, also if a seller has saved it. */
const isDemoSetting = sql<boolean>`(
  changed_by is null or topic = 'promptpay' and value -> 'proxy' ->> 'number' = ${bangkokPromptPay.proxy.number})`

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
    .where('name', 'like', `${demoSellerName}%`)
    .orderBy('id')
    .execute()
  const { payments } = await db
    .selectFrom('payment')
    .innerJoin('shopOrder', 'shopOrder.id', 'orderId')
    .innerJoin('shopper', 'shopper.id', 'shopperId')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where(isSandbox)
    .where('shopper.demo', '=', false)
    .executeTakeFirstOrThrow()
  const { shoppers } = await db
    .selectFrom('shopper')
    .select(({ fn }) => fn.countAll<number>().as('shoppers'))
    .where('demo', '=', true)
    .executeTakeFirstOrThrow()
  const { promotions } = await db
    .selectFrom('promotion')
    .select(({ fn }) => fn.countAll<number>().as('promotions'))
    .where('changedBy', 'is', null)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const { zones } = await db
    .selectFrom('deliveryZone')
    .select(({ fn }) => fn.countAll<number>().as('zones'))
    .where('changedBy', 'is', null)
    .executeTakeFirstOrThrow()
  const { windows } = await db
    .selectFrom('windowTemplate')
    .select(({ fn }) => fn.countAll<number>().as('windows'))
    .where('changedBy', 'is', null)
    .executeTakeFirstOrThrow()
  const { settings } = await db
    .selectFrom('setting')
    .select(({ fn }) => fn.countAll<number>().as('settings'))
    .where(isDemoSetting)
    .executeTakeFirstOrThrow()
  return {
    products,
    sellers: sellers.map(({ email }) => email),
    payments,
    shoppers,
    promotions,
    zones,
    windows,
    settings,
  }
}

/**
 * Counts the products that `leaveDemo` archives or deletes; with `shopping` including archived ones that were ordered.
 */
export async function demoProductsToLeave(db: Db, { shopping }: { shopping: boolean }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product
    where demo and (archived_at is null or ${shopping}
      or not exists (select from order_line where order_line.product_id = product.id))`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts orders and shoppers, without invented ones. Other people who tried the demo can't be distinguished from real
 * shoppers.
 */
export async function shoppingDataOf(db: Db): Promise<{ orders: number; lastOrder: Date | null; shoppers: number }> {
  const { rows } = await sql<{ orders: number; lastOrder: Date | null; shoppers: number }>`
    select count(shop_order.id)::int as orders, max(shop_order.created_at) as last_order,
      count(distinct shopper.id)::int as shoppers
    from shopper left join shop_order on shopper_id = shopper.id
    where not demo`.execute(db)
  return rows[0] as { orders: number; lastOrder: Date | null; shoppers: number }
}

/** Records that the shop is open in production. */
export async function setOpenInProduction(db: Db): Promise<void> {
  await sql`insert into production_since default values on conflict do nothing`.execute(db)
}

/** Returns when the shop was first open in production; undefined if it never was. */
export async function findProductionSince(db: Db): Promise<Date | undefined> {
  return (await db.selectFrom('productionSince').select('at').executeTakeFirst())?.at
}

/** Returns the demo whose settings the shop was filled with, null without DEMO; undefined if it has no products. */
export async function findDemoOfShop(db: Db): Promise<string | null | undefined> {
  const { rows } = await sql<{ name: string | null; isFilled: boolean }>`
    select (select name from demo_shop) as name, exists (select from product) as is_filled`.execute(db)
  return rows[0]?.isFilled ? rows[0].name : undefined
}

/** Deletes every order and every shopper. */
export async function deleteShopping(tx: Tx): Promise<void> {
  await sql`truncate shop_order, shopper, sandbox_session, placed_day, sales_sum, one_time_code, rider_count, rider_tap restart identity cascade`.execute(
    tx,
  )
}

/**
 * Returns the stock that orders with a payment of the sandbox gateway have taken, or all orders, without pieces that
 * were refunded. Invented orders have taken none.
 */
export async function returnDemoStock(tx: Tx, { ofAll }: { ofAll: boolean }): Promise<void> {
  await sql`
    update product set stock = stock + taken.quantity
    from (select line.product_id, line.count_no, sum(${unrefundedPieces})::int as quantity
          from order_line line join shop_order on shop_order.id = line.order_id
          where (status <> 'Cancelled' or stock_to_return)
            and (${ofAll} or exists (select from payment where payment.order_id = shop_order.id and ${isSandbox}))
          group by line.product_id, line.count_no) as taken
    where product.id = taken.product_id and product.count_no = taken.count_no and product.stock is not null`.execute(tx)
}

/**
 * Deletes the invented shoppers, their orders and those with a payment of the sandbox gateway. Their documents go too;
 * the sales of the other orders are counted again, by the job for orders from before the reports.
 */
export async function deleteDemoOrders(tx: Tx): Promise<void> {
  const isOfDemo = sql<boolean>`(
    exists (select from payment where payment.order_id = shop_order.id and ${isSandbox})
    or exists (select from shopper where shopper.id = shop_order.shopper_id and demo))`
  // Documents are never deleted otherwise.
  await sql`alter table document disable trigger document_is_final`.execute(tx)
  await sql`delete from document using shop_order where shop_order.id = order_id and ${isOfDemo}`.execute(tx)
  await sql`alter table document enable trigger document_is_final`.execute(tx)
  await sql`
    delete from document_series as series
    where not exists (select from document where kind = series.kind and year = series.year)`.execute(tx)
  const removed = await sql`delete from shop_order where ${isOfDemo}`.execute(tx)
  await tx.deleteFrom('shopper').where('demo', '=', true).execute()
  await sql`truncate sandbox_session, placed_day`.execute(tx)
  // Riders whose collected cash was deleted with the orders have handed in none.
  await sql`
    delete from rider_count
    where not exists (select from money_movement where money_movement.rider = rider_count.rider)`.execute(tx)
  if (!removed.numAffectedRows) return
  await sql`truncate sales_sum, sale_entry`.execute(tx)
  await sql`
    insert into sale_to_book select distinct order_id from money_movement where kind = 'received'
    on conflict do nothing`.execute(tx)
}

/** Ends every session, deletes every mailed code, and makes shoppers verify their address again. */
export async function deleteAllSignIns(tx: Tx): Promise<void> {
  for (const table of ['shopperSession', 'sellerSession', 'oneTimeCode'] as const) await tx.deleteFrom(table).execute()
  await tx.updateTable('shopper').set({ emailVerified: false }).execute()
}

/** Deletes the demo's products, and archives those that were ordered. */
export async function deleteDemoProducts(tx: Tx): Promise<{ removed: number; archived: number }> {
  const removed = await sql`
    delete from product
    where demo and not exists (select from order_line where order_line.product_id = product.id)`.execute(tx)
  const now = sql<Date>`now()`
  const archived = await tx
    .updateTable('product')
    .set({ archivedAt: now, updatedAt: now })
    .where('demo', '=', true)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return { removed: Number(removed.numAffectedRows ?? 0), archived: Number(archived.numUpdatedRows) }
}

/** Deletes the demo's sellers, and with which demo's settings the shop was filled. */
export async function deleteDemoSellers(tx: Tx): Promise<void> {
  await tx.deleteFrom('seller').where('name', 'like', `${demoSellerName}%`).execute()
  await tx.deleteFrom('demoShop').execute()
}

/**
 * Deletes the delivery zones that the demo has made. A seller's delivery time of no other zone is switched off: without
 * zones it would serve all of them.
 */
export async function deleteDemoZones(tx: Tx): Promise<void> {
  await tx.deleteFrom('deliveryZone').where('changedBy', 'is', null).execute()
  const left = sql`array(select id from delivery_zone where id = any(zone_ids) order by position)`
  await sql`
    update window_template set zone_ids = ${left}, active = active and cardinality(${left}) > 0, version = version + 1
    where not zone_ids <@ array(select id from delivery_zone)`.execute(tx)
}

/**
 * Deletes the settings that the demo has made, and takes its invented tax ID out of those that a seller has saved.
 */
export async function deleteDemoSettings(tx: Tx): Promise<void> {
  await tx.deleteFrom('setting').where(isDemoSetting).execute()
  await tx
    .updateTable('setting')
    .set({ value: sql`value - 'issuer' - 'documentsSince'`, version: sql`version + 1` })
    .where('topic', '=', 'tax')
    .where(sql`value -> 'issuer' ->> 'taxId'`, '=', bangkokShop.issuer?.taxId ?? '')
    .execute()
}

/**
 * Deletes the weekly templates that the demo has made, with the windows that no order names, and counts what is
 * taken of the others anew, without orders that were deleted.
 */
export async function deleteDemoWindows(tx: Tx): Promise<void> {
  await tx.deleteFrom('windowTemplate').where('changedBy', 'is', null).execute()
  await sql`
    delete from delivery_window
    where template_id is null and not exists (select from shop_order where window_id = delivery_window.id)`.execute(tx)
  await sql`
    update delivery_window set taken =
      (select count(*) from shop_order where window_id = delivery_window.id and status <> 'Cancelled')
      + (select count(*) from window_hold where window_id = delivery_window.id)`.execute(tx)
}

/**
 * Deletes the promotions that the demo has made, and archives those of orders. Counts the uses of the others anew,
 * without orders that were deleted.
 */
export async function deleteDemoPromotions(tx: Tx): Promise<void> {
  await sql`
    delete from promotion
    where changed_by is null and not exists (select from order_promotion where promotion_id = promotion.id)`.execute(tx)
  await tx
    .updateTable('promotion')
    .set({ archivedAt: sql<Date>`now()` })
    .where('changedBy', 'is', null)
    .where('archivedAt', 'is', null)
    .execute()
  await sql`
    update promotion_shopper set uses = (
      select count(*) from order_promotion join shop_order on shop_order.id = order_id
      where promotion_id = promotion_shopper.promotion_id and shopper_id = promotion_shopper.shopper_id and counted)`.execute(
    tx,
  )
  await sql`
    update promotion set uses = (
      select coalesce(sum(uses), 0) from promotion_shopper where promotion_id = promotion.id)
    where max_uses is not null`.execute(tx)
}
