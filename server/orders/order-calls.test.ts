import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits, serverLimits } from '../../contract/values/limits.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { queuedJobs } from '../../testing/jobs.ts'
import { anAddress, aProduct } from '../../testing/makers.ts'
import { deliver, moveTo, stepsToDelivery } from '../../testing/orders.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { countUnpaid } from './money/payment-queries.ts'
import { pageBytes } from './order-list-queries.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

type Shopper = Awaited<ReturnType<typeof verified>>

/** Places a cash order and returns its id and number. */
async function orderOf(shopper: Shopper, headers: Record<string, string> = {}) {
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db)
  const body = { address, items: [{ product: product.id, quantity: 1 }] }
  const { json } = await shopper.post('/api/order/cod', body, headers)
  return { id: json.orderId as string, number: json.orderNumber as number }
}

describe('GET /api/order/get', () => {
  test('returns an order of the shopper, as the list has it', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    const { json } = await shopper.get(`/api/order/get?id=${id}`)
    expect(json.success).toBe(true)
    expect(json.order).toEqual((await shopper.get('/api/order/user')).json.orders[0])
    expect(json.order.timeline).toEqual([{ status: 'Order Placed', at: expect.any(String) }])
  })

  test('refuses another shopper’s order, an unknown one and a malformed id', async () => {
    const { id } = await orderOf(await verified(shop))
    const other = await verified(shop)
    for (const asked of [id, newId(), '1001', '']) {
      const { status, json } = await other.get(`/api/order/get?id=${asked}`)
      expect([status, json.code]).toEqual([200, 'order_unknown'])
    }
  })
})

