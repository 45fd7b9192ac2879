import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type RefusalCode, refusals } from '../../contract/refusals.ts'
import { subscribeToMetricEvents } from '../common/metric-events.ts'
import { withTimeout } from '../common/timeout.ts'
import type { Db } from '../database/database.ts'
import type { App } from '../http/edge.ts'

export type Metrics = {
  /** Counts the requests of a shop from now on. */
  watch(app: App): void
  /** Everything counted, as Prometheus reads it. */
  text(): Promise<string>
  contentType: string
  stop(): void
}

/** How long the database may take to tell of its jobs, in milliseconds. The rest is told without. */
const databasePatience = 1000
/** Seconds: from a kept answer to a picture's encoding. */
const latencies = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts what a shop does, for Prometheus. A request costs an addition or two; the job queue and the pool are looked at
 * only when somebody reads. Labels are routes, never addresses, so that no visitor can make more of them.
 */
export function makeMetrics({
  db,
  pool,
}: {
  db: Db
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const duration = new Histogram({
    name: 'talad_http_request_seconds',
    help: 'How long answers took, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: latencies,
    registers,
  })
  const orders = new Counter({
    name: 'talad_orders_placed_total',
    help: 'Orders placed, by payment type',
    labelNames: ['payment'],
    registers,
  })
  const refused = new Counter({
    name: 'talad_refusals_total',
    help: 'How often the shop said no, by code',
    labelNames: ['code'],
    registers,
  })
  // Rates need a zero to begin from.
  for (const payment of ['COD', 'Online'] as const) orders.inc({ payment }, 0)
  for (const code of Object.keys(refusals) as RefusalCode[]) refused.inc({ code }, 0)

  new Gauge({
    name: 'talad_database_connections',
    help: 'Connections of this process, by use, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const jobs = new Gauge({
    name: 'talad_jobs',
    help: 'Jobs in the queue: due, planned for later, given up',
    labelNames: ['state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'talad_jobs_oldest_due_seconds',
    help: 'For how long the longest waiting job has been due',
    registers,
  })
  const database = new Gauge({ name: 'talad_database_up', help: '1 while the database answers', registers })

  async function lookAtJobs(): Promise<void> {
    try {
      const { due, later, failed, age } = await withTimeout(databasePatience, jobsOf(db))
      jobs.set({ state: 'due' }, due)
      jobs.set({ state: 'later' }, later)
      jobs.set({ state: 'failed' }, failed)
      oldest.set(age)
      database.set(1)
    } catch {
      // Old figures would look like good ones.
      jobs.reset()
      oldest.set(Number.NaN)
      database.set(0)
    }
  }

  const stopHearing = subscribeToMetricEvents({
    orderPlaced: (payment) => orders.inc({ payment }),
    refused: (code) => refused.inc({ code }),
  })
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        const labels = {
          method: request.method,
          route: routeOf(request.routeOptions.url),
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        }
        duration.observe(labels, reply.elapsedTime / 1000)
      })
    },
    async text() {
      await lookAtJobs()
      return registry.metrics()
    },
    contentType: registry.contentType,
    stop() {
      stopHearing()
      registry.clear()
    },
  }
}

/** Each built file is a route of its own, with another name in every version. */
const routeOf = (url: string | undefined) => (url?.startsWith('/assets/') ? '/assets/*' : (url ?? 'none'))

type JobCounts = { due: number; later: number; failed: number; age: number }

async function jobsOf(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as due,
           count(*) filter (where attempts < max_attempts and run_at > now()) as later,
           count(*) filter (where attempts >= max_attempts) as failed,
           coalesce(extract(epoch from now() - min(run_at) filter (
             where attempts < max_attempts and run_at <= now())), 0)::float8 as age
    from graphile_worker.jobs`.execute(db)
  return rows[0] ?? { due: 0, later: 0, failed: 0, age: 0 }
}

/**
 * Serves the figures at `/metrics` on a port of their own, reached from this machine only: they are the owner's, and a
 * shop in trouble must still tell them. Port 0 takes any free one.
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const asked = request.url?.split('?', 1)[0]
    if (asked !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Nothing here\n')
    metrics.text().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
          .end(request.method === 'HEAD' ? undefined : text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
