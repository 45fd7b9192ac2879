import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { cashOrder } from '../../../testing/makers/cash-order.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { cookieOf, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'

const shop = await testShop()
const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<typeof verified>>

/** Sends a request over the network: only those enter the queue. */
async function send(shopper: Shopper, path: string, more: { body?: string; headers?: Record<string, string> } = {}) {
  const response = await fetch(`${url}${path}`, {
    method: more.body ? 'POST' : 'GET',
    body: more.body,
    headers: {
      'content-type': 'application/json',
      cookie: cookieOf(shopper),
      ...more.headers,
    },
  })
  return { status: response.status, json: await response.json() }
}

describe('fifty calls with one key', () => {
  test('wait for its order outside the queue, so that none is refused and the shop serves others', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { stock: 60 })
    const call = (quantity = 1) =>
      send(shopper, '/api/order/cod', {
        body: JSON.stringify({ address, items: [{ product: product.id, quantity }] }),
        headers: { 'idempotency-key': 'one click' },
      })
    const other = await verified(shop)
    const lock = await shop.pool.connect()
    onTestFinished(() => lock.release(true))
    await lock.query('begin')
    await lock.query('select from shopper where id = $1 for update', [shopper.user._id])
    const calls = Array.from({ length: 50 }, () => call())
    // More than are handled at a time. Each is counted once it has left the queue of requests.
    const counted = shop.db
      .selectFrom('rateLimitCounter')
      .select('tries')
      .where('key', '=', `order:${shopper.user._id}`)
    await vi.waitFor(async () => expect(await counted.executeTakeFirst()).toEqual({ tries: 50 }), eventually)
    const meanwhile = await send(other, '/api/order/user')
    await lock.query('commit')
    const replies = await Promise.all(calls)
    expect(meanwhile.status).toBe(200)
    expect([...new Set(replies.map(({ status, json }) => `${status} ${json.code ?? json.message}`))]).toEqual([
      '200 Order placed successfully',
    ])
    expect(new Set(replies.map(({ json }) => json.orderId)).size).toBe(1)
    expect(await stockOf(shop.db, product.id)).toBe(59)
    expect((await call(2)).json.code).toBe('idempotency_key_reused')
  })

  test('are refused alike if the order is refused, and the next one is placed', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { stock: 0 })
    const call = () =>
      shopper.post(
        '/api/order/cod',
        { address, items: [{ product: product.id, quantity: 1 }] },
        { 'idempotency-key': 'sold out' },
      )
    const replies = await Promise.all(Array.from({ length: 20 }, call))
    expect(new Set(replies.map(({ json }) => json.code))).toEqual(new Set(['product_unavailable']))
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', product.id).execute()
    expect((await call()).json.success).toBe(true)
  })
})

describe('GET /api/order/by-key', () => {
  test('returns the order that was placed with a key, or null', async () => {
    const shopper = await verified(shop)
    const order = await cashOrder(shop, shopper, { 'idempotency-key': 'click 1' })
    const { json } = await shopper.get('/api/order/by-key?key=click%201')
    expect(json.order).toEqual({
      orderId: order.id,
      orderNumber: order.number,
      paymentType: 'COD',
      status: 'Order Placed',
    })
    expect((await shopper.get('/api/order/by-key?key=click%202')).json).toEqual({ success: true, order: null })
    // Pages that were opened before an update of the shop ask at this path.
    expect((await shopper.get('/api/order/attempt?key=click%201')).json).toEqual(json)
    expect((await shopper.get('/api/order/user')).json.orders).toHaveLength(1)
  })

  test('doesn’t find orders by another shopper’s key', async () => {
    await cashOrder(shop, await verified(shop), { 'idempotency-key': 'theirs' })
    expect((await (await verified(shop)).get('/api/order/by-key?key=theirs')).json.order).toBeNull()
  })

  test.each(['', '?key=', `?key=${'x'.repeat(201)}`])('refuses %s', async (query) => {
    const { json } = await (await verified(shop)).get(`/api/order/by-key${query}`)
    expect(json.code).toBe('malformed')
  })
})

