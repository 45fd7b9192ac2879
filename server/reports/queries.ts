import { sql } from 'kysely'
import { counted } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { type SellerProductRow, sellerProductColumns } from '../catalog/product-record.ts'
import type { Db, Tx } from '../database/database.ts'

/** A day of the shop: its date as YYYY-MM-DD, and the moments at which it begins and ends. */
export type Day = { day: string; startsAt: Date; endsAt: Date }
/** Orders that were delivered or paid, their sum less refunds, and all orders that were placed; none that was cancelled. */
export type Sales = { orders: number; amountCents: number; placed: number }
export type SalesOfDay = Sales & { startsAt: Date; endsAt: Date }

/** Products that run out, by name. */
const firstProducts = 8

/** The last days of a zone, oldest first, ending with the one that holds `now`. */
export async function lastDays(
  db: Db,
  { timeZone, count, now }: { timeZone: string; count: number; now: Date },
): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select to_char(date, 'YYYY-MM-DD') as day,
           date at time zone ${timeZone} as starts_at,
           (date + interval '1 day') at time zone ${timeZone} as ends_at
    from generate_series(
      date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) - ${count - 1} * interval '1 day',
      date_trunc('day', ${now}::timestamptz at time zone ${timeZone}),
      interval '1 day') as date
    order by date`.execute(db)
  return rows
}

/** What was counted of these days before. */
export async function countedDays(db: Db, days: readonly Day[]): Promise<SalesOfDay[]> {
  if (days.length === 0) return []
  const { rows } = await sql<SalesOfDay>`
    select starts_at, ends_at, orders, amount_cents, placed
    from sales_day
    join unnest(${days.map((day) => day.startsAt)}::timestamptz[], ${days.map((day) => day.endsAt)}::timestamptz[])
      as day (starts_at, ends_at) using (starts_at, ends_at)`.execute(db)
  return rows
}

/** Counts orders by the day they were placed on. An order in cash is paid when it is delivered. */
export async function salesOfDays(db: Db, days: readonly Day[]): Promise<SalesOfDay[]> {
  if (days.length === 0) return []
  const { rows } = await sql<SalesOfDay>`
    select day.starts_at, day.ends_at, sold.orders, sold.amount_cents, sold.placed
    from unnest(${days.map((day) => day.startsAt)}::timestamptz[], ${days.map((day) => day.endsAt)}::timestamptz[])
      as day (starts_at, ends_at)
    cross join lateral (
      select count(*) filter (where is_paid)::int as orders,
             coalesce(sum(amount_cents - refunded_cents) filter (where is_paid), 0)::bigint as amount_cents,
             count(*)::int as placed
      from shop_order
      where listed and status <> 'Cancelled' and created_at >= day.starts_at and created_at < day.ends_at
    ) as sold`.execute(db)
  return rows
}

/**
 * Waits for the changes of past days that are under way, and holds off those to come until the transaction ends: what
 * is counted after this and kept is either right, or is taken away by the change that makes it wrong.
 */
export async function lockCountedDays(tx: Tx): Promise<void> {
  await sql`lock table sales_day in exclusive mode`.execute(tx)
}

/** Keeps what was counted of days that are over. The caller holds `lockCountedDays`, and keeps no day twice. */
export async function keepCountedDays(tx: Tx, days: readonly SalesOfDay[]): Promise<void> {
  await tx
    .insertInto('salesDay')
    .values([...days])
    .execute()
}

// Counting no further than a thousand, the planner would rather read a table from one of its ends until it has found
// so many, which takes the whole table when there are fewer. What is counted is asked for in an order, and a range, that
// only the index of just these rows has.

/** How many orders stand at each status, counted up to `counted.all`. */
export async function waitingOrders<S extends OrderStatus>(
  db: Db,
  statuses: readonly S[],
): Promise<{ status: S; count: number }[]> {
  const { rows } = await sql<{ status: S; count: number }>`
    select asked.status, waiting.count
    from unnest(${statuses}::text[]) with ordinality as asked (status, position)
    cross join lateral (
      select count(*)::int as count
      from (
        select id from shop_order
        where listed and status >= asked.status and status <= asked.status
        order by status, id desc limit ${counted.all}
      ) as counted
    ) as waiting
    order by asked.position`.execute(db)
  return rows
}

const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)
const soldOut = (db: Db) =>
  inCatalogue(db).where('sellable', '=', false).where('inStock', '=', true).orderBy('id', 'desc')
const runningOut = (db: Db) =>
  inCatalogue(db).where('sellable', '=', true).where('fewLeft', 'is not', null).orderBy('fewLeft').orderBy('id')

/** Products that are sold out, without those that the seller switched off, the newest first: the first few, and how many there are up to `counted.all`. */
export async function productsOutOfStock(db: Db): Promise<{ products: SellerProductRow[]; count: number }> {
  const [products, count] = await Promise.all([
    soldOut(db).select(sellerProductColumns).limit(firstProducts).execute(),
    countOf(db, soldOut(db)),
  ])
  return { products, count }
}

/** Products of which few pieces are left, the fewest first: the first few, and how many there are up to `counted.all`. */
export async function productsLowOnStock(db: Db): Promise<{ products: SellerProductRow[]; count: number }> {
  const [products, count] = await Promise.all([
    runningOut(db).select(sellerProductColumns).limit(firstProducts).execute(),
    countOf(db, runningOut(db)),
  ])
  return { products, count }
}

async function countOf(db: Db, products: ReturnType<typeof inCatalogue>): Promise<number> {
  const { count } = await db
    .selectFrom(products.select('id').limit(counted.all).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
