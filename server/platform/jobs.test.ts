import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from './database.ts'
import { newId } from './ids.ts'
import { queueJob, startJobs, tidy } from './jobs.ts'
import { testDatabase } from './testing.ts'
import { aShopper } from './testing-makers.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('jobs', () => {
  test('of a transaction are done when it is committed, never when it is undone, and once under one key', async () => {
    const { db, pool } = database
    const done: string[] = []
    const jobs = await startJobs({
      pool,
      db,
      tasks: { 'send-order-mail': async (payload) => void done.push((payload as { orderId: string }).orderId) },
      log: { error: () => {}, warn: () => {} },
    })
    await inTransaction(db, async (tx) => {
      await queueJob(tx, 'send-order-mail', { orderId: 'undone' })
      throw new Error('undone')
    }).catch(() => {})
    await inTransaction(db, async (tx) => {
      await queueJob(tx, 'send-order-mail', { orderId: 'first' }, { key: 'one key' })
      await queueJob(tx, 'send-order-mail', { orderId: 'second' }, { key: 'one key' })
    })
    await vi.waitFor(() => expect(done).toEqual(['second']), { timeout: 10_000, interval: 20 })
    await jobs.stop()
    const { rows } = await pool.query("select id from graphile_worker._private_jobs where key = 'one key'")
    expect(rows).toEqual([])
  })
})

test('a job that a killed worker held is done as soon as the shop is back', async () => {
  const { db, pool, close } = await testDatabase()
  const done: string[] = []
  await queueJob(db, 'send-order-mail', { orderId: 'held' })
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-that-is-gone', locked_at = now(), attempts = 1",
  )
  const jobs = await startJobs({
    pool,
    db,
    alone: true,
    tasks: { 'send-order-mail': async (payload) => void done.push((payload as { orderId: string }).orderId) },
    log: { error: () => {}, warn: () => {} },
  })
  await vi.waitFor(() => expect(done).toEqual(['held']), { timeout: 10_000, interval: 20 })
  await jobs.stop()
  await close()
})

describe('tidying', () => {
  test('removes sessions and codes that ran out, and keeps the others', async () => {
    const { db, pool } = database
    const shopper = await aShopper(db)
    const [over, open] = [newId(), newId()]
    await pool.query(
      `insert into shopper_session (id, shopper_id, token, expires_at)
       values ($1::uuid, $3, $1::uuid::text, now() - interval '1 s'), ($2::uuid, $3, $2::uuid::text, now() + interval '1 min')`,
      [over, open, shopper.id],
    )
    await pool.query(
      `insert into one_time_code (email, purpose, code_hash, tries_left, expires_at)
       values ($1, 'verify', 'x', 5, now() - interval '61 min'), ($1, 'reset', 'x', 5, now() - interval '59 min')`,
      [shopper.email],
    )
    await tidy(db)
    const sessions = await db.selectFrom('shopperSession').select('id').where('shopperId', '=', shopper.id).execute()
    expect(sessions.map(({ id }) => id)).toEqual([open])
    const codes = await db.selectFrom('oneTimeCode').select('purpose').where('email', '=', shopper.email).execute()
    expect(codes.map(({ purpose }) => purpose)).toEqual(['reset'])
  })
})
