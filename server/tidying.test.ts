import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database/database.ts'
import { countJobs } from '../testing/database/jobs.ts'
import { eventually } from '../testing/eventually.ts'
import { aShopper } from '../testing/makers/rows.ts'
import { newId } from './common/ids.ts'
import { startJobs } from './database/run-jobs.ts'
import { tidying } from './tidying.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('only expired rows are removed', async () => {
  const { db, pool, url } = database
  const shopper = await aShopper(db)
  const [over, open, seller] = [newId(), newId(), newId()]
  await pool.query("insert into seller (id, name, email, role) values ($1, 'Mali', 'mali@seller.example', 'owner')", [
    seller,
  ])
  for (const [kind, who] of [
    ['shopper', shopper.id],
    ['seller', seller],
  ])
    await pool.query(
      `insert into ${kind}_session (id, ${kind}_id, token, expires_at)
       values ($1::uuid, $3, $1::uuid::text, now() - interval '1 s'), ($2::uuid, $3, $2::uuid::text, now() + interval '1 min')`,
      [over, open, who],
    )
  await pool.query(
    `insert into one_time_code (email, purpose, code_hash, tries_left, expires_at)
     values ($1, 'verify', 'x', 5, now() - interval '61 min'), ($1, 'reset', 'x', 5, now() - interval '59 min')`,
    [shopper.email],
  )
  await pool.query(
    `insert into payment_event (id, kind, received_at)
     values ('evt_old', 'paid', now() - interval '91 days'), ('evt_new', 'paid', now() - interval '89 days')`,
  )
  await pool.query(
    `insert into sandbox_session (id, idempotency_key, request, expires_at, created_at)
     values ('old', 'old', '{}', now(), now() - interval '91 days'), ('new', 'new', '{}', now(), now() - interval '89 days')`,
  )
  await pool.query(
    `insert into rate_limit_counter (key, tries, resets_at)
     values ('over', 1, now() - interval '1 s'), ('running', 1, now() + interval '1 min')`,
  )

  const jobs = await startJobs({ url, db, tasks: {}, tidying, log: { error: () => {}, warn: () => {} } })
  await pool.query("select graphile_worker.add_job('tidy', job_key => 'tidy')")
  await vi.waitFor(async () => {
    expect(await countJobs(pool, { key: 'tidy' })).toBe(0)
  }, eventually)
  await jobs.stop()
  const left = async (columnOfTable: string) => {
    const [column, table] = columnOfTable.split(' of ')
    return (await pool.query(`select ${column} as left from ${table}`)).rows.map((row) => row.left)
  }
  expect(await left('id of shopper_session')).toEqual([open])
  expect(await left('id of seller_session')).toEqual([open])
  expect(await left('purpose of one_time_code')).toEqual(['reset'])
  expect(await left('id of payment_event')).toEqual(['evt_new'])
  expect(await left('id of sandbox_session')).toEqual(['new'])
  expect(await left('key of rate_limit_counter')).toEqual(['running'])
})
