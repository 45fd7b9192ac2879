import { parseCrontab } from 'graphile-worker'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { timetable } from '../tasks.ts'
import { queueLockClass } from './advisory-locks.ts'
import { inTransaction } from './database.ts'
import { type Job, queueJob } from './jobs.ts'
import { crontabOf, startJobs } from './run-jobs.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('jobs', () => {
  test('jobs of a transaction run if it is committed, not if it is rolled back, and once per key', async () => {
    const { db, pool, url } = database
    const done: string[] = []
    const jobs = await startJobs({
      url,
      db,
      tasks: { 'send-order-mail': async ({ orderId }) => void done.push(orderId) },
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
    await vi.waitFor(() => expect(done).toEqual(['second']), eventually)
    await jobs.stop()
    const { rows } = await pool.query("select id from graphile_worker._private_jobs where key = 'one key'")
    expect(rows).toEqual([])
  })
})

test('of the runs of a timed job that a sleeping machine has missed, one is queued', async () => {
  expect(crontabOf([])).toBe('')
  const [everyMinute, hourly] = parseCrontab(crontabOf(['* * * * * free-jobs', '3 * * * * tidy ?fill=2h']))
  expect(everyMinute).toMatchObject({ task: 'free-jobs', options: { jobKey: 'free-jobs', jobKeyMode: 'replace' } })
  expect(hourly).toMatchObject({ task: 'tidy', options: { jobKey: 'tidy', backfillPeriod: 2 * 3_600_000 } })
  for (const each of parseCrontab(crontabOf(timetable))) expect(each.options.jobKey).toBe(each.task)
})

test('a deletion of expired rows that fails delays no other, and is logged', async () => {
  const { db, pool, url } = database
  const done: string[] = []
  const error = vi.fn()
  const jobs = await startJobs({
    url,
    db,
    tasks: {},
    tidying: [
      async () => void done.push('sessions'),
      () => Promise.reject(new Error('the bucket refuses')),
      async () => void done.push('photos'),
      () => Promise.reject(new Error('no connection')),
    ],
    log: { error, warn: () => {} },
  })
  await pool.query("select graphile_worker.add_job('tidy', max_attempts => 1)")
  await vi.waitFor(() => expect(error).toHaveBeenCalled(), eventually)
  await jobs.stop()
  expect(done).toEqual(['sessions', 'photos'])
  expect(error.mock.calls[0]?.[1]).toMatch(/the bucket refuses.*no connection/)
})

/** Expects that a job runs while all workers of other jobs wait for another server. */
async function runsBeside(slow: readonly Job[], urgent: Job): Promise<void> {
  const { db, url, close } = await testDatabase()
  const held = Promise.withResolvers<void>()
  const done: string[] = []
  const jobs = await startJobs({
    url,
    db,
    tasks: {
      ...Object.fromEntries(slow.map(([name]) => [name, () => held.promise])),
      [urgent[0]]: async () => void done.push(urgent[0]),
    },
    log: { error: () => {}, warn: () => {} },
  })
  for (let i = 0; i < 12; i++) await queueJob(db, ...(slow[i % slow.length] as Job))
  await queueJob(db, ...urgent)
  await vi.waitFor(() => expect(done).toEqual([urgent[0]]), eventually)
  held.resolve()
  await jobs.stop()
  await close()
}

const orderMail: Job = ['send-order-mail', { orderId: 'any' }]
const refund: Job = ['refund-payment', { orderId: 'any' }]
const notice = { about: 'stock' as const, products: [] }
const push: Job = ['send-push', { deviceId: 'any', notice, until: 0 }]

test.each([
  ['notices', push],
  ['refunds', refund],
  ['mails of orders', orderMail],
] satisfies [string, Job][])('a code is mailed while all workers of %s wait for another server', async (_, slow) => {
  await runsBeside([slow], ['send-code', { sealed: 'a code', codeHash: '' }])
})

