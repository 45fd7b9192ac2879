import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shop as shopConfig } from '../shop.config.ts'
import { databaseProxy } from '../testing/database/database-proxy.ts'
import { clearJobs, queuedJobs } from '../testing/database/jobs.ts'
import { untilBlocked } from '../testing/database/until-blocked.ts'
import { eventually } from '../testing/eventually.ts'
import { mailsOf } from '../testing/mails.ts'
import { aPicture, productForm } from '../testing/makers/product-form.ts'
import { anAddress, aProduct, stockOf } from '../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../testing/shop.ts'
import { makeApp } from './app.ts'
import { inTransaction, isDatabaseUnavailable, makeDb, makePool } from './database/database.ts'
import { startJobs } from './database/run-jobs.ts'
import type { App } from './http/calls/calls.ts'
import { smtpDelivery } from './mail/deliver.ts'
import { backUp } from './maintenance/backup/back-up.ts'
import { diskStore, type PictureStore } from './media/store.ts'
import { liveShop } from './settings/live-shop.ts'

/*
 * What shoppers and sellers see if a service that the shop depends on is down or full, and that the shop recovers.
 */

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await testShop()
  folder = await mkdtemp(join(tmpdir(), 'talad-faults-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (dataDir: string) => ({
  publicUrl: 'http://127.0.0.1:3000',
  port: 3000,
  production: false,
  demo: true,
  limits: false,
  allowedOrigins: [],
  trustProxy: [],
  dataDir,
})
/** Another process of the shop, with another database connection or another picture store. */
const anotherApp = (change: { db?: TestShop['db']; store?: PictureStore; dataDir?: string }, pictures: PictureStore) =>
  makeApp({
    config: configOf(change.dataDir ?? folder),
    live: liveShop(change.db ?? shop.db, shopConfig),
    db: change.db ?? shop.db,
    store: change.store ?? pictures,
    slips: pictures,
    photos: pictures,
    secret: shop.secret,
    logger: false,
  })
/** The same user at another process. */
const onApp = (app: App, someone: Person): Person => {
  const there = person({ ...shop, app })
  for (const [name, value] of someone.jar) there.jar.set(name, value)
  return there
}

test('database down: requests get 503 with Retry-After, nothing is half done, and the shop recovers', async () => {
  const proxy = await databaseProxy(shop.url)
  const pool = makePool(proxy.url)
  const app = await anotherApp({ db: makeDb(pool) }, await diskStore(join(folder, 'pictures')))
  const mali = await verified(shop)
  const orderBody = {
    address: await anAddress(shop.db, mali.user._id),
    items: [{ product: (await aProduct(shop.db, { stock: 5 })).id, quantity: 2 }],
  }
  const there = onApp(app, mali)
  expect((await there.get('/readyz')).status).toBe(200)
  await there.get('/api/order/user')

  // One order is running when the connection is cut: it waits for its product's lock.
  const holder = await shop.pool.connect()
  await holder.query('begin')
  await holder.query('select from product where id = $1 for update', [orderBody.items[0]?.product])
  const half = there.post('/api/order/cod', orderBody, { 'idempotency-key': 'half' })
  await untilBlocked(shop.pool)
  await proxy.cut()
  const refused = await half
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    503,
    'unavailable',
    'The shop is busy right now. Please try again in a moment.',
  ])
  expect(refused.headers['retry-after']).toBe('5')
  for (const url of ['/api/order/user', '/api/product/list?limit=5', '/api/user/is-auth'])
    expect([(await there.get(url)).status, url]).toEqual([503, url])
  await vi.waitFor(async () => expect((await there.get('/readyz')).status).toBe(503), eventually)
  expect((await there.get('/healthz')).status).toBe(200)
  await holder.query('commit')
  holder.release()

  await proxy.reopen()
  await vi.waitFor(async () => expect((await there.get('/readyz')).status).toBe(200), eventually)
  // A retry with the same key makes one order, whether or not the first one was committed.
  expect((await there.post('/api/order/cod', orderBody, { 'idempotency-key': 'half' })).json.success).toBe(true)
  const orders = await shop.db.selectFrom('shopOrder').select('id').where('shopperId', '=', mali.user._id).execute()
  expect(orders).toHaveLength(1)
  expect(await stockOf(shop.db, orderBody.items[0]?.product ?? '')).toBe(3)
  await app.close()
  await pool.end()
  await proxy.cut()
})