test('a request whose order is cancelled is refused when it is repeated, and sells nothing', async () => {
  const shopper = await verified(shop)
  const { id: product } = await aProduct(shop.db, { stock: 5 })
  const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product, quantity: 2 }] }
  for (const type of ['cod', 'stripe']) {
    const order = () =>
      shopper.post(`/api/order/${type}`, body, { 'idempotency-key': `${type} 1`, 'accept-language': 'en' })
    const { orderId, orderNumber } = (await order()).json
    expect((await order()).json).toMatchObject({ success: true, orderId })
    expect((await shopper.post('/api/order/cancel', { orderId })).json.success).toBe(true)
    const repeated = [await order(), ...(await Promise.all([order(), order()]))]
    for (const { status, json } of repeated) {
      expect([status, json.success, json.code]).toEqual([200, false, 'order_was_cancelled'])
      expect(json.message).toContain(`order ${orderNumber}, which is cancelled: there is nothing to pay`)
      expect(json).not.toHaveProperty('url')
    }
    // Another order is refused as before.
    expect(
      (
        await shopper.post(
          `/api/order/${type}`,
          { ...body, address: await anAddress(shop.db, shopper.user._id) },
          { 'idempotency-key': `${type} 1` },
        )
      ).json.code,
    ).toBe('idempotency_key_reused')
  }
  expect(await stockOf(shop.db, product)).toBe(5)
  expect((await shopper.get('/api/order/user?awaiting=true')).json.orders).toHaveLength(2)
})

test('a request that is repeated after its address was deleted returns its order, and another one is refused', async () => {
  const shopper = await verified(shop)
  const { id: product } = await aProduct(shop.db, { stock: 5 })
  const address = await anAddress(shop.db, shopper.user._id)
  const order = (quantity: number, key = 'k1') =>
    shopper.post('/api/order/cod', { address, items: [{ product, quantity }] }, { 'idempotency-key': key })
  const first = (await order(1)).json
  expect((await shopper.post('/api/address/delete', { id: address })).json.success).toBe(true)
  expect((await order(1)).json).toMatchObject({ success: true, orderId: first.orderId })
  expect((await order(2)).json.code).toBe('idempotency_key_reused')
  expect((await order(1, 'k2')).json.code).toBe('address_missing')
  expect(await stockOf(shop.db, product)).toBe(4)
})

test('a refused order returns the current price and stock of every line', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const [gone, short, dear] = [
    await aProduct(shop.db, { inStock: false, offerPrice: 100 }),
    await aProduct(shop.db, { stock: 1, offerPrice: 200 }),
    await aProduct(shop.db, { offerPrice: 275 }),
  ]
  const missing = newId()
  const line = (product: string) => ({ product, quantity: 2 })
  const items = [gone.id, short.id, dear.id, missing].map(line)
  const { json } = await shopper.post('/api/order/cod', { address, items })
  expect(json).toMatchObject({ success: false, code: 'product_unavailable' })
  expect(json.changed).toEqual([
    { product: gone.id, offerPrice: 1, available: false },
    { product: short.id, offerPrice: 2, stock: 1, available: false },
    { product: dear.id, offerPrice: 2.75, available: true },
    { product: missing, available: false },
  ])
  const dearer = await shopper.post('/api/order/cod', { address, items: [line(dear.id)], expectedAmount: 4.7 })
  expect(dearer.json).toMatchObject({
    code: 'amount_changed',
    changed: [{ product: dear.id, offerPrice: 2.75, available: true }],
  })
})

describe('the limit of orders in ten minutes', () => {
  /** Sends orders one after the other until one is refused with `too_many`, and returns how many others there were. */
  async function ordersUntilLimit(shopper: Shopper, order: () => object, most: number): Promise<number> {
    for (let made = 0; made < most; made += 1) {
      const { json } = await shopper.post('/api/order/cod', order(), { 'idempotency-key': newId() })
      if (json.code === 'too_many') return made
    }
    return most
  }

  test('counts those that were made, and refused ones only if there are many', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const [soldOut, rice] = [await aProduct(shop.db, { inStock: false }), await aProduct(shop.db)]
    const of = (product: string) => () => ({ address, items: [{ product, quantity: 1 }] })
    expect(await ordersUntilLimit(shopper, of(soldOut.id), 61)).toBe(61)
    expect(await ordersUntilLimit(shopper, of(rice.id), 61)).toBe(60)

    const loop = await verified(shop)
    const own = await anAddress(shop.db, loop.user._id)
    const refused = () => ({ address: own, items: [{ product: soldOut.id, quantity: 1 }] })
    expect(await ordersUntilLimit(loop, refused, 181)).toBe(180)
  })
})
