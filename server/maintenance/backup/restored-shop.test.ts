import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { queueJob } from '../../database/jobs.ts'
import { startJobs } from '../../database/run-jobs.ts'
import { pausedSince } from '../../domain/pause-queries.ts'
import { resumeShop, startUnlessPaused } from './restored-shop.ts'

const database = await testDatabase()
const { db, pool, url } = database
afterAll(() => database.close())
beforeEach(() => pool.query('update shop_id set restored_at = null'))

const done: string[] = []
const start = () =>
  startJobs({
    url,
    db,
    tasks: { 'send-order-mail': async ({ orderId }) => void done.push(orderId) },
    log: { error: () => {}, warn: () => {} },
  })

test('a restored shop runs no jobs until it is resumed, then also those that waited', async () => {
  await pool.query('update shop_id set restored_at = now()')
  const jobs = await startUnlessPaused(db, start, { every: 10 })
  await queueJob(db, 'send-order-mail', { orderId: 'restored' })
  const looks = vi.spyOn(db, 'selectFrom')
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(5), eventually)
  expect(done).toEqual([])
  expect(await pausedSince(db)).toBeInstanceOf(Date)
  expect(await resumeShop(db)).toBe(true)
  expect(await resumeShop(db)).toBe(false)
  expect(await pausedSince(db)).toBeUndefined()
  await vi.waitFor(() => expect(done).toEqual(['restored']), eventually)
  await jobs.stop()
})

test('a resumed shop leaves out numbers that it has given since the backup, once', async () => {
  await pool.query(`update shop_id set restored_at = now();
    insert into document_series (kind, year, last) values ('receipt', 2025, 7), ('receipt', 2026, 40), ('credit note', 2026, 3)`)
  const nextOrder = async () =>
    Number(
      (await pool.query("select nextval(pg_get_serial_sequence('shop_order', 'number')) as number")).rows[0].number,
    )
  const before = await nextOrder()
  expect([await resumeShop(db, { skip: 200 }), await resumeShop(db, { skip: 200 })]).toEqual([true, false])
  expect(await nextOrder()).toBe(before + 201)
  const { rows } = await pool.query('select last from document_series order by year, kind')
  expect(rows.map(({ last }) => Number(last))).toEqual([7, 203, 240])
})

test('a paused shop stops at once, and starts no jobs afterwards', async () => {
  await pool.query('update shop_id set restored_at = now()')
  const started = vi.fn(start)
  const jobs = await startUnlessPaused(db, started, { every: 60_000 })
  await jobs.stop()
  await resumeShop(db)
  expect(started).not.toHaveBeenCalled()
})

test('a resumed shop whose jobs can’t be started tries again', async () => {
  await pool.query('update shop_id set restored_at = now()')
  const onFailed = vi.fn()
  const failing = vi.fn(start).mockRejectedValueOnce(new Error('too many connections'))
  const jobs = await startUnlessPaused(db, failing, { every: 10, onFailed })
  await resumeShop(db)
  await vi.waitFor(() => expect(failing).toHaveBeenCalledTimes(2), eventually)
  expect(onFailed.mock.calls).toEqual([[new Error('too many connections')]])
  await jobs.stop()
})

test('a shop that wasn’t restored starts its jobs at once', async () => {
  const started = vi.fn(start)
  const jobs = await startUnlessPaused(db, started)
  expect(started).toHaveBeenCalledOnce()
  await jobs.stop()
})
