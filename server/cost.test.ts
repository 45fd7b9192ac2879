import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anAddress, aProduct, aZone } from '../testing/makers/rows.ts'
import { aWindow } from '../testing/makers/windows.ts'
import { type Person, person, type TestShop, testShop, verified } from '../testing/shop.ts'
import { buildOf } from '../testing/web-build.ts'
import { newId } from './common/ids.ts'

/*
 * The cost of requests in database statements, renders and bytes. Times depend on the machine and are measured by npm
 * run bench.
 */

const renders = { count: 0 }
let shop: TestShop
let shopper: Person & { user: { _id: string } }
/** The statements of the work that is running; those of others, such as what follows changes, aren't counted. */
const running = new AsyncLocalStorage<{ statements: number }>()
const { query } = pg.Client.prototype

beforeAll(async () => {
  const build = buildOf(renders)
  shop = await testShop({ web: { build: async () => build, clientFolder: import.meta.dirname } })
  shopper = await verified(shop)
  for (let index = 0; index < 40; index += 1) await aProduct(shop.db, { name: `Rice ${index}` })
  await shop.catalogueNotified()
})
afterAll(() => shop.close())
beforeEach(() => {
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const cost = running.getStore()
    if (cost) cost.statements += 1
    return Reflect.apply(query, this, args)
  })
})

async function costOf(work: () => Promise<unknown>): Promise<{ statements: number; renders: number }> {
  const cost = { statements: 0 }
  const before = renders.count
  // An injected request begins when it is awaited.
  await running.run(cost, async () => void (await work()))
  return { ...cost, renders: renders.count - before }
}

const br = { 'accept-encoding': 'br' }

test('concurrent requests for a page cost one render, and later ones nothing', async () => {
  const crowd = () => Promise.all(Array.from({ length: 40 }, () => shop.app.inject({ url: '/products', headers: br })))
  expect((await costOf(crowd)).renders).toBe(1)
  expect(await costOf(crowd)).toEqual({ renders: 0, statements: 0 })
})

test('concurrent requests for the product list cost its count and its rows, and later ones nothing', async () => {
  const crowd = () =>
    Promise.all(Array.from({ length: 40 }, () => shop.app.inject({ url: '/api/product/list', headers: br })))
  expect((await costOf(crowd)).statements).toBe(2)
  expect((await costOf(crowd)).statements).toBe(0)
})

test('the product list is compressed to less than a quarter, and a 304 has no body', async () => {
  const { headers, rawPayload } = await shop.app.inject({ url: '/api/product/list', headers: br })
  const plain = await shop.app.inject('/api/product/list')
  expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  const again = { ...br, 'if-none-match': String(headers.etag) }
  expect((await shop.app.inject({ url: '/api/product/list', headers: again })).rawPayload.length).toBe(0)
})

test('after a change of the catalogue each is computed once more', async () => {
  await shop.catalogueNotified()
  const both = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await shop.app.inject('/products')
      await shop.app.inject('/api/product/list')
    }
  }
  expect(await costOf(both)).toEqual({ renders: 1, statements: 2 })
})

describe('lists and searches whose products are indexed', () => {
  const costOfGet = async (path: string) => (await costOf(() => shop.app.inject(`/api/product/${path}`))).statements

  beforeEach(async () => {
    await shop.catalogueNotified()
    // The first search indexes the new products.
    await shop.app.inject('/api/product/list?q=first')
  })

  test('a page costs two statements, with or without a search and however it is sorted', async () => {
    for (const query of ['limit=5', 'q=rice', 'q=rice&inStock=true', 'q=ri', 'sort=price'])
      expect(await costOfGet(`list?${query}`), query).toBe(2)
    expect(await costOfGet('suggest?q=ric')).toBe(2)
  })

  test('another order of what was found costs one more', async () => {
    expect(await costOfGet('list?q=rice&sort=price')).toBe(3)
  })

  test('a search that finds nothing costs two statements', async () => {
    expect(await costOfGet('list?q=qqqq')).toBe(2)
    expect(await costOfGet('suggest?q=qq')).toBe(2)
  })
})

