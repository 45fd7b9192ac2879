import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { paymentType } from '../../../contract/entities/payment.ts'
import { type RefusalCode, refusals } from '../../../contract/messages/refusals.ts'
import { subscribeToMetricEvents } from '../../common/metric-events.ts'
import { withTimeout } from '../../common/timeout.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/calls/calls.ts'

export type Metrics = {
  /** Starts to count the requests of an app. */
  watch(app: App): void
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
  stop(): void
}

/** The timeout in milliseconds of reading the job queue. Without it the other metrics are still returned. */
const databaseTimeout = 1000
/** Buckets in seconds: from a cached reply to the encoding of a picture. */
const latencies = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Returns the metrics of a process, for Prometheus. A request costs an addition or two; the job queue and the pool are
 * read only when metrics are requested. Labels are routes, not URLs, so that visitors can't create new ones.
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
    help: 'Duration of responses in seconds, by route and class of status',
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
    help: 'Refused requests, by code',
    labelNames: ['code'],
    registers,
  })
  // Rates need an initial zero.
  for (const payment of paymentType.options) orders.inc({ payment }, 0)
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
  const readJobs = makeJobGauges(db, registers)
  const unsubscribe = subscribeToMetricEvents({
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
      await readJobs()
      return registry.metrics()
    },
    contentType: registry.contentType,
    stop() {
      unsubscribe()
      registry.clear()
    },
  }
}

/** Makes the gauges of the job queue. Returns a function that reads them. */
function makeJobGauges(db: Db, registers: Registry[]): () => Promise<void> {
  const jobs = new Gauge({
    name: 'talad_jobs',
    help: 'Jobs in the queue: due, planned for later, failed for good',
    labelNames: ['state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'talad_jobs_oldest_due_seconds',
    help: 'For how long the longest waiting job has been due',
    registers,
  })
  const database = new Gauge({ name: 'talad_database_up', help: '1 while the database answers', registers })
  return async () => {
    try {
      const { due, later, failed, age } = await withTimeout(databaseTimeout, jobsOf(db))
      jobs.set({ state: 'due' }, due)
      jobs.set({ state: 'later' }, later)
      jobs.set({ state: 'failed' }, failed)
      oldest.set(age)
      database.set(1)
    } catch {
      // Stale values would look like current ones.
      jobs.reset()
      oldest.set(Number.NaN)
      database.set(0)
    }
  }
}

/** Joins the routes of built files, whose names differ in every version. */
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
 * Serves the metrics at `/metrics` on a port of their own, reachable from this machine only, also while the shop is
 * overloaded. Port 0 uses any free port.
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0]
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD'))
      return void response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n')
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
