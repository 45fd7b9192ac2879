import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { clearJobs } from '../../testing/database/jobs.ts'
import { newIdHere } from '../load.ts'
import { type Figures, mediansOf, requestText, type Sample } from '../measure.ts'
import type { BenchShopper, OpenedShop } from '../opened-shop.ts'
import { formatRate, median, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'

const atOnce = 8

/** Cash orders of three lines, eight at a time, compared with PostgreSQL alone doing the same writes. */
export async function orders({ opened, loader, people, size }: Context): Promise<Row[]> {
  const products = await uncountedProducts(opened)
  await makeBenchTables(opened, people, products)
  const requests = orderRequests(people, products)
  const load = () =>
    loader.once({ port: opened.port, pid: opened.shop.pid, status: 200, connections: atOnce, requests }, size.round * 2)
  const hasPgbench = spawnSync('pgbench', ['--version']).status === 0
  const alone = hasPgbench ? pgbench : withoutPgbench

  await load()
  await alone(opened, people.length, 1000)
  const shop: Sample[] = []
  const limit: number[] = []
  const drained: number[] = []
  for (let round = 0; round < size.rounds; round += 1) {
    shop.push(await load())
    drained.push(await mailsSent(opened))
    limit.push(await alone(opened, people.length, size.round * 2))
    await clearJobs(opened.pool, { key: 'bench-mail:%' })
  }
  await dropBenchTables(opened)
  return [rowOf(mediansOf(shop), median(limit), median(drained), hasPgbench)]
}

function rowOf(shop: Figures, limit: number, drained: number, hasPgbench: boolean): Row {
  const ratio = shop.perSecond / limit
  return {
    part: 'orders',
    what: 'cash orders of 3 lines, 8 at a time, durable',
    goal: '50% of PostgreSQL alone, p99 under 50 ms',
    figure: formatRate(shop.perSecond),
    limit: `${formatRate(limit)}${hasPgbench ? '' : ' (pgbench is missing; a program with pg stands in)'}`,
    ratio: ratio.toFixed(2),
    met: ratio >= 0.5 && shop.p99 < 50,
    more: [
      `p50 ${ms(shop.p50)}, p99 ${ms(shop.p99)}`,
      `mails of a round sent ${ms(drained)} after it`,
      shop.cpu && `CPU ${shop.cpu.own.toFixed(2)} s per 1,000, with PostgreSQL ${shop.cpu.tree.toFixed(2)} s`,
    ]
      .filter(Boolean)
      .join('; '),
    details: { shop, limit, hasPgbench },
  }
}

/** Returns products with uncounted stock, so that every order is placed. */
export async function uncountedProducts({ db }: OpenedShop): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where('sellable', '=', true)
    .where('stock', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Requests for an order of three lines for each shopper, each with a new key. `more`: further fields of each. */
export function orderRequests(
  people: readonly BenchShopper[],
  products: readonly string[],
  more: (index: number) => object = () => ({}),
): string[] {
  return people.map(({ cookie, address }, index) => {
    const items = [0, 1, 2].map((line) => ({
      product: products[(index + line * 7) % products.length],
      quantity: 1 + (index % 3),
    }))
    return requestText('POST /api/order/cod', {
      headers: { cookie, 'idempotency-key': newIdHere },
      body: { items, address, ...more(index) },
    })
  })
}

/** Waits until the shop has sent the mails of its orders; returns the milliseconds. */
export async function mailsSent({ db }: OpenedShop): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from graphile_worker.jobs where run_at <= now()`.execute(db)
    const took = performance.now() - started
    if (rows[0]?.left === 0 || took > 30_000) return took
    await wait(20)
  }
}

// --- PostgreSQL alone ------------------------------------------------------------------------------------------------

/** Creates the tables that the limit's statement reads: shoppers by number, and three products. */
async function makeBenchTables(
  { db }: OpenedShop,
  people: readonly BenchShopper[],
  products: readonly string[],
): Promise<void> {
  await sql`create table bench_person as
    select number::int, id from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality as person (id, number)`.execute(
    db,
  )
  await sql`alter table bench_person add primary key (number)`.execute(db)
  await sql`create table bench_line as
    select number::smallint, product.id, product.offer_price_cents, to_jsonb(product) as product
    from unnest(${products.slice(0, 3)}::uuid[]) with ordinality as line (id, number) join product using (id)`.execute(
    db,
  )
  await sql`analyze bench_person, bench_line`.execute(db)
}

async function dropBenchTables({ db }: OpenedShop): Promise<void> {
  await sql`drop table bench_person, bench_line`.execute(db)
}

/**
 * Every row that an order writes, in one statement: order, lines, timeline, cart, rate limit, queued mail. The mail is
 * due in a year, since sending it isn't the database's work.
 */
const writes = (person: string) => `
  with person as (select id from bench_person where number = ${person}),
  made as (
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
                            language, idempotency_key, fingerprint)
    select uuidv7(), id, 'COD', 'Order Placed', 3000, 60, 3060,
      '{"firstName": "Somchai", "lastName": "Jaidee", "phone": "+66 81 234 5678", "street": "88 Charoen Krung Rd", "city": "Bang Rak", "state": "Bangkok", "zipcode": 10500, "country": "Thailand"}',
      'en', gen_random_uuid()::text, md5(id::text)
    from person returning id, shopper_id),
  lines as (
    insert into order_line (order_id, position, product_id, quantity, offer_price_cents, product)
    select made.id, bench_line.number, bench_line.id, 2, offer_price_cents, product from made, bench_line),
  step as (insert into order_event (order_id, status) select id, 'Order Placed' from made),
  emptied as (
    update cart set items = items - array(select id::text from bench_line), arrived_at = now(), updated_at = now()
    from person where cart.shopper_id = person.id),
  tried as (
    insert into rate_limit_counter (key, tries, resets_at) select 'bench:' || id, 1, now() + interval '10 minutes' from person
    on conflict (key) do update set tries = rate_limit_counter.tries + 1)
  select (graphile_worker.add_job('send-order-mail', json_build_object('orderId', id), run_at => now() + interval '1 year',
    job_key => 'bench-mail:' || id, max_attempts => 25)).id
  from made`

/** Transactions a second with pgbench, PostgreSQL's own C client. */
async function pgbench({ databaseUrl }: OpenedShop, people: number, milliseconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-pgbench-'))
  try {
    const script = join(folder, 'order.sql')
    await writeFile(script, `\\set person random(1, ${people})\n${writes(':person').replaceAll('\n', ' ')};\n`)
    const seconds = Math.max(1, Math.round(milliseconds / 1000))
    const child = spawn('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${atOnce}`,
      '--jobs=2',
      `--time=${seconds}`,
      `--file=${script}`,
      databaseUrl,
    ])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    await new Promise((resolve) => child.once('close', resolve))
    const tps = /tps = ([\d.]+)/.exec(output)?.[1]
    if (!tps || /number of failed transactions: [1-9]/.test(output)) throw new Error(`pgbench failed:\n${output}`)
    return Number(tps)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same without pgbench: the shop's own driver, which takes more CPU than the C client. */
async function withoutPgbench({ databaseUrl }: OpenedShop, people: number, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let done = 0
  const lane = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    while (performance.now() < end) {
      await client.query({ name: 'order', text: writes('$1'), values: [1 + Math.floor(Math.random() * people)] })
      done += 1
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return (done * 1000) / milliseconds
}