test('database not responding: waiting requests get 503 with Retry-After, and the connection is closed', async () => {
  const proxy = await databaseProxy(shop.url)
  const pool = makePool(proxy.url, { max: 1, statementMilliseconds: 1000 })
  const app = await anotherApp({ db: makeDb(pool) }, await diskStore(join(folder, 'pictures')))
  const mali = await verified(shop)
  const orderBody = {
    address: await anAddress(shop.db, mali.user._id),
    items: [{ product: (await aProduct(shop.db, { stock: 5 })).id, quantity: 2 }],
  }
  const there = onApp(app, mali)
  expect((await there.get('/api/order/user')).status).toBe(200)
  proxy.silence()
  const refused = await there.get('/api/order/user')
  expect([refused.status, refused.json.code]).toEqual([503, 'unavailable'])
  expect((await there.post('/api/order/cod', orderBody)).json.success).toBe(true)

  // Within a transaction too.
  const silent = inTransaction(makeDb(pool), async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.silence()
    await sql`select 1`.execute(tx)
  })
  // The error of the rollback: it didn't wait for the database again.
  const error = await silent.catch((reason) => reason)
  expect([isDatabaseUnavailable(error), error.message]).toEqual([true, 'Client was closed and is not queryable'])
  expect((await there.get('/api/order/user')).status).toBe(200)
  await app.close()
  await pool.end()
  await proxy.cut()
})

test('a statement is cut off at the limit of its pool, unless the pool has none', async () => {
  const slow = sql`select pg_sleep(0.3)`
  for (const [statementMilliseconds, ends] of [
    [0, 'done'],
    [100, 'cut off'],
  ] as const) {
    const pool = makePool(shop.url, { max: 1, statementMilliseconds })
    const ending = slow.execute(makeDb(pool)).then(
      () => 'done',
      (error) => (/statement timeout|Query read timeout/.test(error.message) ? 'cut off' : error),
    )
    expect(await ending).toBe(ends)
    await pool.end()
  }
})