describe('fifty calls of one attempt', () => {
  test('get its order, though it takes seconds, and the shop serves others meanwhile', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { stock: 60 })
    const call = (quantity = 1) =>
      shopper.post(
        '/api/order/cod',
        { address, items: [{ product: product.id, quantity }] },
        { 'idempotency-key': 'one click' },
      )
    const other = await verified(shop)
    const lock = await shop.pool.connect()
    await lock.query('begin')
    await lock.query('select from shopper where id = $1 for update', [shopper.user._id])
    const calls = Array.from({ length: 50 }, () => call())
    // Longer than the two seconds after which a queue that stands still is overloaded.
    await new Promise((done) => setTimeout(done, 2500))
    const meanwhile = await other.get('/api/order/user')
    await lock.query('commit')
    lock.release()
    const replies = await Promise.all(calls)
    expect(meanwhile.status).toBe(200)
    expect([...new Set(replies.map(({ status, json }) => `${status} ${json.code ?? json.message}`))]).toEqual([
      '200 Order placed successfully',
    ])
    expect(new Set(replies.map(({ json }) => json.orderId)).size).toBe(1)
    const row = await shop.db.selectFrom('product').select('stock').where('id', '=', product.id).executeTakeFirst()
    expect(row).toEqual({ stock: 59 })
    expect((await call(2)).json.code).toBe('attempt_reused')
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

describe('GET /api/order/attempt', () => {
  test('returns the order that was placed with a key, or null', async () => {
    const shopper = await verified(shop)
    const order = await orderOf(shopper, { 'idempotency-key': 'click 1' })
    const { json } = await shopper.get('/api/order/attempt?key=click%201')
    expect(json.order).toEqual({
      orderId: order.id,
      orderNumber: order.number,
      paymentType: 'COD',
      status: 'Order Placed',
    })
    expect((await shopper.get('/api/order/attempt?key=click%202')).json).toEqual({ success: true, order: null })
    expect((await shopper.get('/api/order/user')).json.orders).toHaveLength(1)
  })

  test('doesn’t find orders by another shopper’s key', async () => {
    await orderOf(await verified(shop), { 'idempotency-key': 'theirs' })
    expect((await (await verified(shop)).get('/api/order/attempt?key=theirs')).json.order).toBeNull()
  })

  test.each(['', '?key=', `?key=${'x'.repeat(201)}`])('refuses %s', async (query) => {
    const { json } = await (await verified(shop)).get(`/api/order/attempt${query}`)
    expect(json.code).toBe('malformed')
  })
})

describe('the seller’s list', () => {
  test('can be sorted oldest first, page by page', async () => {
    const shopper = await verified(shop)
    const placed = [await orderOf(shopper), await orderOf(shopper), await orderOf(shopper)].map(({ id }) => id)
    const page = async (query: string) => {
      const { json } = await owner.get(`/api/order/seller?sort=oldest&limit=100${query}`)
      return json.orders.map((order: { _id: string }) => order._id).filter((id: string) => placed.includes(id))
    }
    expect(await page('')).toEqual(placed)
    expect(await page(`&cursor=${placed[0]}`)).toEqual(placed.slice(1))
    const { json } = await owner.get(`/api/order/seller?sort=oldest&limit=1&cursor=${placed[0]}`)
    expect([json.orders[0]._id, json.nextCursor]).toEqual([placed[1], placed[1]])
  })

  test('can be sorted by when they are due: the end of the window, the time promised, or since they were placed, page by page', async () => {
    const shopper = await verified(shop)
    const placed: string[] = []
    const at = async (minutes: number | null) => {
      const { id } = await orderOf(shopper)
      await shop.pool.query('update shop_order set promised_at = now() + make_interval(mins => $2) where id = $1', [
        id,
        minutes,
      ])
      placed.push(id)
    }
    // In a window of tomorrow, of this evening, without a time, as soon as possible, late, and in the same window.
    for (const minutes of [1500, 300, null, 40, -15, 300]) await at(minutes)
    await shop.pool.query(
      'update shop_order set promised_at = (select promised_at from shop_order where id = $1) where id = $2',
      [placed[1], placed[5]],
    )
    const sorted = [4, 2, 3, 1, 5, 0].map((each) => placed[each])
    const page = async (query: string) => {
      const { json } = await owner.get(`/api/order/seller?sort=due&open=true&limit=100${query}`)
      return json.orders.map((order: { _id: string }) => order._id).filter((id: string) => placed.includes(id))
    }
    expect(await page('')).toEqual(sorted)
    for (const [at, id] of sorted.entries()) expect(await page(`&cursor=${id}`)).toEqual(sorted.slice(at + 1))
  })

  test('can be filtered to open orders', async () => {
    const shopper = await verified(shop)
    const [open, delivered, cancelled] = [await orderOf(shopper), await orderOf(shopper), await orderOf(shopper)]
    await moveTo(owner, open.id, 'Packing')
    await deliver(owner, delivered.id)
    await owner.post('/api/order/move', { id: cancelled.id, from: 'Order Placed', status: 'Cancelled' })
    const { json } = await owner.get('/api/order/seller?open=true&limit=3')
    const ids = json.orders.map((order: { _id: string }) => order._id)
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
    'coalesce(promised_at, created_at), id',
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
  const first = await orderOf(shopper)
  const others = [await orderOf(shopper), await orderOf(shopper)]
  await moveTo(owner, others[0]?.id ?? '', 'Confirmed')
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
    const { id } = await orderOf(shopper)
    const email = (await owner.get('/api/seller/is-auth')).json.email
    const { json } = await owner.post('/api/order/move', { id, from: 'Order Placed', status: 'Confirmed' })
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
    const { id } = await orderOf(await verified(shop))
    await gone.post('/api/order/move', { id, from: 'Order Placed', status: 'Confirmed' })
    await shop.db.deleteFrom('seller').where('email', '=', email).execute()
    const { json } = await owner.get('/api/order/seller?limit=1')
    expect(json.orders[0]).toMatchObject({ _id: id, timeline: [{}, { by: email }] })
  })
})

describe('POST /api/order/undeliver', () => {
  test('undoes Delivered on the day of the delivery: a cash order is unpaid again, and can be delivered again', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    await deliver(owner, id)
    const { json } = await owner.post('/api/order/undeliver', { id })
    expect(json).toMatchObject({ success: true, order: { _id: id, status: 'Out for delivery', isPaid: false } })
    const { timeline } = (await shopper.get(`/api/order/get?id=${id}`)).json.order
    expect(timeline.map((step: { status: string }) => step.status)).toEqual(stepsToDelivery.slice(0, 4))

    const again = await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(again.json.order).toMatchObject({ status: 'Delivered', isPaid: true })
    expect(again.json.order.timeline).toHaveLength(5)
  })

  test('shows sellers, but not shoppers, who undid Delivered and when, the last five times', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    await deliver(owner, id)
    const { email } = (await owner.get('/api/seller/is-auth')).json
    const { order } = (await owner.post('/api/order/undeliver', { id })).json
    const { at, undoneAt } = order.undone[0]
    expect(order.undone).toEqual([{ status: 'Delivered', at, by: email, undoneAt, undoneBy: email }])
    expect(Date.parse(undoneAt)).toBeGreaterThanOrEqual(Date.parse(at))
    expect(order.timeline.map((step: { status: string }) => step.status)).toEqual(stepsToDelivery.slice(0, 4))
    const { json } = await shopper.get(`/api/order/get?id=${id}`)
    expect(json.order).not.toHaveProperty('undone')
    for (let times = 1; times <= 5; times++) {
      await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
      await owner.post('/api/order/undeliver', { id })
    }
    const listed = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
    expect(listed.undone).toHaveLength(5)
    expect(listed.undone[0].at > at).toBe(true)
  })

  test('doesn’t change that an order was paid online', async () => {
    const { id } = await orderOf(await verified(shop))
    await deliver(owner, id)
    await shop.db.updateTable('shopOrder').set({ paymentType: 'Online' }).where('id', '=', id).execute()
    expect((await owner.post('/api/order/undeliver', { id })).json.order.isPaid).toBe(true)
  })

  test('is refused once that day is over in the shop’s time zone, and changes nothing', async () => {
    const { id } = await orderOf(await verified(shop))
    await deliver(owner, id)
    const deliveredAt = (at: string) =>
      shop.pool.query(`update order_event set at = ${at} where order_id = $1 and status = 'Delivered'`, [id])
    const midnight = `date_trunc('day', now() at time zone '${shopConfig.timeZone}') at time zone '${shopConfig.timeZone}'`
    await deliveredAt(`${midnight} - interval '1 millisecond'`)
    const refused = await owner.post('/api/order/undeliver', { id })
    expect([refused.status, refused.json.code]).toEqual([200, 'too_late_to_undo'])
    const { json } = await owner.get('/api/order/seller?limit=1')
    expect(json.orders[0]).toMatchObject({ _id: id, status: 'Delivered', isPaid: true })
    await deliveredAt(midnight)
    expect((await owner.post('/api/order/undeliver', { id })).json.success).toBe(true)
  })

  test('is refused for an order that isn’t delivered, and for an unknown one', async () => {
    const { id } = await orderOf(await verified(shop))
    expect((await owner.post('/api/order/undeliver', { id })).json.code).toBe('order_moved')
    expect((await owner.post('/api/order/undeliver', { id: newId() })).json.code).toBe('order_unknown')
    expect((await owner.post('/api/order/undeliver', { id: '1001' })).json.code).toBe('order_unknown')
  })

  test('undoes Out for delivery if that is the step that the seller saw', async () => {
    const { id } = await orderOf(await verified(shop))
    await deliver(owner, id)
    const undo = async (from: string) => (await owner.post('/api/order/undeliver', { id, from })).json
    expect((await undo('Out for delivery')).code).toBe('order_moved')
    expect((await undo('Delivered')).order).toMatchObject({ status: 'Out for delivery', isPaid: false })
    // Pressed twice, the second request finds another step than it saw.
    expect((await undo('Delivered')).code).toBe('order_moved')
    const { order } = await undo('Out for delivery')
    expect(order).toMatchObject({ status: 'Packing', isPaid: false })
    expect(order.undone.map(({ status }: { status: string }) => status)).toEqual(['Out for delivery', 'Delivered'])
    const again = await owner.post('/api/order/move', { id, from: 'Packing', status: 'Out for delivery' })
    expect(again.json.order.timeline.map((step: { status: string }) => step.status)).toEqual(
      stepsToDelivery.slice(0, 4),
    )
  })

  test('undoes Packing and Confirmed too, one after the other, and an order that isn’t being packed isn’t packed', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    await moveTo(owner, id, 'Packing')
    await owner.post('/api/order/packed', { id, packed: true })
    const undo = async (from: string) => (await owner.post('/api/order/undeliver', { id, from })).json
    expect((await undo('Confirmed')).code).toBe('order_moved')
    const { order } = await undo('Packing')
    expect(order.status).toBe('Confirmed')
    expect(order).not.toHaveProperty('packed')
    expect((await undo('Confirmed')).order.status).toBe('Order Placed')
    for (const from of ['Order Placed', 'Awaiting payment', 'Cancelled'])
      expect((await undo(from)).code).toBe('malformed')
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order).toMatchObject({
      status: 'Order Placed',
      timeline: [{ status: 'Order Placed' }],
    })
    // Its shopper may still cancel it, as before.
    expect((await shopper.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
    expect((await undo('Confirmed')).code).toBe('order_moved')
  })

  test('a picker undoes the steps that pickers take, and not the delivery', async () => {
    const picker = await seller(shop, 'picker')
    const { id } = await orderOf(await verified(shop))
    await deliver(owner, id)
    for (const body of [{ id }, { id, from: 'Delivered' }]) {
      const { status, json } = await picker.post('/api/order/undeliver', body)
      expect([status, json.code]).toEqual([403, 'role_forbids'])
    }
    await owner.post('/api/order/undeliver', { id })
    for (const [from, before] of [
      ['Out for delivery', 'Packing'],
      ['Packing', 'Confirmed'],
      ['Confirmed', 'Order Placed'],
    ])
      expect((await picker.post('/api/order/undeliver', { id, from })).json.order.status).toBe(before)
  })

  test('undoes Out for delivery of an order of which some money went back', async () => {
    const { id } = await orderOf(await verified(shop))
    await moveTo(owner, id, 'Out for delivery')
    await owner.post('/api/order/refund', { id, amount: 0.5, reason: 'late', seen: { refunded: 0 } })
    expect((await owner.post('/api/order/undeliver', { id, from: 'Out for delivery' })).json.order.status).toBe(
      'Packing',
    )
  })

  test('a delivery that two sellers undo at once is undone once', async () => {
    const { id } = await orderOf(await verified(shop))
    await deliver(owner, id)
    const both = await Promise.all([
      owner.post('/api/order/undeliver', { id }),
      owner.post('/api/order/undeliver', { id }),
    ])
    expect(both.map(({ json }) => json.code ?? 'done').sort()).toEqual(['done', 'order_moved'])
  })
})

