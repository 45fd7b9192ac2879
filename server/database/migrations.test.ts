import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { emptyDatabase } from '../../testing/database/database.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { withClient } from '../../testing/database/with-client.ts'
import { refundEventId } from '../payments/gateway.ts'
import { makeDb, makePool } from './database.ts'
import { migrate, readMigrations } from './migrations.ts'

async function tables(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    ),
  )
  return rows.map((row) => row.name)
}

/** A database as it was before a migration, and a connection to it. */
async function databaseBefore(migration: string) {
  const { url, close } = await emptyDatabase()
  const all = await readMigrations()
  await migrate(
    url,
    all.filter(({ name }) => name < migration),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    client,
    async close() {
      await client.end()
      await close()
    },
  }
}

/** The beginning of a statement that inserts a shopper and an order of 1.02, `placed`, with a status. */
const withOrder = (status: string) => `with somchai as (
    insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
  ), placed as (
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
                            language, fingerprint)
    select gen_random_uuid(), id, 'COD', '${status}', 100, 2, 102, '{}', 'en', 'x' from somchai returning id
  )`

test('two processes that start together apply every migration once', async () => {
  const { url, close } = await emptyDatabase()
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)])
  const names = (await readMigrations()).map((migration) => migration.name)
  expect(done.flat().sort()).toEqual(names)
  expect(await migrate(url)).toEqual([])
  expect(await tables(url)).toContain('shop_order')
  await close()
})

// A database that stops while such a connection closes would end the process otherwise.
test('a pool for migrations still listens for errors while its connections close', async () => {
  const { url, close } = await emptyDatabase()
  const end = vi.spyOn(pg.Pool.prototype, 'end')
  await migrate(url)
  const listeners = (end.mock.contexts as pg.Pool[]).map((pool) => pool.listenerCount('error'))
  expect(listeners).toEqual([1])
  await close()
})

test('a migration that fails leaves the database as it was and says which and why', async () => {
  const { url, close } = await emptyDatabase()
  const bad = [
    { name: '0001-good.sql', sql: 'create table good (id int)' },
    { name: '0002-bad.sql', sql: 'create table half (id int); create table good (id int)' },
  ]
  await expect(migrate(url, bad)).rejects.toThrow(
    '0002-bad.sql failed and changed nothing: relation "good" already exists',
  )
  expect(await tables(url)).toEqual(['good', 'migration'])
  await close()
})

test('refuses an edited migration and a database newer than the shop', async () => {
  const { url, close } = await emptyDatabase()
  await migrate(url, [{ name: '0001-a.sql', sql: 'create table a (id int)' }])
  await expect(migrate(url, [{ name: '0001-a.sql', sql: 'create table b (id int)' }])).rejects.toThrow('edited')
  await expect(migrate(url, [])).rejects.toThrow('newer than this version')
  await close()
})

test('names stored as pasted are normalised for search', async () => {
  const { url, client, close } = await databaseBefore('0005-plain-names.sql')
  await client.query(`
    insert into product (id, name, name_th, category, price_cents, offer_price_cents) values
      (gen_random_uuid(), E'Cafe\\u0301  au\\tlait', E'กาแฟ  นม', 'Drinks', 100, 100),
      (gen_random_uuid(), 'Plain', null, 'Drinks', 100, 100)`)
  const { rows: before } = await client.query("select updated_at from product where name = 'Plain'")
  await migrate(url)
  const { rows } = await client.query('select name, name_th, updated_at from product order by name')
  expect(rows.map((row) => [row.name, row.name_th])).toEqual([
    ['Caf\u00e9 au lait', 'กาแฟ นม'],
    ['Plain', null],
  ])
  expect(rows[1].updated_at).toEqual(before[0].updated_at)
  await close()
})

test('addresses of earlier orders are marked as used then', async () => {
  const { url, client, close } = await databaseBefore('0006-addresses.sql')
  await client.query(`
    with somchai as (
      insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
    ), addresses as (
      insert into address (id, shopper_id, first_name, last_name, street, city, state, zipcode, country, phone)
      select gen_random_uuid(), id, 'Somchai', 'Jaidee', street, 'Bang Rak', 'Bangkok', '10500', 'Thailand', '0812345678'
      from somchai, unnest(array['88 Charoen Krung Rd', '99 Silom Rd']) as street
    )
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address, language,
                            fingerprint, created_at)
    select gen_random_uuid(), id, 'COD', 'Order Placed', 100, 2, 102,
      '{"firstName": "Somchai", "street": "99 Silom Rd", "phone": "0812345678"}', 'en', 'x', placed
    from somchai, unnest(array['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']::timestamptz[]) as placed`)
  await migrate(url)
  const { rows } = await client.query('select street, last_used_at from address order by street')
  expect(rows).toEqual([
    { street: '88 Charoen Krung Rd', last_used_at: null },
    { street: '99 Silom Rd', last_used_at: new Date('2026-01-03T00:00:00Z') },
  ])
  await close()
})