test('the database’s disk full: the message says so, and nothing of the order is stored', async () => {
  const mali = await verified(shop)
  const address = await anAddress(shop.db, mali.user._id)
  const potato = await aProduct(shop.db, { stock: 5 })
  await shop.pool.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on order_line for each row execute function no_room()`)
  const orderBody = { address, items: [{ product: potato.id, quantity: 2 }] }
  const { status, json, headers } = await mali
    .post('/api/order/cod', orderBody)
    .finally(() => shop.pool.query('drop trigger no_room on order_line'))
  expect([status, json.code]).toEqual([503, 'no_room'])
  expect(json.message).toBe('The shop has no room left to store this. Nothing was saved; please try again later.')
  expect(headers['retry-after']).toBe('5')
  expect((await mali.get('/api/order/user')).json.orders).toEqual([])
  expect((await mali.post('/api/order/cod', orderBody)).json.success).toBe(true)
})

test('mail server down: orders are accepted, and their mails go out once it is back', async () => {
  // A port on which nothing listens.
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      taken.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', done)
    },
  })
  const taken: string[] = []
  const placeholder = createServer()
  await new Promise<void>((resolve) => placeholder.listen(0, '127.0.0.1', resolve))
  const { port } = placeholder.address() as AddressInfo
  await new Promise((resolve) => placeholder.close(resolve))

  const { db, pool, url } = shop
  const publicUrl = 'https://shop.example'
  const deliver = smtpDelivery(`smtp://127.0.0.1:${port}`, 'Talad <shop@talad.example>', publicUrl)
  await clearJobs(pool)
  const mali = await verified(shop)
  const orderBody = {
    address: await anAddress(shop.db, mali.user._id),
    items: [{ product: (await aProduct(shop.db)).id, quantity: 1 }],
  }
  const placed = await mali.post('/api/order/cod', orderBody)
  expect(placed.json.success).toBe(true)
  const jobs = await startJobs({
    url,
    db,
    tasks: mailsOf(shop, { publicUrl, deliver }).tasks,
    log: { error: () => {}, warn: () => {} },
  })
  const failed = await vi.waitFor(async () => {
    const tried = (await queuedJobs(pool)).find(({ attempts, isLocked }) => attempts > 0 && !isLocked)
    if (!tried?.error) throw new Error('not tried yet')
    return tried
  }, eventually)
  expect(failed.error).toContain('ECONNREFUSED')
  expect((await mali.get('/api/order/user')).json.orders).toHaveLength(1)

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  // Its next attempt is some seconds away; the test doesn't wait for it.
  await pool.query('select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now())', [failed.id])
  await vi.waitFor(() => expect(taken).toEqual([mali.user.email]), eventually)
  await jobs.stop()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

describe('the disk of pictures full', () => {
  const run = promisify(execFile)
  let small: string
  let mounted = false
  beforeAll(async () => {
    small = await mkdtemp(join(folder, 'small-'))
    // A file system of its own, if this user may mount one; otherwise storing a picture fails with the same error.
    mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).then(
      () => true,
      () => false,
    )
  })
  afterAll(async () => {
    if (mounted) await run('umount', [small])
  })

  async function aFullDisk(): Promise<{ store: PictureStore; free: () => Promise<void> }> {
    const store = await diskStore(join(small, 'pictures'))
    const filler = join(small, 'filler')
    if (mounted) {
      const { bavail, bsize } = await statfs(small)
      await writeFile(filler, Buffer.alloc(bavail * bsize))
      return { store, free: () => rm(filler) }
    }
    let full = true
    const put: PictureStore['put'] = async (name, bytes) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await store.put(name, bytes)
    }
    return {
      store: { ...store, put },
      free: async () => {
        full = false
      },
    }
  }

  test('tells the seller, stores neither product nor half a file, and accepts the same form once there is space', async () => {
    const { store, free } = await aFullDisk()
    const app = await anotherApp({ store, dataDir: small }, store)
    const salesperson = onApp(app, await seller(shop))
    const name = 'A potato without room'
    const product = { name, description: ['x'], category: 'Vegetables', price: 20, offerPrice: 15 }
    const form = await productForm(product, [await aPicture('#8b5a2b')])
    const send = () => salesperson.post('/api/product/add', form.body, form.headers)
    const products = () => shop.db.selectFrom('product').select('id').where('name', '=', name).execute()
    const refused = await send()
    expect([refused.status, refused.json.code]).toEqual([503, 'no_room'])
    expect(refused.json.message).toContain('Nothing was saved')
    expect(await products()).toEqual([])
    expect(await readdir(join(small, 'pictures'))).toEqual([])
    if (mounted) expect((await salesperson.get('/readyz')).status).toBe(503)

    await free()
    expect((await send()).json).toMatchObject({ success: true })
    expect(await products()).toHaveLength(1)
    await app.close()
  })

  test('leaves no half backup behind', async ({ skip }) => {
    if (!mounted) skip('a file system of its own is needed, which this user may not mount')
    const { store, free } = await aFullDisk()
    const file = join(small, 'x.backup')
    await expect(backUp(file, { url: shop.url, store, slips: store, shop: '0' })).rejects.toMatchObject({
      code: 'ENOSPC',
    })
    expect((await readdir(small)).filter((name) => name.includes('backup'))).toEqual([])
    await free()
  })
})
