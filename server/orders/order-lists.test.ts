import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../contract/values/limits.ts'
import { cashOrder } from '../../testing/makers/cash-order.ts'
import { deliver, stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { seller, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { pageBytes } from './order-columns-queries.ts'

const shop = await testShop()
const owner = await seller(shop)
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<typeof verified>>

describe('GET /api/order/get', () => {
  test('returns an order of the shopper, as the list has it', async () => {
    const shopper = await verified(shop)
    const { id } = await cashOrder(shop, shopper)
    const { json } = await shopper.get(`/api/order/get?id=${id}`)
    expect(json.success).toBe(true)
    expect(json.order).toEqual((await shopper.get('/api/order/user')).json.orders[0])
    expect(json.order.timeline).toEqual([{ status: 'Order Placed', at: expect.any(String) }])
  })

  test('refuses another shopper’s order, an unknown one and a malformed id', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    const other = await verified(shop)
    for (const asked of [id, newId(), '1001', '']) {
      const { status, json } = await other.get(`/api/order/get?id=${asked}`)
      expect([status, json.code]).toEqual([200, 'order_unknown'])
    }
  })
})

describe('the seller’s list', () => {
  test('can be sorted oldest first, page by page', async () => {
    const shopper = await verified(shop)
    const placed = [await cashOrder(shop, shopper), await cashOrder(shop, shopper), await cashOrder(shop, shopper)].map(
      ({ id }) => id,
    )
    const page = async (query: string) => {
      const { json } = await owner.get(`/api/order/seller?sort=oldest&limit=100${query}`)
      return json.orders.map((order) => order._id).filter((id: string) => placed.includes(id))
    }
    expect(await page('')).toEqual(placed)
    expect(await page(`&cursor=${placed[0]}`)).toEqual(placed.slice(1))
    const { json } = await owner.get(`/api/order/seller?sort=oldest&limit=1&cursor=${placed[0]}`)
    expect([json.orders[0]._id, json.nextCursor]).toEqual([placed[1], placed[1]])
  })

  test('can be sorted, page by page, by the end of the window, the promised time, or an hour after they were placed', async () => {
    const shopper = await verified(shop)
    const placed: string[] = []
    const at = async (minutes: number | null) => {
      const { id } = await cashOrder(shop, shopper)
      await shop.pool.query('update shop_order set promised_at = now() + make_interval(mins => $2) where id = $1', [
        id,
        minutes,
      ])
      placed.push(id)
    }
    // In a window of tomorrow, of this evening, without a time, as soon as possible, late, in the same window, in an
    // hour and a half, and without a time, placed two hours ago.
    for (const minutes of [1500, 300, null, 40, -15, 300, 90, null]) await at(minutes)
    await shop.pool.query(`update shop_order set created_at = created_at - interval '2 hours' where id = $1`, [
      placed[7],
    ])
    await shop.pool.query(
      'update shop_order set promised_at = (select promised_at from shop_order where id = $1) where id = $2',
      [placed[1], placed[5]],
    )
    const sorted = [7, 4, 3, 2, 6, 1, 5, 0].map((each) => placed[each])
    const page = async (query: string, sort = 'deliver-by') => {
      const { json } = await owner.get(`/api/order/seller?sort=${sort}&open=true&limit=100${query}`)
      return json.orders.map((order) => order._id).filter((id: string) => placed.includes(id))
    }
    expect(await page('')).toEqual(sorted)
    // As pages ask that were opened before an update.
    expect(await page('', 'due')).toEqual(sorted)
    for (const [index, id] of sorted.entries()) expect(await page(`&cursor=${id}`)).toEqual(sorted.slice(index + 1))
    // The last order of a page is moved before the next page is read: none is left out or shown twice.
    for (const days of [-2, 4]) {
      const first = (await owner.get('/api/order/seller?sort=deliver-by&open=true&limit=100')).json.orders
      const shown = first.findIndex((order) => order._id === sorted[2]) + 1
      const { json } = await owner.get(`/api/order/seller?sort=deliver-by&open=true&limit=${shown}`)
      await shop.pool.query(
        'update shop_order set promised_at = promised_at + make_interval(days => $2) where id = $1',
        [sorted[2], days],
      )
      const rest = await page(`&cursor=${json.nextCursor}`)
      expect(rest.filter((id) => id !== sorted[2])).toEqual(sorted.slice(3))
      await shop.pool.query(
        'update shop_order set promised_at = promised_at - make_interval(days => $2) where id = $1',
        [sorted[2], days],
      )
    }
    for (const cursor of [`${sorted[0]}.`, `${sorted[0]}.x`, `${sorted[0]}.${'9'.repeat(18)}`, '1.2'])
      expect((await owner.get(`/api/order/seller?sort=deliver-by&cursor=${cursor}`)).json.code).toBe('malformed')
    expect(await page(`&cursor=${sorted[0]}.${'9'.repeat(17)}`)).toEqual([])
  })

  test('can be filtered to open orders', async () => {
    const shopper = await verified(shop)
    const [open, delivered, cancelled] = [
      await cashOrder(shop, shopper),
      await cashOrder(shop, shopper),
      await cashOrder(shop, shopper),
    ]
    await stepTo(owner, open.id, 'Packing')
    await deliver(owner, delivered.id)
    await owner.post('/api/order/take-step', { id: cancelled.id, from: 'Order Placed', status: 'Cancelled' })
    const { json } = await owner.get('/api/order/seller?open=true&limit=3')
    const ids = json.orders.map((order) => order._id)
    expect(ids).toContain(open.id)
    expect(ids).not.toContain(delivered.id)
    expect(ids).not.toContain(cancelled.id)
  })
})

test.each([
  ['open orders, the oldest first', `status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery')`, 'id'],
  [
    'open orders, the newest first',
    `status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery')`,
    'id desc',
  ],
  [
    'open orders, by when they are due',
    `status in ('Order Placed', 'Confirmed', 'Packing', 'Out for delivery')`,
    `coalesce(promised_at at time zone 'UTC', created_at at time zone 'UTC' + interval '1 hour'), id`,
  ],
  ['unconfirmed orders', `status = 'Order Placed'`, 'status, id'],
])('an index has %s, in that order', async (_what, which, order) => {
  const client = await shop.pool.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query(
      `explain select id from shop_order where listed and ${which} order by ${order} limit 21`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan .*using shop_order_(open|status|due)/)
    expect(plan).not.toContain('Sort')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('GET /api/order/waiting counts unconfirmed orders and returns when the oldest was placed', async () => {
  await shop.db.updateTable('shopOrder').set({ status: 'Confirmed' }).where('status', '=', 'Order Placed').execute()
  expect((await owner.get('/api/order/waiting')).json).toMatchObject({ count: 0, oldestAt: null })
  const shopper = await verified(shop)
  const first = await cashOrder(shop, shopper)
  const others = [await cashOrder(shop, shopper), await cashOrder(shop, shopper)]
  await stepTo(owner, others[0]?.id ?? '', 'Confirmed')
  await shop.db
    .updateTable('shopOrder')
    .set({ paymentType: 'Online', status: 'Awaiting payment' })
    .where('id', '=', others[1]?.id ?? '')
    .execute()
  const { order } = (await shopper.get(`/api/order/get?id=${first.id}`)).json
  expect((await owner.get('/api/order/waiting')).json).toMatchObject({ count: 1, oldestAt: order.createdAt })
})

describe('the timeline', () => {
  test('shows sellers who did each step, and the shopper only when', async () => {
    const shopper = await verified(shop)
    const { id } = await cashOrder(shop, shopper)
    const email = (await owner.get('/api/seller/is-auth')).json.email
    const { json } = await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    const at = expect.any(String)
    expect(json.order.timeline).toEqual([
      { status: 'Order Placed', at },
      { status: 'Confirmed', at, by: email },
    ])
    expect((await owner.get('/api/order/seller?limit=1')).json.orders[0].timeline[1].by).toBe(email)
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order.timeline[1]).toEqual({ status: 'Confirmed', at })
  })

  test('still names a seller whose account was removed', async () => {
    const gone = await seller(shop)
    const { email } = (await gone.get('/api/seller/is-auth')).json
    const { id } = await cashOrder(shop, await verified(shop))
    await gone.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' })
    await shop.db.deleteFrom('seller').where('email', '=', email).execute()
    const { json } = await owner.get('/api/order/seller?limit=1')
    expect(json.orders[0]).toMatchObject({ _id: id, timeline: [{}, { by: email }] })
  })
})

test('a shopper with the name of a seller is still shown as the shopper in an order’s steps', async () => {
  const shopper = await verified(shop)
  await shop.db.updateTable('shopper').set({ name: 'owner@shop.example' }).where('id', '=', shopper.user._id).execute()
  const { id: product } = await aProduct(shop.db)
  const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product, quantity: 1 }] }
  const { orderId } = (await shopper.post('/api/order/cod', body)).json
  await shopper.post('/api/order/cancel', { orderId })
  const seen = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
  expect(seen.timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'shopper' })
})

