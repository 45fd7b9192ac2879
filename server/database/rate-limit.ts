import { sql } from 'kysely'
import { refuse } from '../common/refusal.ts'
import type { Db } from './database.ts'
import { prepared } from './statement-names.ts'

/** At most `limit` tries of a key in a period of `perSeconds`; the table `rate_limit_counter` counts them. */
export type RateLimit = { limit: number; perSeconds: number }
/** A rate limit with bursts: `burst` at once, then one each `everySeconds`. */
export type BurstLimit = { burst: number; everySeconds: number }

/**
 * Counts one try under a key, in one statement that all processes share, and returns the number of tries in the period.
 * Throws `too_many` with the seconds to wait once the limit is reached; a refused try isn't counted. Not inside a
 * transaction: a later refusal would roll the count back.
 *
 * The commit isn't flushed to disk: a crash of the database loses the counts of the last half second, which is
 * harmless.
 */
export async function consumeRateLimit(db: Db, key: string, { limit, perSeconds }: RateLimit): Promise<number> {
  const isOver = hasEnded(perSeconds)
  const { rows } = await sql<{ tries: number }>`
    insert ${prepared} into rate_limit_counter (key, tries, resets_at)
    select ${key}, 1, now() + make_interval(secs => ${perSeconds}) from set_config('synchronous_commit', 'off', true)
    on conflict (key) do update set
      tries = case when ${isOver} then 1 else rate_limit_counter.tries + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else rate_limit_counter.resets_at end
    where ${isOver} or rate_limit_counter.tries < ${limit}
    returning tries`.execute(db)
  return rows[0]?.tries ?? refuse('too_many', { retryAfter: await secondsUntilReset(db, key) })
}

/**
 * The condition that the period of a counter has ended. Also one that would end more than a minute later than the
 * longest, of `seconds` from now, can: it was counted while the database's clock was ahead, and would refuse tries
 * until then. A minute, as statements that run at once have begun at different times.
 */
const hasEnded = (seconds: number) => sql<boolean>`(rate_limit_counter.resets_at <= now()
  or rate_limit_counter.resets_at > now() + make_interval(secs => ${seconds + 60}))`

/**
 * Counts one try against a burst limit, in one statement that all processes share, and returns the number of tries
 * since the full burst was available. Throws `too_many` with the seconds until the next try is allowed; a refused try
 * isn't counted. The row has the time at which the full burst is available again (the generic cell rate algorithm,
 * ITU-T I.371). A count needn't be flushed to disk; `isFlushed` is for a transaction whose other changes must be.
 */
export async function consumeBurstLimit(
  db: Db,
  key: string,
  { burst, everySeconds }: BurstLimit,
  { isFlushed = false } = {},
): Promise<number> {
  const committed = isFlushed ? sql`current_setting('synchronous_commit')` : sql`'off'`
  const isOver = hasEnded(everySeconds * burst)
  const { rows } = await sql<{ tries: number }>`
    insert ${prepared} into rate_limit_counter (key, tries, resets_at)
    select ${key}, 1, now() + make_interval(secs => ${everySeconds}) from set_config('synchronous_commit', ${committed}, true)
    on conflict (key) do update set
      tries = case when ${isOver} then 1 else rate_limit_counter.tries + 1 end,
      resets_at = case when ${isOver} then now() else rate_limit_counter.resets_at end
        + make_interval(secs => ${everySeconds})
    where ${isOver} or rate_limit_counter.resets_at <= now() + make_interval(secs => ${everySeconds * (burst - 1)})
    returning tries`.execute(db)
  const [counted] = rows
  if (counted) return counted.tries
  const wait = (await secondsUntilReset(db, key)) - everySeconds * (burst - 1)
  // A transaction that has waited has an earlier time than the count that it waited for.
  return refuse('too_many', { retryAfter: Math.min(Math.max(1, wait), everySeconds) })
}

/** Restores a try that wasn't a guess: it was right, or it was refused before anything was compared. */
export async function restoreRateLimit(db: Db, key: string, burstLimit?: BurstLimit): Promise<void> {
  await db
    .updateTable('rateLimitCounter')
    .set({
      tries: sql<number>`tries - 1`,
      resetsAt: sql<Date>`resets_at - make_interval(secs => ${burstLimit?.everySeconds ?? 0})`,
    })
    .where('key', '=', key)
    .where('tries', '>', 0)
    .where('resetsAt', '>', sql<Date>`now()`)
    .execute()
}

/** Returns the seconds until the period of a key ends, at least one. */
export async function secondsUntilReset(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from resets_at - now())::float8 as wait from rate_limit_counter where key = ${key}`.execute(db)
  return Math.max(1, rows[0]?.wait ?? 1)
}

/** Deletes the expired counters. */
export async function deleteExpiredRateLimits(db: Db): Promise<void> {
  await db.deleteFrom('rateLimitCounter').where('resetsAt', '<', sql<Date>`now()`).execute()
}

/** Resets a key's counter, after a try that was right. */
export async function resetRateLimit(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rateLimitCounter').where('key', '=', key).execute()
}

/** Resets the counters of all keys with a prefix. */
export async function resetRateLimits(db: Db, prefix: string): Promise<void> {
  await db.deleteFrom('rateLimitCounter').where(sql<boolean>`starts_with(key, ${prefix})`).execute()
}
