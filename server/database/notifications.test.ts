import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { databaseProxy } from '../../testing/database/database-proxy.ts'
import { eventually } from '../../testing/eventually.ts'
import { listenForEvents } from './notifications.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const quick = { interval: 50, timeout: 500 }

test('a connection that stops responding is replaced, and every listener is called after that', async () => {
  const proxy = await databaseProxy(database.url)
  const warnings: unknown[] = []
  const events = await listenForEvents(
    proxy.url,
    { warn: (details) => void warnings.push((details as { err: unknown }).err) },
    quick,
  )
  const heard: (string | undefined)[] = []
  events.on('catalogue', (announced) => heard.push(announced))
  events.on('orders', (announced) => heard.push(announced && `order ${announced}`))
  const announce = (version: string) => database.pool.query("select pg_notify('catalogue', $1)", [version])

  await announce('1')
  await vi.waitFor(() => expect(heard).toEqual(['1']), eventually)
  proxy.silence()
  await announce('missed')
  await vi.waitFor(() => expect(heard).toEqual(['1', undefined, undefined]), eventually)
  expect(warnings).toMatchObject([{ message: 'Query read timeout' }])
  await announce('2')
  await vi.waitFor(() => expect(heard).toEqual(['1', undefined, undefined, '2']), eventually)
  await events.stop()
  await proxy.cut()
})

test('an idle connection stays open', async () => {
  const warnings: unknown[] = []
  const events = await listenForEvents(
    database.url,
    { warn: (details) => void warnings.push(details) },
    { interval: 50, timeout: 30_000 },
  )
  const asked = async () => {
    const { rows } = await database.pool.query(
      "select pid, query, state_change from pg_stat_activity where application_name = 'talad events' and datname = current_database()",
    )
    return rows
  }
  const [first] = await asked()
  await vi.waitFor(async () => {
    const [now] = await asked()
    expect(now).toMatchObject({ pid: first.pid, query: 'select' })
  }, eventually)
  const [then] = await asked()
  await vi.waitFor(async () => expect((await asked())[0].state_change).not.toEqual(then.state_change), eventually)
  expect(await asked()).toMatchObject([{ pid: first.pid }])
  expect(warnings).toEqual([])
  await events.stop()
})
