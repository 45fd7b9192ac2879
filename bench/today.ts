/*
 * How long the shop at a glance takes at a million orders, spread over 400 days and all within 30. Starts a PostgreSQL
 * of its own in a temporary folder. Run with: npx node bench/today.ts [orders]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import type pg from 'pg'
import { makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { makeEdge } from '../server/http/edge.ts'
import { reportRoutes } from '../server/reports/routes.ts'
import { shop } from '../shop.config.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const products = 100_000
const reads = 50

const folder = await mkdtemp(join(tmpdir(), 'talad-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
try {
  await migrate(postgres.url)
  const pool = makePool(postgres.url, { limit: 0 })
  await makeProducts(pool)
  for (const days of [400, 30]) {
    await makeOrders(pool, days)
    await measure(pool, days)
  }
  await pool.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Some out of stock, some low. */
async function makeProducts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into product (id, name, category, price_cents, offer_price_cents, stock)
     select gen_random_uuid(), 'Product ' || n, 'Fruits', 200, 100, case when n % 3 = 0 then n % 50 end
     from generate_series(1, $1) n`,
    [products],
  )
  await pool.query('vacuum analyze product')
}

/** Orders up to this moment: nine of ten delivered, some cancelled, the newest on their way, one of three online. */
async function makeOrders(pool: pg.Pool, days: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('alter table shop_order disable trigger order_placed')
    await client.query('truncate shop_order, sales_day, shopper cascade')
    await client.query(
      `insert into shopper (id, name, email) values ('00000000-0000-7000-8000-000000000001', 'Mali', 'mali@example.com')`,
    )
    await client.query(
      `insert into shop_order (id, shopper_id, payment_type, status, is_paid, subtotal_cents, tax_cents, amount_cents,
                               address, language, fingerprint, created_at)
       select
         -- Ids in order of time, as version 7 of UUID has them.
         (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid,
         '00000000-0000-7000-8000-000000000001', case when n % 3 = 0 then 'Online' else 'COD' end,
         case when n % 20 = 0 then 'Cancelled'
              when n > $1 - 3000 then (array['Order Placed', 'Confirmed', 'Packing', 'Out for delivery'])[1 + n % 4]
              else 'Delivered' end,
         n % 3 = 0, 980, 20, 1000 + n % 5000,
         '{"firstName": "Mali", "lastName": "Rak", "phone": "+66 81 234 5678"}', 'en', md5(n::text), at
       from generate_series(1, $1::int) n, lateral (select now() - ($1 - n) * ($2 * interval '1 day' / $1) as at) as moment`,
      [orders, days],
    )
    await client.query('alter table shop_order enable trigger order_placed')
    await client.query('vacuum analyze shop_order')
  } finally {
    client.release()
  }
}

async function measure(pool: pg.Pool, days: number): Promise<void> {
  const app = makeEdge(fastify(), { origins: [], production: false })
  reportRoutes(app, { db: makeDb(pool), shop })
  await app.ready()
  const read = async () => {
    const started = performance.now()
    const reply = await app.inject('/api/seller/today')
    if (!reply.json().success) throw new Error(reply.body)
    return performance.now() - started
  }
  const first = await read()
  const later: number[] = []
  for (let n = 0; n < reads; n += 1) later.push(await read())
  later.sort((a, b) => a - b)
  // An order of a past day is cancelled: that day is counted again.
  await pool.query(
    `update shop_order set status = 'Cancelled' where id = (
       select id from shop_order where created_at < now() - interval '3 days' and status = 'Delivered'
       order by created_at desc limit 1)`,
  )
  const after = await read()
  await app.close()
  process.stdout.write(
    `${orders} orders over ${days} days: first read ${ms(first)}, later median ${ms(later[reads / 2])}, ` +
      `slowest ${ms(later.at(-1))}, after a past order was cancelled ${ms(after)}\n`,
  )
}

function ms(milliseconds = Number.NaN): string {
  return `${milliseconds.toFixed(1)} ms`
}