test('earlier orders get the movements of money that their states tell', async () => {
  const { url, client, close } = await databaseBefore('0026-money-movements.sql')
  await client.query(`
    with somchai as (
      insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
    ), orders as (
      insert into shop_order (id, shopper_id, payment_type, status, is_paid, refunded_cents, subtotal_cents, tax_cents,
                              amount_cents, address, language, fingerprint)
      select gen_random_uuid(), somchai.id, type, status, is_paid, refunded, 100, 2, 102, '{}', 'en', 'x'
      from somchai, (values
        ('COD', 'Order Placed', false, 0), ('COD', 'Delivered', true, 0), ('COD', 'Cancelled', false, 0),
        ('Online', 'Awaiting payment', false, 0), ('Online', 'Confirmed', true, 0), ('Online', 'Delivered', true, 30),
        ('Online', 'Cancelled', true, 0), ('Online', 'Cancelled', true, 102), ('Online', 'Cancelled', false, 0)
      ) as past (type, status, is_paid, refunded)
      returning id, number, payment_type, status, is_paid, refunded_cents
    )
    insert into payment (order_id, state, gateway_payment, amount_cents, currency, expires_at)
    select id, case when refunded_cents = 102 then 'refunded' when status = 'Cancelled' and is_paid then 'refund due'
                    when is_paid then 'paid' when status = 'Cancelled' then 'expired' else 'open' end,
           'pi_' || number, 102, 'usd', now()
    from orders where payment_type = 'Online'`)
  await migrate(url)
  const { rows } = await client.query('select balance_cents::int as balance from shop_order order by number')
  expect(rows.map(({ balance }) => balance)).toEqual([102, 0, 0, 102, 0, 0, -102, 0, 0])
  const pool = makePool(url)
  expect(await ledgerErrors(makeDb(pool))).toEqual([])
  await pool.end()
  await close()
})

test('orders that lost a postal code can be read again, and others stay as they were', async () => {
  const { url, client, close } = await databaseBefore('0064-postcodes-that-were-lost.sql')
  await client.query(`
    with somchai as (
      insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
    )
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, balance_cents,
                            address, language, fingerprint)
    select gen_random_uuid(), id, 'COD', 'Order Placed', 100, 2, 102, 102, address, 'en', 'x'
    from somchai, unnest(array['{"zipcode": null}', '{"zipcode": 10500}', '{"zipcode": "01000"}']::jsonb[]) as address`)
  await migrate(url)
  const { rows } = await client.query("select address ->> 'zipcode' as zipcode from shop_order order by 1")
  expect(rows.map(({ zipcode }) => zipcode)).toEqual(['-', '01000', '10500'])
  await close()
})

test('money that was given back is paid out, also in the audit log, and nothing has its earlier name', async () => {
  const { url, client, close } = await databaseBefore('0121-names.sql')
  await client.query(`
    ${withOrder('Order Placed')}
    insert into money_movement (order_id, kind, method, cents)
      select id, 'given back', 'cash', 30 from placed union all select id, 'received', 'cash', 102 from placed`)
  const cash = `{"kind": "given back", "cents": 30}`
  const reason = `{"reason": "given back"}`
  await client.query(
    `insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
     select 'seller@shop.example', 'money', 'added', 1, '#1', '{}', after, '#1 {} ' || after::text
     from unnest($1::jsonb[]) as after`,
    [[cash, reason]],
  )
  const guesses = ['sign-in:shopper:a@shopper.example:device:x', 'sign-in:shopper:b@shopper.example:from:x']
  await client.query('insert into try_counter (key, tries, resets_at) select unnest($1::text[]), 3, now()', [guesses])
  await migrate(url)
  const all = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  expect(await all('select kind, cents from money_movement order by id')).toEqual([
    ['paid out', 30],
    ['received', 102],
  ])
  await expect(client.query('update money_movement set cents = 1')).rejects.toThrow('never changed')
  expect(await all('select before, after, words from audit_entry order by id')).toEqual([
    [{}, { kind: 'paid out', cents: 30 }, '#1 {} {"kind": "paid out", "cents": 30}'],
    [{}, { reason: 'given back' }, `#1 {} ${reason}`],
  ])
  expect(await all('select key from rate_limit_counter order by key')).toEqual([
    ['sign-in:shopper:a@shopper.example:known-browser:x'],
    ['sign-in:shopper:b@shopper.example:from:x'],
  ])
  const before = '(shopper|seller)_device|payment_notice|try_counter|code_(asker|origin)|unconfirmed_slot'
  expect(
    await all(`select conname from pg_constraint where conname ~ '${before}'
      union all select relname from pg_class where relname ~ '${before}'`),
  ).toEqual([])
  await close()
})