test('orders are mailed and paid while all workers of notices wait for push services and LINE', async () => {
  await runsBeside([push, ['send-line', { notice, until: 0, retryKey: 'any' }]], orderMail)
})

test('money is refunded while all workers of mails wait for the mail server', async () => {
  await runsBeside([orderMail], refund)
})

test('a job locked by a killed worker runs as soon as the shop is back', async () => {
  const { db, pool, url, close } = await testDatabase()
  const done: string[] = []
  await queueJob(db, 'send-order-mail', { orderId: 'held' })
  await pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-that-is-gone', locked_at = now(), attempts = 1",
  )
  const jobs = await startJobs({
    url,
    db,
    isOnlyProcess: true,
    tasks: { 'send-order-mail': async ({ orderId }) => void done.push(orderId) },
    log: { error: () => {}, warn: () => {} },
  })
  await vi.waitFor(() => expect(done).toEqual(['held']), eventually)
  await jobs.stop()
  await close()
})

test('a queue whose connections fail restarts and runs its locked jobs', async () => {
  const { db, pool, url, close } = await testDatabase()
  const done: string[] = []
  const warnings: string[] = []
  let begun = 0
  const stuck = Promise.withResolvers<void>()
  const jobs = await startJobs({
    url,
    db,
    tasks: {
      'send-order-mail': async (payload) => {
        begun += 1
        if (begun === 1) await stuck.promise
        done.push(payload.orderId)
      },
    },
    log: { error: () => {}, warn: (_details: unknown, message?: string) => void warnings.push(message ?? '') },
  })
  await queueJob(db, 'send-order-mail', { orderId: 'held' })
  await vi.waitFor(() => expect(begun).toBe(1), eventually)
  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'talad job%' and datname = current_database()",
  )
  stuck.resolve()
  await queueJob(db, 'send-order-mail', { orderId: 'later' })
  await vi.waitFor(() => expect(done).toContain('later'), eventually)
  const held = async () =>
    (await pool.query("select 1 from graphile_worker._private_jobs where payload->>'orderId' = 'held'")).rowCount
  await vi.waitFor(async () => expect(await held()).toBe(0), eventually)
  expect(warnings).toContain('the job queue is lost; restarting')
  await jobs.stop()
  await close()
})

