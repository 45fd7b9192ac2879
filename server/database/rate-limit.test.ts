import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { newId } from '../common/ids.ts'
import type { Refusal } from '../common/refusal.ts'
import type { Db } from './database.ts'
import {
  consumeBurstLimit,
  consumeRateLimit,
  deleteExpiredRateLimits,
  resetRateLimit,
  restoreRateLimit,
} from './rate-limit.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())

const aKey = () => `key-${newId()}`
const limit = { limit: 3, perSeconds: 600 }
const outcome = (key: string, of = limit) =>
  consumeRateLimit(db, key, of).then(
    () => 'counted' as const,
    (refusal: Refusal) => refusal,
  )
const triesOf = async (key: string) =>
  (await db.selectFrom('rateLimitCounter').select('tries').where('key', '=', key).executeTakeFirst())?.tries
const endPeriod = (key: string) =>
  database.pool.query('update rate_limit_counter set resets_at = now() where key = $1', [key])

test('counts tries up to the limit, and refuses the next with the seconds to wait', async () => {
  const key = aKey()
  for (let count = 1; count <= 3; count += 1) expect(await outcome(key)).toBe('counted')
  const refusal = (await outcome(key)) as Refusal
  expect(refusal.code).toBe('too_many')
  expect(refusal.details.retryAfter).toBeGreaterThan(590)
  expect(refusal.details.retryAfter).toBeLessThanOrEqual(600)
})

test('exactly the limit is allowed of a hundred concurrent tries', async () => {
  const key = aKey()
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcome(key)))
  expect(outcomes.filter((each) => each === 'counted')).toHaveLength(3)
  expect(await triesOf(key)).toBe(3)
})

test('refused tries don’t extend the period', async () => {
  const key = aKey()
  for (let count = 1; count <= 10; count += 1) await outcome(key)
  await database.pool.query("update rate_limit_counter set resets_at = now() + interval '0.2 s' where key = $1", [key])
  const refusal = (await outcome(key)) as Refusal
  expect(refusal.details.retryAfter).toBe(1)
  await endPeriod(key)
  expect(await outcome(key)).toBe('counted')
  expect(await triesOf(key)).toBe(1)
})

test.each([
  ['a limit', () => limit, consumeRateLimit],
  ['a burst limit', () => ({ burst: 3, everySeconds: 60 }), consumeBurstLimit],
] as const)(
  'tries counted while the database’s clock was hours ahead end with %s, not in hours',
  async (_, of, consume) => {
    const key = aKey()
    for (let count = 1; count <= 3; count += 1) await consume(db, key, of() as never)
    await database.pool.query("update rate_limit_counter set resets_at = now() + interval '7 hours' where key = $1", [
      key,
    ])
    expect(await consume(db, key, of() as never)).toBe(1)
  },
)

test('a restored try allows another', async () => {
  const key = aKey()
  for (let count = 1; count <= 3; count += 1) expect(await consumeRateLimit(db, key, limit)).toBe(count)
  await restoreRateLimit(db, key)
  expect(await outcome(key)).toBe('counted')
  expect(await outcome(key)).not.toBe('counted')
})

test('a burst limit allows its burst, then one more per interval', async () => {
  const key = aKey()
  const burstLimit = { burst: 5, everySeconds: 60 }
  const attempt = () =>
    consumeBurstLimit(db, key, burstLimit).then(
      () => 'counted' as const,
      (refusal: Refusal) => refusal,
    )
  const goBy = (time: string) =>
    database.pool.query('update rate_limit_counter set resets_at = resets_at - $2::interval where key = $1', [
      key,
      time,
    ])
  const burst = await Promise.all(Array.from({ length: 20 }, attempt))
  expect(burst.filter((each) => each === 'counted')).toHaveLength(5)
  const refusal = (await attempt()) as Refusal
  expect(refusal.details.retryAfter).toBeGreaterThan(50)
  expect(refusal.details.retryAfter).toBeLessThanOrEqual(60)
  await goBy('60 s')
  expect(await attempt()).toBe('counted')
  expect(await attempt()).not.toBe('counted')
  await restoreRateLimit(db, key, burstLimit)
  expect(await attempt()).toBe('counted')
  await goBy('1 day')
  const later = await Promise.all(Array.from({ length: 20 }, attempt))
  expect(later.filter((each) => each === 'counted')).toHaveLength(5)
})

test('keys have counters of their own', async () => {
  const [one, other] = [aKey(), aKey()]
  for (let count = 1; count <= 4; count += 1) await outcome(one)
  expect(await outcome(other)).toBe('counted')
})

test('a reset counter starts again', async () => {
  const key = aKey()
  for (let count = 1; count <= 4; count += 1) await outcome(key)
  await resetRateLimit(db, key)
  for (let count = 1; count <= 3; count += 1) expect(await outcome(key)).toBe('counted')
})

test('only counters whose period is over are deleted', async () => {
  const [old, current] = [aKey(), aKey()]
  await outcome(old)
  await outcome(current)
  await database.pool.query("update rate_limit_counter set resets_at = now() - interval '1 s' where key = $1", [old])
  await deleteExpiredRateLimits(db)
  expect([await triesOf(old), await triesOf(current)]).toEqual([undefined, 1])
})

test('a count in a transaction lets it be committed without a flush, unless it says otherwise', async () => {
  const flushOf = (isFlushed: boolean) =>
    db.transaction().execute(async (tx) => {
      // The database of a test flushes nothing.
      await sql`set local synchronous_commit = on`.execute(tx)
      await consumeBurstLimit(tx, aKey(), { burst: 1, everySeconds: 60 }, { isFlushed })
      const { rows } = await sql<{ flush: string }>`select current_setting('synchronous_commit') as flush`.execute(tx)
      return rows[0]?.flush
    })
  expect(await flushOf(false)).toBe('off')
  expect(await flushOf(true)).toBe('on')
})
