import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearJobs } from '../../../testing/database/jobs.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { person, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { type Metrics, makeMetrics, serveMetrics } from './metrics.ts'

let shop: TestShop
let metrics: Metrics
beforeAll(async () => {
  shop = await testShop({
    metrics: (deps) => {
      metrics = makeMetrics(deps)
      return metrics
    },
  })
})
afterAll(async () => {
  metrics.stop()
  await shop.close()
})

/** Returns the metrics by name and labels. */
async function metricValues(): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
const growth = async (work: () => Promise<unknown>) => {
  const before = await metricValues()
  await work()
  const after = await metricValues()
  return (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? 0)
}

test('requests are counted by route and class of status, not by URL', async () => {
  const grown = await growth(async () => {
    for (const name of ['a', 'b', 'c']) await shop.app.inject(`/pictures/${name}.webp?x=${name}`)
    await person(shop).get('/api/product/list')
    await person(shop).get('/api/no/such/call')
    await person(shop).get('/api/another')
  })
  const count = (route: string, status: string) =>
    grown(`talad_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`)
  expect([count('/pictures/:name', '4xx'), count('/api/product/list', '2xx'), count('none', '4xx')]).toEqual([3, 1, 2])
  expect(await metrics.text()).not.toContain('such')
})

test('orders are counted by payment type, a repeated request only once', async () => {
  const mali = await verified(shop)
  const url = {
    address: await anAddress(shop.db, mali.user._id),
    items: [{ product: (await aProduct(shop.db)).id, quantity: 1 }],
  }
  const grown = await growth(async () => {
    for (let count = 1; count <= 3; count += 1)
      expect((await mali.post('/api/order/cod', url, { 'idempotency-key': 'one' })).json.success).toBe(true)
    await mali.post('/api/order/cod', { ...url, expectedAmount: 1 }, { 'idempotency-key': 'two' })
  })
  expect(grown('talad_orders_placed_total{payment="COD"}')).toBe(1)
  expect(grown('talad_orders_placed_total{payment="Online"}')).toBe(0)
  expect(grown('talad_refusals_total{code="amount_changed"}')).toBe(1)
})

test('there are metrics of the queue’s length and its oldest job', async () => {
  await clearJobs(shop.pool)
  const add = (at: string) =>
    shop.pool.query("select graphile_worker.add_job('send-code', '{}'::json, run_at => now() + $1::interval)", [at])
  await add('-1 minute')
  await shop.pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await add('-90 seconds')
  await add('-10 seconds')
  await add('1 hour')
  const found = await metricValues()
  expect(['due', 'later', 'failed'].map((state) => found.get(`talad_jobs{state="${state}"}`))).toEqual([2, 1, 1])
  expect(found.get('talad_jobs_oldest_due_seconds')).toBeGreaterThanOrEqual(90)
  expect(found.get('talad_jobs_oldest_due_seconds')).toBeLessThan(120)
  expect(found.get('talad_database_up')).toBe(1)
})

test('there are metrics of the pool, the event loop and the process', async () => {
  const client = await shop.pool.connect()
  const found = await metricValues()
  client.release()
  expect(found.get('talad_database_connections{state="busy"}')).toBeGreaterThanOrEqual(1)
  expect(found.get('talad_database_connections{state="waiting"}')).toBe(0)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(found.get(name)).toBeGreaterThanOrEqual(0)
})

test('metrics are served on a loopback port of their own, also while the database is unreachable', async () => {
  const away = await testShop({ metrics: (deps) => makeMetrics(deps) })
  const own = makeMetrics({ db: away.db, pool: away.pool })
  const server = await serveMetrics(own, 0)
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method })
  const reply = await ask('/metrics')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(await reply.text()).toContain('talad_database_up 1')
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(404)
  // Not on the shop's public port.
  expect((await shop.app.inject('/metrics')).statusCode).toBe(404)

  await away.close()
  const without = await (await ask('/metrics')).text()
  expect(without).toContain('talad_database_up 0')
  expect(without).toContain('talad_jobs_oldest_due_seconds Nan')
  own.stop()
  await server.stop()
})
