import { sql } from 'kysely'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import { countCaps } from '../../contract/values/limits.ts'
import { inCatalogue } from '../catalog/list-queries.ts'
import { type SellerProductRow, sellerProductColumns } from '../catalog/product-to-wire.ts'
import type { Db, Tx } from '../database/database.ts'

/** A day in the shop's time zone: its date as YYYY-MM-DD, and when it starts and ends. */
export type Day = { day: string; startsAt: Date; endsAt: Date }
/** How many orders were placed on a day, without cancelled ones and those that were never paid. */
export type PlacedOfDay = { placed: number; startsAt: Date; endsAt: Date }

/** How many products of a list are returned; further ones are only counted. */
const maxProducts = 8

/** Returns the last `count` days of a time zone, oldest first, ending with the day of `now`. */
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

/** Returns the stored counts of those of these days that have one. */
export async function storedCounts(db: Db, days: readonly Day[]): Promise<PlacedOfDay[]> {
  if (days.length === 0) return []
  const { rows } = await sql<PlacedOfDay>`
    select starts_at, ends_at, placed
    from placed_day
    join unnest(${days.map((day) => day.startsAt)}::timestamptz[], ${days.map((day) => day.endsAt)}::timestamptz[])
      as day (starts_at, ends_at) using (starts_at, ends_at)`.execute(db)
  return rows
}

/** Counts orders by the day on which they were placed. */
export async function countPlaced(db: Db, days: readonly Day[]): Promise<PlacedOfDay[]> {
  if (days.length === 0) return []
  const { rows } = await sql<PlacedOfDay>`
    select day.starts_at, day.ends_at, found.placed
    from unnest(${days.map((day) => day.startsAt)}::timestamptz[], ${days.map((day) => day.endsAt)}::timestamptz[])
      as day (starts_at, ends_at)
    cross join lateral (
      select count(*)::int as placed
      from shop_order
      where listed and status <> 'Cancelled' and created_at >= day.starts_at and created_at < day.ends_at
    ) as found`.execute(db)
  return rows
}

/**
 * Locks the stored counts until the transaction ends: waits for changes of past days in other transactions, and blocks
 * new ones. So a count that is stored under this lock is either correct, or is deleted by the change that makes it
 * wrong.
 */
export async function lockStoredCounts(tx: Tx): Promise<void> {
  await sql`lock table placed_day in exclusive mode`.execute(tx)
}

/** Stores the counts of past days. The caller holds `lockStoredCounts`, and stores no day twice. */
export async function storeCounts(tx: Tx, days: readonly PlacedOfDay[]): Promise<void> {
  await tx
    .insertInto('placedDay')
    .values([...days])
    .execute()
}

// For a count with a limit the planner prefers to scan the table until it has found that many rows, which reads the
// whole table if there are fewer. So these queries have a sort order and a range that only the partial index of these
// rows has.

/** Returns the number of orders in each status, counted up to `countCaps.all`. */
export async function countByStatus<S extends OrderStatus>(
  db: Db,
  statuses: readonly S[],
): Promise<{ status: S; count: number }[]> {
  const { rows } = await sql<{ status: S; count: number }>`
    select wanted.status, waiting.count
    from unnest(${statuses}::text[]) with ordinality as wanted (status, position)
    cross join lateral (
      select count(*)::int as count
      from (
        select id from shop_order
        where listed and status >= wanted.status and status <= wanted.status
        order by status, id desc limit ${countCaps.all}
      ) as counted
    ) as waiting
    order by wanted.position`.execute(db)
  return rows
}

const soldOut = (db: Db) =>
  inCatalogue(db).where('sellable', '=', false).where('inStock', '=', true).orderBy('id', 'desc')
const lowOnStock = (db: Db) =>
  inCatalogue(db).where('sellable', '=', true).where('fewLeft', 'is not', null).orderBy('fewLeft').orderBy('id')

/**
 * Returns the first few products that are sold out and not switched off, newest first, and their number up to
 * `countCaps.all`.
 */
export async function productsOutOfStock(db: Db): Promise<{ products: SellerProductRow[]; count: number }> {
  const [products, count] = await Promise.all([
    soldOut(db).select(sellerProductColumns).limit(maxProducts).execute(),
    countOf(db, soldOut(db)),
  ])
  return { products, count }
}

/**
 * Returns the first few products that are low on stock, fewest pieces first, and their number up to `countCaps.all`.
 */
export async function productsLowOnStock(db: Db): Promise<{ products: SellerProductRow[]; count: number }> {
  const [products, count] = await Promise.all([
    lowOnStock(db).select(sellerProductColumns).limit(maxProducts).execute(),
    countOf(db, lowOnStock(db)),
  ])
  return { products, count }
}

async function countOf(db: Db, products: ReturnType<typeof inCatalogue>): Promise<number> {
  const { count } = await db
    .selectFrom(products.select('id').limit(countCaps.all).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