test('queued jobs of an earlier version run under their current names', async () => {
  const { url, client, close } = await databaseBefore('0122-job-names.sql')
  await client.query(`
    select graphile_worker.add_job('follow-payment', '{"orderId": "1", "poll": 0}', job_key => 'follow:1'),
           graphile_worker.add_job('follow-money', '{"orderId": "1"}', job_key => 'follow-money:1'),
           graphile_worker.add_job('follow-unconfirmed'),
           graphile_worker.add_job('send-order-mail', '{"orderId": "1"}')`)
  await migrate(url)
  const { rows } = await client.query({
    text: 'select task_identifier, key from graphile_worker.jobs order by id',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    ['poll-payment', 'poll:1'],
    ['update-sale-and-documents', 'update-sale-and-documents:1'],
    ['apply-unconfirmed-rule', null],
    ['send-order-mail', null],
  ])
  await close()
})

test('a repeated event of a refund is recognised under the current names', async () => {
  const { url, client, close } = await databaseBefore('0123-refunds-that-need-action.sql')
  await client.query(`insert into payment_event (id, kind) values ('refund-waits:re_1', 'refund waits'),
    ('refund-moves:re_1', 'refund moves'), ('refund-failed:re_2', 'refund failed'), ('evt_1', 'paid')`)
  await migrate(url)
  const { rows } = await client.query({ text: 'select id, kind from payment_event order by id', rowMode: 'array' })
  expect(rows).toEqual([
    ['evt_1', 'paid'],
    [refundEventId('refund continues', 're_1'), 'refund continues'],
    [refundEventId('refund failed', 're_2'), 'refund failed'],
    [refundEventId('refund needs action', 're_1'), 'refund needs action'],
  ])
  await close()
})

test('what riders’ phones have sent is found under its current name', async () => {
  const { url, client, close } = await databaseBefore('0126-names-of-taps.sql')
  const order = '00000000-0000-4000-8000-000000000001'
  const before = ['give back', 'not home', 'take', 'delivered'].map((kind) => `${kind} ${order}`)
  await client.query(
    `insert into rider_tap (id, rider, what)
     select gen_random_uuid(), 'rider@shop.example', what from unnest($1::text[]) as what`,
    [before],
  )
  await migrate(url)
  const { rows } = await client.query('select what from rider_tap order by what')
  expect(rows.map(({ what }) => what)).toEqual(
    ['delivered', 'failed attempt', 'returned', 'take'].map((kind) => `${kind} ${order}`),
  )
  await close()
})

test('an assignment whose order was given back is returned, also in the audit log', async () => {
  const { url, client, close } = await databaseBefore('0139-returned-runs.sql')
  await client.query(`
    ${withOrder('Packing')}
    insert into delivery_run (id, order_id, rider, ended_at, outcome)
    select gen_random_uuid(), id, 'rider@shop.example', now(), outcome
    from placed, unnest(array['given back', 'came back']) as outcome`)
  await client.query(`
    insert into audit_entry (made_by, kind, action, subject_id, subject, before, after, words)
    select 'rider@shop.example', 'order', 'changed', 1, '#1', before, after, '#1 ' || before::text || ' ' || after::text
    from (values ('{"outcome": null}'::jsonb, '{"outcome": "given back"}'::jsonb),
                 ('{"kind": "given back"}', '{"outcome": "came back"}')) as entry (before, after)`)
  await migrate(url)
  const all = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  expect(await all('select outcome from delivery_assignment order by outcome')).toEqual([['came back'], ['returned']])
  expect(await all('select after, words from audit_entry order by id')).toEqual([
    [{ outcome: 'returned' }, '#1 {"outcome": null} {"outcome": "returned"}'],
    [{ outcome: 'came back' }, '#1 {"kind": "given back"} {"outcome": "came back"}'],
  ])
  await close()
})

test('an earlier cancellation is marked, and a refund whose reason is the same word isn’t', async () => {
  const { url, client, close } = await databaseBefore('0127-cancellations.sql')
  await client.query(`
    ${withOrder('Order Placed')}, refunded as (
      insert into refund (id, order_id, cents, reason, made_by, at)
      select gen_random_uuid(), id, 30, 'cancelled', 'seller@shop.example', '2026-11-01 09:00Z' from placed
    )
    insert into money_movement (order_id, kind, method, cents, reason, at)
    select id, kind, method, cents, reason, at::timestamptz
    from placed, (values
      ('due', null, 102, null, '2026-11-01 08:00Z'),
      ('due', null, -30, 'cancelled', '2026-11-01 09:00Z'),
      ('due', null, -72, 'cancelled', '2026-11-01 10:00Z'),
      ('due', null, 72, 'cancelled', '2026-11-01 11:00Z'),
      ('received', 'cash', 72, null, '2026-11-01 11:00Z')) as movement (kind, method, cents, reason, at)`)
  await migrate(url)
  const { rows } = await client.query({
    text: 'select cents, reason, is_cancellation from money_movement order by id',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [102, null, false],
    [-30, 'cancelled', false],
    [-72, 'cancelled', true],
    [72, 'cancelled', true],
    [72, null, false],
  ])
  await expect(client.query('update money_movement set cents = 1')).rejects.toThrow('never changed')
  await close()
})

