import { type Db, inTransaction } from '../database/database.ts'
import {
  countedDays,
  type Day,
  keepCountedDays,
  lastDays,
  lockCountedDays,
  type Sales,
  type SalesOfDay,
  salesOfDays,
} from './queries.ts'

/**
 * Milliseconds for which a day that is over is counted anew at each look: an order that was being placed at midnight
 * is of the old day, and seen only once its transaction has ended.
 */
const settling = 10 * 60 * 1000

/**
 * What was sold on each of the last days of the shop's zone, oldest first and ending with today so far: orders that
 * were delivered or paid, on the day they were placed, and their sums in cents less refunds. A day that is over is counted once, and
 * again after one of its orders changed.
 */
export async function salesOfLastDays(
  db: Db,
  { timeZone, count, now = new Date() }: { timeZone: string; count: number; now?: Date },
): Promise<(Sales & { day: string })[]> {
  const days = await lastDays(db, { timeZone, count, now })
  const isOver = (day: Day) => day.endsAt.getTime() + settling <= now.getTime()
  const [over, open] = [days.filter(isOver), days.filter((day) => !isOver(day))]
  const [closed, live] = await Promise.all([salesOfClosedDays(db, over), salesOfDays(db, open)])
  const sales = new Map([...closed, ...live].map((each) => [each.startsAt.getTime(), each]))
  return days.map(({ day, startsAt }) => {
    const sold = sales.get(startsAt.getTime())
    return { day, orders: sold?.orders ?? 0, amountCents: sold?.amountCents ?? 0, placed: sold?.placed ?? 0 }
  })
}

async function salesOfClosedDays(db: Db, days: readonly Day[]): Promise<SalesOfDay[]> {
  const counted = await countedDays(db, days)
  if (counted.length === days.length) return counted
  return inTransaction(db, async (tx) => {
    await lockCountedDays(tx)
    // Somebody else may have counted them while this one waited.
    const before = await countedDays(tx, days)
    const known = new Set(before.map((each) => each.startsAt.getTime()))
    const fresh = await salesOfDays(
      tx,
      days.filter((day) => !known.has(day.startsAt.getTime())),
    )
    if (fresh.length > 0) await keepCountedDays(tx, fresh)
    return [...before, ...fresh]
  })
}
