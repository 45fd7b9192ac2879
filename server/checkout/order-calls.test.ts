import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../shop.config.ts'
import { newId } from '../platform/ids.ts'
import { anAddress, aProduct } from '../platform/testing-makers.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../testing-shop.ts'

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

const steps = ['Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered'] as const

/** Moves a new order along up to a status; returns the last reply. */
async function moveUpTo(id: string, status: (typeof steps)[number]) {
  for (const [at, from] of steps.slice(0, steps.indexOf(status)).entries())
    await owner.post('/api/order/move', { id, from, status: steps[at + 1] })
}

describe('GET /api/order/get', () => {
  test('answers an order of the shopper’s own, as the list has it', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    const { json } = await shopper.get(`/api/order/get?id=${id}`)
    expect(json.success).toBe(true)
    expect(json.order).toEqual((await shopper.get('/api/order/user')).json.orders[0])
    expect(json.order.timeline).toEqual([{ status: 'Order Placed', at: expect.any(String) }])
  })

  test('refuses another shopper’s, one that isn’t there and what is no id', async () => {
    const { id } = await orderOf(await verified(shop))
    const other = await verified(shop)
    for (const asked of [id, newId(), '1001', '']) {
      const { status, json } = await other.get(`/api/order/get?id=${asked}`)
      expect([status, json.code]).toEqual([200, 'order_unknown'])
    }
  })
})

describe('GET /api/order/attempt', () => {
  test('answers the order that a key made, and null for a key that made none', async () => {
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

  test('knows nothing of another shopper’s keys', async () => {
    await orderOf(await verified(shop), { 'idempotency-key': 'theirs' })
    expect((await (await verified(shop)).get('/api/order/attempt?key=theirs')).json.order).toBeNull()
  })

  test.each(['', '?key=', `?key=${'x'.repeat(201)}`])('refuses %s', async (query) => {
    const { json } = await (await verified(shop)).get(`/api/order/attempt${query}`)
    expect(json.code).toBe('malformed')
  })
})

describe('the seller’s list', () => {
  test('is sorted the oldest first where asked, page by page', async () => {
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

  test('holds open orders alone where asked', async () => {
    const shopper = await verified(shop)
    const [open, delivered, cancelled] = [await orderOf(shopper), await orderOf(shopper), await orderOf(shopper)]
    await moveUpTo(open.id, 'Packing')
    await moveUpTo(delivered.id, 'Delivered')
    await owner.post('/api/order/move', { id: cancelled.id, from: 'Order Placed', status: 'Cancelled' })
    const { json } = await owner.get('/api/order/seller?open=true&limit=3')
    const ids = json.orders.map((order: { _id: string }) => order._id)
    expect(ids).toContain(open.id)
    expect(ids).not.toContain(delivered.id)
    expect(ids).not.toContain(cancelled.id)
  })
})

test('GET /api/order/waiting counts orders that nobody confirmed and says since when the oldest waits', async () => {
  await shop.db.updateTable('shopOrder').set({ status: 'Confirmed' }).where('status', '=', 'Order Placed').execute()
  expect((await owner.get('/api/order/waiting')).json).toEqual({ success: true, count: 0, oldestAt: null })
  const shopper = await verified(shop)
  const first = await orderOf(shopper)
  const others = [await orderOf(shopper), await orderOf(shopper)]
  await moveUpTo(others[0]?.id ?? '', 'Confirmed')
  await shop.db
    .updateTable('shopOrder')
    .set({ paymentType: 'Online', status: 'Awaiting payment' })
    .where('id', '=', others[1]?.id ?? '')
    .execute()
  const { order } = (await shopper.get(`/api/order/get?id=${first.id}`)).json
  expect((await owner.get('/api/order/waiting')).json).toEqual({ success: true, count: 1, oldestAt: order.createdAt })
})

describe('the timeline', () => {
  test('tells sellers who did each step, and the shopper only when', async () => {
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
  test('takes Delivered back on the day of the delivery: a cash order is unpaid again, and can be delivered again', async () => {
    const shopper = await verified(shop)
    const { id } = await orderOf(shopper)
    await moveUpTo(id, 'Delivered')
    const { email } = (await owner.get('/api/seller/is-auth')).json
    const { json } = await owner.post('/api/order/undeliver', { id })
    expect(json).toMatchObject({ success: true, order: { _id: id, status: 'Out for delivery', isPaid: false } })
    const { timeline } = (await shopper.get(`/api/order/get?id=${id}`)).json.order
    expect(timeline.map((step: { status: string }) => step.status)).toEqual(steps.slice(0, 4))
    const kept = await shop.db.selectFrom('orderEvent').selectAll().where('undoneAt', 'is not', null).execute()
    expect(kept.filter((step) => step.orderId === id)).toMatchObject([
      { status: 'Delivered', doneBy: email, undoneBy: email },
    ])

    const again = await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(again.json.order).toMatchObject({ status: 'Delivered', isPaid: true })
    expect(again.json.order.timeline).toHaveLength(5)
  })

  test('leaves an order that was paid online paid', async () => {
    const { id } = await orderOf(await verified(shop))
    await moveUpTo(id, 'Delivered')
    await shop.db.updateTable('shopOrder').set({ paymentType: 'Online' }).where('id', '=', id).execute()
    expect((await owner.post('/api/order/undeliver', { id })).json.order.isPaid).toBe(true)
  })

  test('is refused once that day is over in the shop’s time zone, and changes nothing', async () => {
    const { id } = await orderOf(await verified(shop))
    await moveUpTo(id, 'Delivered')
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

  test('is refused for an order that isn’t delivered, and for one that isn’t there', async () => {
    const { id } = await orderOf(await verified(shop))
    expect((await owner.post('/api/order/undeliver', { id })).json.code).toBe('order_moved')
    expect((await owner.post('/api/order/undeliver', { id: newId() })).json.code).toBe('order_unknown')
    expect((await owner.post('/api/order/undeliver', { id: '1001' })).json.code).toBe('order_unknown')
  })

  test('by two sellers at once happens once', async () => {
    const { id } = await orderOf(await verified(shop))
    await moveUpTo(id, 'Delivered')
    const both = await Promise.all([
      owner.post('/api/order/undeliver', { id }),
      owner.post('/api/order/undeliver', { id }),
    ])
    expect(both.map(({ json }) => json.code ?? 'done').sort()).toEqual(['done', 'order_moved'])
  })
})