describe('a page of orders', () => {
  /** Makes products whose records are as long as the contract allows, in Thai, which takes three bytes a character. */
  async function longProducts(count: number): Promise<string[]> {
    const text = Array.from({ length: limits.descriptionLines }, () => 'ก'.repeat(limits.descriptionLine))
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      const { id } = await aProduct(shop.db, { name: 'ข'.repeat(limits.productName) })
      await shop.db
        .updateTable('product')
        .set({ description: text, descriptionTh: text })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
    return ids
  }
  const place = async (shopper: Shopper, address: string, products: readonly string[]) => {
    const items = products.map((product) => ({ product, quantity: 1 }))
    const { json } = await shopper.post('/api/order/cod', { address, items }, { 'idempotency-key': newId() })
    return json.orderId as string
  }
  const bytesOf = (json: unknown) => Buffer.byteLength(JSON.stringify(json))

  test('ends before it is too large, and its cursor leads to all the others, with a limit or without', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const products = await longProducts(6)
    const placed: string[] = []
    // 0.9 MB each.
    for (let index = 0; index < 5; index += 1) placed.unshift(await place(shopper, address, products))
    for (const [caller, path] of [
      [shopper, '/api/order/user?'],
      [shopper, '/api/order/user?limit=100'],
      [owner, '/api/order/seller?limit=100'],
    ] as const) {
      const found: string[] = []
      let cursor = ''
      do {
        const { json } = await caller.get(`${path}${cursor && `&cursor=${cursor}`}`)
        expect(bytesOf(json)).toBeLessThan(pageBytes)
        expect(json.orders.length).toBeGreaterThan(0)
        expect(json.orders[0].items[0].product.description).toHaveLength(limits.descriptionLines)
        found.push(...json.orders.map((order) => order._id))
        cursor = json.nextCursor
      } while (cursor && found.length < placed.length)
      expect(found.slice(0, placed.length)).toEqual(placed)
    }
  })

  test('has a single order that is too large without descriptions', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const light = await place(shopper, address, [(await aProduct(shop.db)).id])
    const large = await place(shopper, address, await longProducts(limits.cartProducts))
    const { json } = await shopper.get('/api/order/user')
    expect(json.orders.map((order) => order._id)).toEqual([large])
    expect(json.nextCursor).toBe(large)
    expect(bytesOf(json)).toBeLessThan(pageBytes)
    expect(json.orders[0].items).toHaveLength(limits.cartProducts)
    expect(json.orders[0].items[0].product).toMatchObject({ name: 'ข'.repeat(limits.productName), description: [] })
    const rest = (await shopper.get(`/api/order/user?cursor=${large}`)).json
    expect(rest.orders.map((order) => order._id)).toEqual([light])
    expect(rest.nextCursor).toBeNull()
    expect(bytesOf((await shopper.get(`/api/order/get?id=${large}`)).json)).toBeLessThan(pageBytes)
  })

  test('is rate limited by account', async () => {
    const shopper = await verified(shop)
    for (let index = 0; index < 120; index += 1) await shopper.get('/api/order/user?limit=1')
    const { status, json } = await shopper.get('/api/order/user?limit=1')
    expect([status, json.code]).toEqual([429, 'too_many'])
    expect((await (await verified(shop)).get('/api/order/user')).status).toBe(200)
  })
})