describe('POST /api/order/cancel', () => {
  const stockOf = async (id: string) =>
    (await shop.db.selectFrom('product').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

  /** Places an order of 2 pieces out of a stock of 5. */
  async function ordered(way: 'cod' | 'stripe') {
    const shopper = await verified(shop)
    const product = await aProduct(shop.db, { stock: 5 })
    const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product: product.id, quantity: 2 }] }
    const { json } = await shopper.post(`/api/order/${way}`, body)
    const cancel = () => shopper.post('/api/order/cancel', { orderId: json.orderId })
    return { shopper, product: product.id, id: json.orderId as string, url: json.url as string, body, cancel }
  }
  const pay = (url: string) =>
    shop.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
  const mailsAbout = async (id: string) => {
    return (await queuedJobs(shop.pool, { orderId: id, task: '%mail' })).map(({ task }) => task)
  }

  test('cancels a cash order that isn’t confirmed: stock is returned, and the shopper gets one mail', async () => {
    const { product, id, cancel } = await ordered('cod')
    expect(await stockOf(product)).toBe(3)
    const { json } = await cancel()
    expect(json).toMatchObject({ success: true, message: 'Order cancelled', order: { _id: id, status: 'Cancelled' } })
    expect((await cancel()).json).toMatchObject({ success: true, order: { status: 'Cancelled' } })
    expect(await stockOf(product)).toBe(5)
    expect(await mailsAbout(id)).toContain('send-cancelled-mail')
    const seen = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
    expect(seen.timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'shopper' })
  })

  test('cancels an order that awaits payment, without a mail, and closes its page', async () => {
    const { product, id, url, cancel } = await ordered('stripe')
    expect((await cancel()).json.order).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await stockOf(product)).toBe(5)
    await shop.runJobs()
    expect(await mailsAbout(id)).toEqual([])
    expect((await shop.app.inject(new URL(url).pathname)).body).not.toContain('value="pay"')
  })

  test('cancelling an order that is being paid refunds it', async () => {
    const { shopper, product, id, url, cancel } = await ordered('stripe')
    await pay(url)
    expect((await cancel()).json.success).toBe(true)
    await shop.runJobs()
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Cancelled', isPaid: false, refund: 'done' })
    expect(await stockOf(product)).toBe(5)
  })

  test('cancelling a paid order that isn’t confirmed refunds it once, and the shopper gets a mail', async () => {
    const { shopper, product, id, url, cancel } = await ordered('stripe')
    await pay(url)
    await shop.runJobs()
    expect((await cancel()).json).toMatchObject({
      success: true,
      order: { status: 'Cancelled', isPaid: true, refund: 'due' },
    })
    expect((await cancel()).json.success).toBe(true)
    await shop.runJobs()
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Cancelled', refund: 'done', refunded: order.amount })
    expect(await stockOf(product)).toBe(5)
    expect(await mailsAbout(id)).toEqual([
      'send-order-mail',
      'send-seller-mail',
      'send-cancelled-mail',
      'send-change-mail',
    ])
  })

  test('is refused for an order that the shop has confirmed, paid or not, and changes nothing', async () => {
    const { id, product, cancel } = await ordered('cod')
    await moveTo(owner, id, 'Confirmed')
    expect((await cancel()).json).toMatchObject({ success: false, code: 'order_not_cancellable' })
    expect(await stockOf(product)).toBe(3)

    const paid = await ordered('stripe')
    await pay(paid.url)
    await shop.runJobs()
    await moveTo(owner, paid.id, 'Confirmed')
    expect((await paid.cancel()).json.code).toBe('order_not_cancellable')
    const { order } = (await paid.shopper.get(`/api/order/get?id=${paid.id}`)).json
    expect([order.status, order.refund]).toEqual(['Confirmed', undefined])
  })

  test('is refused for another shopper’s order, and for an unknown one', async () => {
    const { id, product } = await ordered('cod')
    const other = await verified(shop)
    for (const orderId of [id, newId(), '1001', '']) {
      const { status, json } = await other.post('/api/order/cancel', { orderId })
      expect([status, json.code]).toEqual([200, 'order_unknown'])
    }
    expect(await stockOf(product)).toBe(3)
  })

  test('while the seller confirms either succeeds or is refused', async () => {
    const { id, product, cancel } = await ordered('cod')
    const [cancelled, confirmed] = await Promise.all([
      cancel(),
      owner.post('/api/order/move', { id, from: 'Order Placed', status: 'Confirmed' }),
    ])
    expect([cancelled.json.success, confirmed.json.success].filter(Boolean)).toHaveLength(1)
    expect(await stockOf(product)).toBe(cancelled.json.success ? 5 : 3)
  })

  test('allows another order: three may await payment, however many are placed at once', async () => {
    const { shopper, body, cancel } = await ordered('stripe')
    const { id: product } = await aProduct(shop.db, { stock: 20 })
    const order = (key: string, quantity = 1) =>
      shopper.post(
        '/api/order/stripe',
        { ...body, items: [{ product, quantity }] },
        { 'idempotency-key': key, 'accept-language': 'en' },
      )
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => order(key)))
    const codes = all.map(({ json }) => json.code ?? 'placed').sort()
    expect(codes).toEqual(['placed', 'placed', 'too_many_unpaid', 'too_many_unpaid', 'too_many_unpaid'])
    expect(await stockOf(product)).toBe(18)
    const refused = all.find(({ json }) => !json.success)?.json
    expect(refused.message).toBe(
      'You have 3 orders that await payment. Pay or cancel one of them in My orders, then order again.',
    )
    // A repeated attempt returns its order and places no new one.
    const placed = all.findIndex(({ json }) => json.success)
    expect((await order('abcde'[placed] ?? '')).json.orderId).toBe(all[placed]?.json.orderId)
    await cancel()
    expect((await order('f')).json.success).toBe(true)
  })

  test('after ten online orders without a payment in 24 hours only cash is taken, until the next day', async () => {
    const { shopper, body, cancel } = await ordered('stripe')
    await cancel()
    const { id: product } = await aProduct(shop.db, { stock: 20 })
    const order = (type: 'cod' | 'stripe') =>
      shopper.post(`/api/order/${type}`, { ...body, items: [{ product, quantity: 1 }] }, { 'idempotency-key': newId() })
    for (let lapsed = 1; lapsed < serverLimits.lapsedOrders; lapsed++) {
      const { json } = await order('stripe')
      expect(json.success).toBe(true)
      await shopper.post('/api/order/cancel', { orderId: json.orderId })
    }
    expect((await order('stripe')).json).toMatchObject({ success: false, code: 'too_many_lapsed' })
    expect(await stockOf(product)).toBe(20)
    expect((await order('cod')).json.success).toBe(true)

    await sql`update shop_order set created_at = created_at - interval '1 day' where shopper_id = ${shopper.user._id}`.execute(
      shop.db,
    )
    expect((await order('stripe')).json.success).toBe(true)
  })

  test('counting the unpaid orders of a shopper reads none of their other orders', async () => {
    const { shopper, id, cancel } = await ordered('stripe')
    await cancel()
    const tx = await shop.db.startTransaction().execute()
    const rowsRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as count
        from pg_stat_xact_user_tables where relname = 'shop_order'`.execute(tx)
      return rows[0]?.count ?? Number.NaN
    }
    try {
      await sql`
        insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
          language, fingerprint)
        select gen_random_uuid(), shopper_id, 'COD', 'Delivered', subtotal_cents, tax_cents, amount_cents, address,
          language, fingerprint
        from shop_order, generate_series(1, 500) where id = ${id}`.execute(tx)
      await sql`analyze shop_order`.execute(tx)
      const before = await rowsRead()
      expect(await countUnpaid(tx, shopper.user._id)).toEqual({ waiting: 0, lapsed: 1 })
      expect((await rowsRead()) - before).toBeLessThan(5)
    } finally {
      await tx.rollback().execute()
    }
  })
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

describe('a page of orders', () => {
  /** Makes products whose records are as long as the contract allows, in Thai, which takes three bytes a character. */
  async function longProducts(count: number): Promise<string[]> {
    const text = Array.from({ length: limits.descriptionLines }, () => 'ก'.repeat(limits.descriptionLine))
    const ids: string[] = []
    for (let at = 0; at < count; at += 1) {
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
    for (let at = 0; at < 5; at += 1) placed.unshift(await place(shopper, address, products))
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
        found.push(...json.orders.map((order: { _id: string }) => order._id))
        cursor = json.nextCursor
      } while (cursor && found.length < placed.length)
      expect(found.slice(0, placed.length)).toEqual(placed)
    }
  })

  test('has a single order that is too large without descriptions', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const light = await place(shopper, address, [(await aProduct(shop.db)).id])
    const large = await place(shopper, address, await longProducts(serverLimits.orderLines))
    const { json } = await shopper.get('/api/order/user')
    expect(json.orders.map((order: { _id: string }) => order._id)).toEqual([large])
    expect(json.nextCursor).toBe(large)
    expect(bytesOf(json)).toBeLessThan(pageBytes)
    expect(json.orders[0].items).toHaveLength(serverLimits.orderLines)
    expect(json.orders[0].items[0].product).toMatchObject({ name: 'ข'.repeat(limits.productName), description: [] })
    const rest = (await shopper.get(`/api/order/user?cursor=${large}`)).json
    expect(rest.orders.map((order: { _id: string }) => order._id)).toEqual([light])
    expect(rest.nextCursor).toBeNull()
    expect(bytesOf((await shopper.get(`/api/order/get?id=${large}`)).json)).toBeLessThan(pageBytes)
  })

  test('is rate limited by account', async () => {
    const shopper = await verified(shop)
    for (let at = 0; at < 120; at += 1) await shopper.get('/api/order/user?limit=1')
    const { status, json } = await shopper.get('/api/order/user?limit=1')
    expect([status, json.code]).toEqual([429, 'too_many'])
    expect((await (await verified(shop)).get('/api/order/user')).status).toBe(200)
  })
})

test('an attempt whose order is cancelled is refused when it is repeated, and sells nothing', async () => {
  const shopper = await verified(shop)
  const { id: product } = await aProduct(shop.db, { stock: 5 })
  const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product, quantity: 2 }] }
  const stockLeft = async () =>
    (await shop.db.selectFrom('product').select('stock').where('id', '=', product).executeTakeFirst())?.stock
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
    ).toBe('attempt_reused')
  }
  expect(await stockLeft()).toBe(5)
  expect((await shopper.get('/api/order/user?awaiting=true')).json.orders).toHaveLength(2)
})

test('an attempt that is repeated after its address was deleted returns its order, and another one is refused', async () => {
  const shopper = await verified(shop)
  const { id: product } = await aProduct(shop.db, { stock: 5 })
  const address = await anAddress(shop.db, shopper.user._id)
  const order = (quantity: number, key = 'k1') =>
    shopper.post('/api/order/cod', { address, items: [{ product, quantity }] }, { 'idempotency-key': key })
  const first = (await order(1)).json
  expect((await shopper.post('/api/address/delete', { id: address })).json.success).toBe(true)
  expect((await order(1)).json).toMatchObject({ success: true, orderId: first.orderId })
  expect((await order(2)).json.code).toBe('attempt_reused')
  expect((await order(1, 'k2')).json.code).toBe('address_missing')
  expect(
    (await shop.db.selectFrom('product').select('stock').where('id', '=', product).executeTakeFirst())?.stock,
  ).toBe(4)
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
