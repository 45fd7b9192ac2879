import { type Db, inTransaction } from '../database/database.ts'
import {
  type Day,
  lastDays,
  lockStoredSales,
  type Sales,
  type SalesOfDay,
  salesOfDays,
  storedSales,
  storeSales,
} from './queries.ts'

/**
 * Milliseconds after its end during which a day is counted by each call: an order that was being placed at midnight belongs
 * to the old day, and is visible only once its transaction has ended.
 */
const settlingTime = 10 * 60 * 1000

/**
 * Returns the sales of the last days in the shop's time zone, oldest first and ending with today so far: orders that were
 * delivered or paid, by the day on which they were placed, and their sums in cents less refunds. A day that is over is
 * counted once and stored, and counted again after one of its orders changed.
 */
export async function salesOfLastDays(
  db: Db,
  { timeZone, count, now = new Date() }: { timeZone: string; count: number; now?: Date },
): Promise<(Sales & { day: string })[]> {
  const days = await lastDays(db, { timeZone, count, now })
  const isOver = (day: Day) => day.endsAt.getTime() + settlingTime <= now.getTime()
  const [over, open] = [days.filter(isOver), days.filter((day) => !isOver(day))]
  const [closed, live] = await Promise.all([salesOfClosedDays(db, over), salesOfDays(db, open)])
  const sales = new Map([...closed, ...live].map((day) => [day.startsAt.getTime(), day]))
  return days.map(({ day, startsAt }) => {
    const sold = sales.get(startsAt.getTime())
    return { day, orders: sold?.orders ?? 0, amountCents: sold?.amountCents ?? 0, placed: sold?.placed ?? 0 }
  })
}

async function salesOfClosedDays(db: Db, days: readonly Day[]): Promise<SalesOfDay[]> {
  const counted = await storedSales(db, days)
  if (counted.length === days.length) return counted
  return inTransaction(db, async (tx) => {
    await lockStoredSales(tx)
    // Another transaction may have stored them while this one waited for the lock.
    const before = await storedSales(tx, days)
    const known = new Set(before.map((day) => day.startsAt.getTime()))
    const fresh = await salesOfDays(
      tx,
      days.filter((day) => !known.has(day.startsAt.getTime())),
    )
    if (fresh.length > 0) await storeSales(tx, fresh)
    return [...before, ...fresh]
  })
}
