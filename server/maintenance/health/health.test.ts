import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everyCall } from '../../../contract/calls.ts'
import { countBlocked } from '../../../testing/database/until-blocked.ts'
import { person, type TestShop, testShop } from '../../../testing/shop.ts'
import { makeDb, makePool } from '../../database/database.ts'
import { readMigrations } from '../../database/migrations.ts'
import { degradations, type ReadinessDeps, readiness } from './readiness.ts'

let shop: TestShop
let dataDir: string
beforeAll(async () => {
  shop = await testShop({ limits: true })
  dataDir = await mkdtemp(join(tmpdir(), 'talad-ready-'))
})
afterAll(async () => {
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

const failedChecks = (change: Partial<ReadinessDeps> = {}) => readiness({ db: shop.db, dataDir, ...change })()
const megabytes = (count: number) => count * 1024 * 1024

describe.each(['/healthz', '/readyz'])('%s', (url) => {
  test('replies success, uncached', async () => {
    const reply = await person(shop).get(url)
    expect([reply.status, reply.json, reply.headers['cache-control']]).toEqual([200, { success: true }, 'no-store'])
  })

  test('reads no session and counts against no rate limit', async () => {
    const mali = await person(shop).register()
    const state = async () => {
      const sessions = await shop.db.selectFrom('shopperSession').select(['id', 'updatedAt']).execute()
      return [sessions, await shop.db.selectFrom('rateLimitCounter').selectAll().execute()]
    }
    await shop.pool.query("update shopper_session set updated_at = now() - interval '2 h'")
    const before = await state()
    const replies = await Promise.all(Array.from({ length: 200 }, () => mali.get(url)))
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect(await state()).toEqual(before)
  })

  test('%s is no call of the contract', () => {
    expect(everyCall().map((call) => call.url)).not.toContain(url)
  })
})

describe('a shop', () => {
  test('a shop is ready if every check passes', async () => {
    expect(await failedChecks()).toEqual([])
  })

  test('is not ready while a migration is missing or differs', async () => {
    const migrations = await readMigrations()
    const later = [...migrations, { name: '9999-later.sql', sql: 'select 1' }]
    expect(await failedChecks({ migrations: async () => later })).toEqual(['migrations'])
    const [first, ...others] = migrations
    const edited = [{ name: first?.name ?? '', sql: `${first?.sql} -- edited` }, ...others]
    expect(await failedChecks({ migrations: async () => edited })).toEqual(['migrations'])
  })

  test.each([
    ['200 MB of a large disk are free', megabytes(200), megabytes(1_000_000), []],
    ['less than that is free', megabytes(199), megabytes(1_000_000), ['disk']],
    ['2% of a small disk are free', megabytes(20), megabytes(1000), []],
    ['less than that is free there', megabytes(19), megabytes(1000), ['disk']],
  ])('checks its disk: %s', async (_what, free, total, found) => {
    expect(await failedChecks({ diskSpace: async () => ({ free, total }) })).toEqual(found)
  })

  test('reads the migrations again after a failed read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const migrations = vi.fn(readMigrations).mockRejectedValueOnce(new Error('too many open files'))
    const ready = readiness({ db: shop.db, dataDir, migrations })
    expect(await ready()).toEqual(['migrations'])
    for (let times = 0; times < 2; times += 1) {
      vi.advanceTimersByTime(1001)
      expect(await ready()).toEqual([])
    }
    expect(migrations).toHaveBeenCalledTimes(2)
  })

  test('a shop is not ready without its folder', async () => {
    expect(await failedChecks({ dataDir: join(dataDir, 'gone') })).toEqual(['disk'])
  })

  test('is not ready if the database takes more than a second', async () => {
    const client = await shop.pool.connect()
    await client.query('begin; lock table migration')
    expect(await failedChecks()).toEqual(['database'])
    // The query still waits: it wasn't its statement's limit that ended it.
    expect(await countBlocked(shop.pool)).toBe(1)
    await client.query('rollback')
    client.release()
    expect(await failedChecks()).toEqual([])
  })

  test('a shop that isn’t ready answers 503 with Retry-After, without the reason', async () => {
    const broken = await testShop()
    await broken.pool.query("update migration set sha256 = 'another'")
    const reply = await person(broken).get('/readyz')
    expect([reply.status, reply.json]).toEqual([
      503,
      { success: false, code: 'unavailable', message: expect.any(String), requestId: expect.any(String) },
    ])
    expect(reply.headers['retry-after']).toBe('5')
    expect(JSON.stringify(reply.json)).not.toMatch(/migration|database|disk|sql/i)
    expect((await person(broken).get('/healthz')).status).toBe(200)
    await broken.close()
  })
})

test('a database that takes no changes is named, as nothing can be ordered', async () => {
  expect(await degradations(shop.db)()).toEqual([])
  const standby = makePool(`${shop.url}?options=-c%20default_transaction_read_only%3Don`, { max: 1 })
  expect(await degradations(makeDb(standby))()).toEqual(['read only'])
  await standby.end()
})

test('concurrent requests for readiness query the database once', async () => {
  const ready = readiness({ db: shop.db, dataDir })
  const states = Array.from({ length: 1000 }, () => ready())
  expect(new Set(states).size).toBe(1)
  expect(await states[0]).toEqual([])
})