test.each(['succeeded', 'failed'])(
  'a connection that breaks while a job that %s is written restarts the queue',
  async (outcome) => {
    const { db, pool, url, close } = await testDatabase()
    const unhandled: unknown[] = []
    const onUnhandled = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', onUnhandled)
    const warnings: string[] = []
    let begun = 0
    const held = Promise.withResolvers<void>()
    const jobs = await startJobs({
      url,
      db,
      tasks: {
        'send-order-mail': async () => {
          begun += 1
          if (begun === 1) await held.promise
          if (begun === 1 && outcome === 'failed') throw new Error('of the test')
        },
      },
      log: { error: () => {}, warn: (_details: unknown, message?: string) => void warnings.push(message ?? '') },
    })
    const locker = await pool.connect()
    try {
      await queueJob(db, 'send-order-mail', { orderId: 'any' })
      await vi.waitFor(() => expect(begun).toBe(1), eventually)
      await locker.query('begin')
      await locker.query('lock table graphile_worker._private_jobs in share mode')
      held.resolve()
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'talad jobs' and datname = current_database() and wait_event_type = 'Lock'
           and query ~ 'delete from|last_error'`,
        )
        expect(rowCount).toBeGreaterThan(0)
      }, eventually)
      await locker.query('commit')
      await vi.waitFor(() => expect(begun).toBe(2), eventually)
      await vi.waitFor(
        async () => expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0),
        eventually,
      )
      expect(warnings).toContain('the job queue is lost; restarting')
      expect(unhandled).toEqual([])
    } finally {
      locker.release()
      await jobs.stop()
      await close()
      process.off('unhandledRejection', onUnhandled)
    }
  },
)

describe('a clock that was a day ahead', () => {
  const tomorrow = "now() + interval '1 day'"

  test('delays no job that was queued then, and stops no timed one', async () => {
    const { db, pool, url, close } = await testDatabase()
    const done: string[] = []
    const options = { url, db, log: { error: () => {}, warn: () => {} } }
    const tasks = { 'send-order-mail': async ({ orderId }: { orderId: string }) => void done.push(orderId) }
    // Makes the rows of the timed jobs.
    await (await startJobs({ ...options, tasks })).stop()
    await pool.query(`update graphile_worker._private_known_crontabs set last_execution = ${tomorrow}`)
    await queueJob(db, 'send-order-mail', { orderId: 'of tomorrow' })
    await pool.query(`update graphile_worker._private_jobs set created_at = ${tomorrow}, run_at = ${tomorrow}`)
    await queueJob(db, 'send-order-mail', { orderId: 'for later' }, { after: 24 * 60 * 60_000 })
    const jobs = await startJobs({ ...options, tasks })
    await vi.waitFor(() => expect(done).toEqual(['of tomorrow']), eventually)
    const { rows } = await pool.query(
      'select count(*)::int as timed, count(*) filter (where last_execution > now())::int as ahead from graphile_worker._private_known_crontabs',
    )
    expect(rows[0].timed).toBeGreaterThan(1)
    expect(rows[0].ahead).toBe(0)
    await jobs.stop()
    expect(done).toEqual(['of tomorrow'])
    await close()
  })

  test('restarts a running queue when it is set back', async () => {
    const { db, url, close } = await testDatabase()
    const warnings: unknown[] = []
    const warn = ({ err }: { err: Error }) => void warnings.push(err.message)
    const ahead = new Date(Date.now() + 24 * 60 * 60_000)
    // The next minute begins in a tenth of a second.
    ahead.setUTCSeconds(59, 900)
    vi.useFakeTimers({ toFake: ['Date'], now: ahead })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    try {
      const jobs = await startJobs({ url, db, tasks: {}, log: { error: () => {}, warn } as never })
      // Its timed jobs wait for the minute.
      const waits = () => timers.mock.calls.some(([, milliseconds = 0]) => milliseconds > 1 && milliseconds <= 101)
      await vi.waitFor(() => expect(waits()).toBe(true), eventually)
      vi.useRealTimers()
      await vi.waitFor(() => expect(warnings).toEqual(['the clock was set back']), eventually)
      await jobs.stop()
    } finally {
      vi.useRealTimers()
      await close()
    }
  })
})

test('jobs of a queue without its advisory lock are unlocked by another, those of a running one are not', async () => {
  const { db, pool, url, close } = await testDatabase()
  await queueJob(db, 'send-order-mail', { orderId: 'of the dead' })
  await queueJob(db, 'send-order-mail', { orderId: 'of the living' })
  for (const [who, queue] of [
    ['of the dead', 'pool-dead'],
    ['of the living', 'pool-living'],
  ])
    await pool.query(
      "update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - interval '31 s' where payload->>'orderId' = $1",
      [who, queue],
    )
  const living = await pool.connect()
  await living.query("select pg_advisory_lock($1, hashtext('pool-living'))", [queueLockClass])
  const done: string[] = []
  const jobs = await startJobs({
    url,
    db,
    tasks: { 'send-order-mail': async ({ orderId }) => void done.push(orderId) },
    log: { error: () => {}, warn: () => {} },
  })
  await pool.query("select graphile_worker.add_job('free-jobs')")
  await vi.waitFor(() => expect(done).toEqual(['of the dead']), eventually)
  await living.query('select pg_advisory_unlock_all()')
  living.release()
  await pool.query("select graphile_worker.add_job('free-jobs')")
  await vi.waitFor(() => expect(done).toEqual(['of the dead', 'of the living']), eventually)
  await jobs.stop()
  await close()
})