test('a request without a cookie costs no session lookup', async () => {
  const visitor = person(shop)
  const ask = async () => {
    await visitor.get('/api/user/is-auth')
    await visitor.get('/api/seller/is-auth')
  }
  expect((await costOf(ask)).statements).toBe(0)
})

test('is-auth costs one lookup of the session and one of the cart', async () => {
  expect((await costOf(() => shopper.get('/api/user/is-auth'))).statements).toBe(2)
})

test('a cart is saved in one statement, after the session lookup', async () => {
  const { id } = await aProduct(shop.db)
  const save = () => shopper.post('/api/cart/update', { userId: shopper.user._id, cartItems: { [id]: 2 } })
  expect((await costOf(save)).statements).toBe(2)
})

test('a cash order costs eleven statements, whatever its lines; its stock one more, and its delivery window two', async () => {
  const address = await anAddress(shop.db, shopper.user._id)
  const order = async (lines: number, stock: number | null, headers: Record<string, string>, more = {}) => {
    const items: { product: string; quantity: number }[] = []
    for (let index = 0; index < lines; index += 1)
      items.push({ product: (await aProduct(shop.db, { stock })).id, quantity: 1 })
    return costOf(async () => {
      const { json } = await shopper.post('/api/order/cod', { address, items, ...more }, headers)
      expect(json).toMatchObject({ success: true })
    })
  }
  // Session and rate limit; begin, the shopper's lock and one read; order, sum due, address, cart and jobs; commit.
  expect((await order(1, null, { 'idempotency-key': newId() })).statements).toBe(11)
  expect((await order(20, null, { 'idempotency-key': newId() })).statements).toBe(11)
  expect((await order(3, 50, { 'idempotency-key': newId() })).statements).toBe(12)
  // The search for an equal recent order.
  expect((await order(1, null, {})).statements).toBe(12)
  const delivery = { window: await aWindow(shop.db, { capacity: 2 }) }
  expect((await order(1, null, { 'idempotency-key': newId() }, { delivery })).statements).toBe(13)
  // Without a chosen time the shop looks for a window.
  expect((await order(1, null, { 'idempotency-key': newId() })).statements).toBe(15)
})

test('the limits of new shoppers cost the first order of an account no statement', async () => {
  const limited = await testShop({ limits: true })
  try {
    const newcomer = await verified(limited)
    const address = await anAddress(limited.db, newcomer.user._id)
    const items = [{ product: (await aProduct(limited.db)).id, quantity: 1 }]
    const delivery = { window: await aWindow(limited.db, { capacity: 2 }) }
    const order = () => newcomer.post('/api/order/cod', { address, items, delivery }, { 'idempotency-key': newId() })
    expect((await costOf(order)).statements).toBe(13)
    // A further order is counted if its shopper has received none.
    expect((await costOf(order)).statements).toBe(15)
  } finally {
    await limited.close()
  }
})

test('the statements of an order are prepared once on a connection', async () => {
  const { id } = await aProduct(shop.db)
  for (let turn = 0; turn < 3; turn += 1)
    await shopper.post('/api/cart/update', { userId: shopper.user._id, cartItems: { [id]: 1 + turn } })
  const client = await shop.pool.connect()
  try {
    const { rows } = await client.query(
      `select count(*) as times, sum(generic_plans + custom_plans) as runs from pg_prepared_statements
       where statement like '%into cart%'`,
    )
    expect(rows[0].times).toBe(1)
    expect(Number(rows[0].runs)).toBeGreaterThanOrEqual(3)
  } finally {
    client.release()
  }
})

test('delivery options cost three statements without a promise: of zones, settings and windows', async () => {
  const options = () => costOf(() => shop.app.inject('/api/delivery/options?postcode=10500'))
  expect((await options()).statements).toBe(3)
  await aZone(shop.db)
  expect((await options()).statements).toBe(3)
})
