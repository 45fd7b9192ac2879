import type pg from 'pg'
import { makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate, readMigrations } from '../server/database/migrations.ts'
import { ledgerErrors } from '../testing/database/ledger.ts'
import { withClient } from '../testing/database/with-client.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { rowsIn, type Snapshot, snapshotOf, type TableSnapshot } from './snapshot.ts'

/**
 * The number of migrations of the first version. Later versions only add to it, and remove or rename the columns and
 * tables listed below.
 */
const firstVersion = 1

const libraryColumns = [
  'id',
  'account_id',
  'provider_id',
  'access_token',
  'refresh_token',
  'id_token',
  'access_token_expires_at',
  'refresh_token_expires_at',
  'scope',
  'created_at',
]
/** Columns and whole tables that later versions removed: an accounts library needed them, nothing read them. */
const removedColumns: Readonly<Record<string, readonly string[] | 'whole'>> = {
  verification: 'whole',
  shopper: ['image'],
  seller: ['image', 'email_verified'],
  shopper_session: ['ip_address', 'user_agent'],
  seller_session: ['ip_address', 'user_agent'],
  shopper_credential: libraryColumns,
  seller_credential: libraryColumns,
}
/** Tables that later versions renamed. */
const renamedTables: Readonly<Record<string, string>> = { try_counter: 'rate_limit_counter' }
/** Columns that later versions renamed. */
const renamedColumns: Readonly<Record<string, string>> = { attempt: 'idempotency_key' }

/**
 * Opens a data folder of the shop's first version, with shoppers, products, carts and orders in it, in this version;
 * then runs a failing migration on it.
 */
export async function upgrade(size: Size): Promise<Finding> {
  const orders = size === 'whole' ? 20_000 : 500
  const failures = new Failures()
  return withTempFolder(async (dataDir) => {
    const first = await startEmbeddedPostgres({ dataDir })
    const all = await readMigrations()
    let before: Snapshot
    try {
      await migrate(first.url, all.slice(0, firstVersion))
      before = await withClient(first.url, async (client) => {
        await fill(client, orders)
        const kept = await snapshotOf(client, keptOf(await snapshotOf(client)))
        return new Map(Array.from(kept, renamed))
      })
    } finally {
      await first.stop()
    }

    const now = await startEmbeddedPostgres({ dataDir })
    try {
      const applied = await migrate(now.url)
      failures.checkEqual(applied.length, all.length - firstVersion, 'migrations applied')
      const after = await withClient(now.url, (client) => snapshotOf(client, before))
      for (const [table, rows] of before) failures.checkEqual(after.get(table)?.hash, rows.hash, `rows of ${table}`)

      const pool = makePool(now.url)
      for (const error of await ledgerErrors(makeDb(pool))) failures.check(false, error)
      await pool.end()

      const broken = { name: '9999-broken.sql', sql: 'alter table product add column lost int; select 1 / 0;' }
      const failure = await migrate(now.url, [...all, broken]).then(
        () => 'it did not fail',
        (error: Error) => error.message,
      )
      failures.check(
        failure.includes('9999-broken.sql failed and changed nothing: division by zero'),
        `a failing migration says: ${failure}`,
      )
      const untouched = await withClient(now.url, (client) => snapshotOf(client))
      failures.check(!untouched.get('product')?.columns.includes('lost'), 'a failing migration left a column behind')
      failures.checkEqual((await migrate(now.url)).length, 0, 'migrations applied twice')

      return {
        guarantee: 'A shop of the first version opens in this one, with nothing lost',
        did: `${rowsIn(before)} rows in ${before.size} tables of version ${firstVersion} were migrated to version ${all.length}; then a migration failed`,
        figure: `${after.size} tables compared row by row; the failed one changed nothing and named the error`,
        failures: failures.all,
      }
    } finally {
      await now.stop()
    }
  })
}

/** A snapshot's tables and columns without the ones that later versions removed. */
function keptOf(snapshot: Snapshot): Snapshot {
  const kept: Snapshot = new Map()
  for (const [table, rows] of snapshot) {
    const taken = removedColumns[table] ?? []
    if (taken !== 'whole') kept.set(table, { ...rows, columns: rows.columns.filter((each) => !taken.includes(each)) })
  }
  return kept
}

/** Returns a table of a snapshot as it is named now. */
function renamed([table, rows]: [string, TableSnapshot]): [string, TableSnapshot] {
  const columns = rows.columns.map((column) => renamedColumns[column] ?? column)
  return [renamedTables[table] ?? table, { ...rows, columns }]
}

async function fill(client: pg.Client, orders: number): Promise<void> {
  const people = Math.ceil(orders / 20)
  const run = (text: string, ...values: unknown[]) => client.query(text, values)
  await run(
    `insert into shopper (id, name, email, language)
     select gen_random_uuid(), 'มาลี ' || n, 'mali' || n || '@shopper.example', case when n % 2 = 0 then 'th' else 'en' end
     from generate_series(1, $1::int) n`,
    people,
  )
  await run(`insert into shopper_credential (id, shopper_id, account_id, provider_id, password)
     select gen_random_uuid(), id, id::text, 'credential', '$argon2id$' || md5(email) from shopper`)
  await run(`insert into seller (id, name, email) values (gen_random_uuid(), 'Owner', 'owner@shop.example')`)
  await run(`insert into product (id, name, name_th, description, category, price_cents, offer_price_cents, pictures, stock, weight)
     select gen_random_uuid(), 'Potato ' || n, 'มันฝรั่ง ' || n, array['Fresh', 'สดใหม่'], 'Vegetables', 200 + n, 100 + n,
            array['/pictures/' || md5(n::text)], nullif(n % 7, 0), '1 kg' from generate_series(1, 200) n`)
  await run(`insert into address (id, shopper_id, first_name, last_name, street, city, state, zipcode, country, phone)
     select gen_random_uuid(), id, name, 'ใจดี', '88 ถนนเจริญกรุง', 'Bang Rak', 'Bangkok', '01000', 'Thailand', '+66 81' from shopper`)
  await run(`insert into cart (shopper_id, items, arrived_at)
     select id, jsonb_build_object(gen_random_uuid()::text, 3), now() from shopper`)
  await run(
    `insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address, language, attempt, fingerprint)
     select gen_random_uuid(), (array(select id from shopper order by email))[1 + n % $2::int],
            case when n % 5 = 0 then 'Online' else 'COD' end,
            (array['Awaiting payment', 'Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered', 'Cancelled'])[1 + n % 7],
            1000 + n, 20, 1020 + n, jsonb_build_object('firstName', 'มาลี', 'lastName', 'R', 'phone', '+66 8' || n), 'th',
            'attempt ' || n, md5(n::text)
     from generate_series(1, $1::int) n`,
    orders,
    people,
  )
  await run(`insert into order_line (order_id, position, product_id, quantity, offer_price_cents, product)
     select id, 1, gen_random_uuid(), 1 + number % 9, 100, jsonb_build_object('name', 'Potato', 'nameTh', 'มันฝรั่ง') from shop_order`)
  await run('insert into order_event (order_id, status) select id, status from shop_order')
  await run(`insert into one_time_code (email, purpose, code_hash, tries_left, expires_at)
     select email, 'verify', md5(email), 5, now() from shopper`)
}
