import { type Db, inTransaction } from '../database/database.ts'
import {
  countPlaced,
  type Day,
  lastDays,
  lockStoredCounts,
  type PlacedOfDay,
  storeCounts,
  storedCounts,
} from './queries.ts'

/**
 * Milliseconds after a day's end during which each call counts it anew: an order that was being placed at midnight
 * belongs to the old day, and is visible only once its transaction has ended.
 */
const settlingMilliseconds = 10 * 60 * 1000

/**
 * Returns how many orders were placed on each of the last days in the shop's time zone, oldest first and ending with
 * today so far, without cancelled ones. A day that is over is counted once and stored, and counted again after one of
 * its orders was cancelled or paid.
 */
export async function placedOfLastDays(
  db: Db,
  { timeZone, count, now = new Date() }: { timeZone: string; count: number; now?: Date },
): Promise<{ day: string; placed: number }[]> {
  const days = await lastDays(db, { timeZone, count, now })
  const isOver = (day: Day) => day.endsAt.getTime() + settlingMilliseconds <= now.getTime()
  const over = days.filter(isOver)
  const open = days.filter((day) => !isOver(day))
  const [closed, live] = await Promise.all([countsOfClosedDays(db, over), countPlaced(db, open)])
  const counts = new Map([...closed, ...live].map((day) => [day.startsAt.getTime(), day.placed]))
  return days.map(({ day, startsAt }) => ({ day, placed: counts.get(startsAt.getTime()) ?? 0 }))
}

async function countsOfClosedDays(db: Db, days: readonly Day[]): Promise<PlacedOfDay[]> {
  const counted = await storedCounts(db, days)
  if (counted.length === days.length) return counted
  return inTransaction(db, async (tx) => {
    await lockStoredCounts(tx)
    // Another transaction may have stored them while this one waited for the lock.
    const before = await storedCounts(tx, days)
    const known = new Set(before.map((day) => day.startsAt.getTime()))
    const fresh = await countPlaced(
      tx,
      days.filter((day) => !known.has(day.startsAt.getTime())),
    )
    if (fresh.length > 0) await storeCounts(tx, fresh)
    return [...before, ...fresh]
  })
}
