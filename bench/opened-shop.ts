import { sql } from 'kysely'
import type pg from 'pg'
import { productColumns, productToWire } from '../server/catalog/product-to-wire.ts'
import { freePort } from '../server/common/free-port.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, makeDb, makePool } from '../server/database/database.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { hashOfToken } from '../server/domain/session-queries.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { generateProducts } from './generate-products.ts'

/*
 * The shop to measure: built, on a data folder of its own, with a durable database, and filled.
 */

export type OpenedShop = { shop: ShopServer; port: number; dataDir: string; databaseUrl: string; db: Db; pool: pg.Pool }

/** Opens the shop on a data folder, runs `work` with it, and closes it. */
export async function withOpenedShop<T>(
  dataDir: string,
  work: (opened: OpenedShop) => Promise<T>,
  { args }: { args?: string[] } = {},
): Promise<T> {
  const port = await freePort()
  const shop = await startShop({ port, dataDir, args })
  try {
    // Belongs to the running shop, so it isn't stopped here.
    const { url } = await joinEmbeddedPostgres({ dataDir })
    return await withPool(url, (db, pool) => work({ shop, port, dataDir, databaseUrl: url, db, pool }))
  } finally {
    await shop.end('SIGTERM')
  }
}

/** Fills the database of a data folder before a shop opens there, without flushing each commit to disk. */
export async function fillDatabase(dataDir: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  try {
    await migrate(postgres.url)
    await withPool(postgres.url, work)
  } finally {
    await postgres.stop()
  }
}

async function withPool<T>(url: string, work: (db: Db, pool: pg.Pool) => Promise<T>): Promise<T> {
  // No time limit: only the shop needs one.
  const pool = makePool(url, { statementMilliseconds: 0 })
  try {
    return await work(makeDb(pool), pool)
  } finally {
    await pool.end()
  }
}

/** Adds products up to a number. */
export async function fillProducts(db: Db, count: number): Promise<void> {
  const { there } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .executeTakeFirstOrThrow()
  await generateProducts(db, Math.max(0, count - there))
}

export type BenchShopper = { id: string; address: string; cookie: string }

/** Adds shoppers who can order: verified, signed in, with an address and an empty cart. */
export async function fillShoppers(db: Db, count: number): Promise<BenchShopper[]> {
  const people = Array.from({ length: count }, () => ({ id: newId(), address: newId(), token: newId() }))
  const rows = sql`unnest(${people.map((each) => each.id)}::uuid[], ${people.map((each) => each.address)}::uuid[],
    ${people.map((each) => hashOfToken(each.token))}::text[]) as person (id, address, token)`
  await sql`insert into shopper (id, name, email, email_verified)
    select id, 'Somchai Jaidee', 'somchai-' || id || '@shopper.example', true from ${rows}`.execute(db)
  await sql`insert into shopper_session (id, shopper_id, token, expires_at)
    select gen_random_uuid(), id, token, now() + interval '1 day' from ${rows}`.execute(db)
  await sql`insert into address
      (id, shopper_id, first_name, last_name, street, city, state, zipcode, country, phone)
    select address, id, 'Somchai', 'Jaidee', '88 Charoen Krung Rd', 'Bang Rak', 'Bangkok', '10500', 'Thailand',
      '+66 81 234 5678' from ${rows}`.execute(db)
  await sql`insert into cart (shopper_id, arrived_at) select id, now() from ${rows}`.execute(db)
  return people.map(({ id, address, token }) => ({ id, address, cookie: `talad_shopper=${token}` }))
}

/** Adds a signed-in seller; returns the cookie. */
export async function fillSeller(db: Db): Promise<string> {
  const id = newId()
  const token = newId()
  await sql`insert into seller (id, name, email, role) values (${id}, 'Mali', ${`mali-${id}@seller.example`}, 'owner')`.execute(
    db,
  )
  await sql`insert into seller_session (id, seller_id, token, expires_at)
    values (gen_random_uuid(), ${id}, ${hashOfToken(token)}, now() + interval '1 day')`.execute(db)
  return `talad_seller=${token}`
}

/**
 * Adds orders of one line each over the last 400 days: nineteen of twenty delivered, some cancelled, the newest
 * thousandth still to pack; with eight first names, thousands of surnames, and different phone numbers.
 */
export async function fillOrders(db: Db, people: readonly BenchShopper[], count: number): Promise<void> {
  const product = await db.selectFrom('product').select(productColumns).orderBy('id').limit(1).executeTakeFirstOrThrow()
  await db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    // Nothing listens yet, and PostgreSQL would hold a million notifications until the transaction's end.
    await run('alter table shop_order disable trigger user')
    await sql`create temporary table made as
      select g,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(g::text), 1, 3) || '8'
          || substr(md5(g::text), 4, 15))::uuid as id, at
      from generate_series(1, ${sql.lit(count)}) as g,
        lateral (select now() - (${sql.lit(count)} - g) * (interval '400 days' / ${sql.lit(count)}) as at) as moment`.execute(
      connection,
    )
    await sql`insert into shop_order (id, shopper_id, payment_type, status, is_paid, subtotal_cents, tax_cents, amount_cents,
        address, language, fingerprint, created_at)
      select id, (${people.map((person) => person.id)}::uuid[])[1 + g % ${sql.lit(people.length)}],
        case when g % 3 = 0 then 'Online' else 'COD' end,
        case when g > ${sql.lit(count - Math.ceil(count / 1000))} then 'Order Placed'
             when g % 20 = 0 then 'Cancelled' else 'Delivered' end,
        true, 1000, 20, 1020,
        jsonb_build_object(
          'firstName', (array['Somchai', 'Mali', 'Anong', 'Niran', 'Kanya', 'Prasert', 'Wipa', 'Chai'])[1 + g % 8],
          'lastName', 'Family' || g % 50000,
          'phone', '+66 8' || lpad((g::bigint * 7919 % 100000000)::text, 8, '0'),
          'street', '88 Charoen Krung Rd', 'city', 'Bang Rak', 'state', 'Bangkok', 'zipcode', 10500,
          'country', 'Thailand'),
        'en', md5(g::text), at
      from made`.execute(connection)
    const sold = JSON.stringify(productToWire(product))
    await sql`insert into order_line (order_id, position, product_id, quantity, offer_price_cents, product)
      select id, 1, ${product.id}, 1, 1000, ${sold}::jsonb from made`.execute(connection)
    await run(`insert into order_event (order_id, status, at) select id, 'Order Placed', at from made`)
    await run('drop table made')
    await run('alter table shop_order enable trigger user')
    // Products were vacuumed when they were added, which takes longer than all of these.
    await run('vacuum (analyze) shop_order, order_line, order_event, shopper, shopper_session, address, cart')
  })
}