test('earlier orders have paid the fee that their window has now, and nothing without a window', async () => {
  const { url, client, close } = await databaseBefore('0130-paid-window-fees.sql')
  await client.query(`
    with somchai as (
      insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
    ), windows as (
      insert into delivery_window (id, day, starts_at, ends_at, cut_off_at, capacity, taken, fee_cents)
      select gen_random_uuid(), '2026-11-26', '2026-11-26 10:00Z', '2026-11-26 12:00Z', '2026-11-26 09:00Z', 1, 1, fee
      from unnest(array[0, 500]) as fee
      returning id, fee_cents
    )
    insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address, language,
                            fingerprint, window_id)
    select gen_random_uuid(), somchai.id, 'COD', 'Order Placed', 100 + coalesce(fee_cents, 0), 0, 0, '{}', 'en', 'x', windows.id
    from somchai, (select id, fee_cents from windows union all values (null::uuid, null::bigint)) as windows`)
  const { rows: before } = await client.query('select id, updated_at from shop_order order by id')
  await migrate(url)
  const { rows } = await client.query({
    text: 'select subtotal_cents::int, window_fee_cents::int from shop_order order by window_fee_cents',
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [100, 0],
    [100, 0],
    [600, 500],
  ])
  expect((await client.query('select id, updated_at from shop_order order by id')).rows).toEqual(before)
  await close()
})

test('orders from before tax classes have the rate that they were ordered at', async () => {
  const { url, client, close } = await databaseBefore('0144-taxes-of-earlier-orders.sql')
  // Prices before tax, the tax, and the amount; the last one has its taxes.
  await client.query(`
    with somchai as (
      insert into shopper (id, name, email) values (gen_random_uuid(), 'Somchai', 'somchai@shopper.example') returning id
    ), placed as (
      insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, taxes, address,
                              language, fingerprint)
      select gen_random_uuid(), somchai.id, 'COD', 'Order Placed', subtotal, tax, amount, taxes::jsonb, '{}', 'en', 'x'
      from somchai, (values (5997, 119, 6116, null), (10700, 700, 10700, null), (1000, 100, 1100, null), (1050, 50, 1050, null),
                            (49, 0, 49, null), (500, 5, 500, '[{"basisPoints":123,"base":400,"tax":5}]'))
        as sums (subtotal, tax, amount, taxes)
      returning id, taxes
    )
    insert into order_line (order_id, position, product_id, quantity, offer_price_cents, product, tax_basis_points)
    select id, 0, gen_random_uuid(), 1, 1, '{}', case when taxes is not null then 123 end from placed`)
  await migrate(url)
  const { rows } = await client.query({
    text: `select amount_cents::int, taxes, tax_basis_points
           from shop_order join order_line on order_id = shop_order.id order by amount_cents`,
    rowMode: 'array',
  })
  expect(rows).toEqual([
    [49, [], 0],
    [500, [{ basisPoints: 123, base: 400, tax: 5 }], 123],
    [1050, [{ basisPoints: 500, base: 1050, tax: 50 }], 500],
    [1100, [{ basisPoints: 1000, base: 1000, tax: 100 }], 1000],
    [6116, [{ basisPoints: 200, base: 5997, tax: 119 }], 200],
    [10_700, [{ basisPoints: 700, base: 10_700, tax: 700 }], 700],
  ])
  await close()
})

test('the index of Thai names is built again for another version of ICU, and only then', async () => {
  const { url, close } = await emptyDatabase()
  await migrate(url)
  const index = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query(`
        select pg_relation_filenode('product_by_thai_name') as file, collversion = pg_collation_actual_version(oid) as current
        from pg_collation where collname = 'thai'`)
      return rows[0]
    })
  const built = await index()
  expect(built.current).toBe(true)
  await migrate(url)
  expect(await index()).toEqual(built)
  await withClient(url, (client) => client.query("update pg_collation set collversion = '1' where collname = 'thai'"))
  await migrate(url)
  const again = await index()
  expect(again.current).toBe(true)
  expect(again.file).not.toBe(built.file)
  await close()
})
