import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { aWindow } from '../../../testing/makers/windows.ts'
import { cookieOf, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { newId } from '../../common/ids.ts'
import { newHoldsLimit } from '../../delivery/window-routes.ts'
import { furtherOrdersLimit } from './limit-new-shopper.ts'

let shop: TestShop
let product: string
let window: string
beforeAll(async () => {
  shop = (await promptPayShop({ limits: true })).shop
  product = (await aProduct(shop.db)).id
  window = await aWindow(shop.db, { startsIn: 300, capacity: 1000 })
})
afterAll(() => shop.close())

/** A shopper whose orders come from one client address. */
async function aShopper(remoteAddress: string, at = shop, goods = product) {
  const shopper = await verified(at)
  const address = await anAddress(at.db, shopper.user._id)
  const post = async (url: string, payload: object, idempotencyKey = newId()) => {
    const cookie = cookieOf(shopper)
    const headers = { cookie, 'idempotency-key': idempotencyKey }
    const reply = await at.app.inject({ method: 'POST', url, remoteAddress, headers, payload })
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], ...reply.json() }
  }
  const order = (way = 'cod', more = {}, idempotencyKey = newId()) =>
    post(`/api/order/${way}`, { address, items: [{ product: goods, quantity: 1 }], ...more }, idempotencyKey)
  const hold = () => post('/api/delivery/hold', { window })
  const cancel = (orderId: string) => shopper.post('/api/order/cancel', { orderId })
  return { id: shopper.user._id, order, hold, cancel }
}

/** When the limit of further orders is available again once all of it is used. */
const usedUp = sql<Date>`now() + make_interval(secs => ${furtherOrdersLimit.burst * furtherOrdersLimit.everySeconds})`

const succeeded = ({ success }: { success: boolean }) => success

test('made-up accounts at one client address take little capacity of windows, all at once too', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => aShopper('203.0.113.1')))
  const replies = await Promise.all(made.flatMap(({ order }) => [order(), order(), order(), order()]))
  // The first order of each, and the further ones that are allowed; a try that got in the way of another may count,
  // too.
  const placed = replies.filter(succeeded).length
  expect(placed).toBeGreaterThan(made.length)
  expect(placed).toBeLessThanOrEqual(made.length + furtherOrdersLimit.burst)
  for (const refused of replies.filter((reply) => !succeeded(reply))) {
    expect(refused).toMatchObject({ status: 429, code: 'too_many' })
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(furtherOrdersLimit.everySeconds)
  }
  const { rows } = await sql<{ taken: number }>`select sum(taken)::int as taken from delivery_window`.execute(shop.db)
  expect(rows[0]?.taken).toBe(placed)

  // A shopper who has received an order is known.
  const known = replies.findIndex(succeeded)
  await shop.db.updateTable('shopOrder').set({ status: 'Delivered' }).where('id', '=', replies[known].orderId).execute()
  expect(await made[Math.floor(known / 4)]?.order()).toMatchObject({ success: true })
})

test('of further orders, one after the other, as many are placed as the limit allows; first ones are not counted', async () => {
  const made = await Promise.all(Array.from({ length: 11 }, () => aShopper('203.0.113.11')))
  const succeededOf = async () => {
    const replies = []
    for (const { order } of made) replies.push(await order())
    return replies.map(succeeded)
  }
  const eleven = Array.from({ length: 11 }, () => true)
  expect(await succeededOf()).toEqual(eleven)
  expect(await succeededOf()).toEqual(eleven)
  expect(await succeededOf()).toEqual(eleven.with(9, false).with(10, false))
})

test('a client at the address can’t keep a new shopper from ordering, though it orders and cancels without a pause', async () => {
  // An account alone reaches its own limit before.
  const others = await Promise.all([1, 2, 3].map(() => aShopper('203.0.113.2')))
  for (let index = 0; index < furtherOrdersLimit.burst + 2; index += 1) {
    const other = others[index % others.length] as (typeof others)[number]
    const placed = await other.order()
    expect(placed).toMatchObject({ success: true, orderId: expect.any(String) })
    if (index % 2 === 0) await other.cancel(placed.orderId)
    else await shop.db.updateTable('shopOrder').set({ status: 'Confirmed' }).where('id', '=', placed.orderId).execute()
  }
  for (const other of others) await other.order()
  expect(await (await aShopper('203.0.113.2')).order()).toMatchObject({ success: true })
})

test('new shoppers at one client address begin to hold few windows, can renew them, and can order without a hold', async () => {
  const made = await Promise.all(Array.from({ length: newHoldsLimit.burst + 2 }, () => aShopper('203.0.113.3')))
  const replies = await Promise.all(made.map(({ hold }) => hold()))
  expect(replies.filter(succeeded)).toHaveLength(newHoldsLimit.burst)
  const [held, refused] = [replies.findIndex(succeeded), replies.findIndex((reply) => !succeeded(reply))]
  expect(replies[refused]).toMatchObject({ status: 429, code: 'too_many' })
  expect(await made[held]?.hold()).toMatchObject({ success: true })
  expect(await made[refused]?.order()).toMatchObject({ success: true })
})

test('a further order that is too many leaves the unpaid order that it would replace, and replaces it later', async () => {
  const { order } = await aShopper('203.0.113.6')
  await order()
  const { orderId: unpaid } = await order('stripe')
  const statusOf = () =>
    shop.db.selectFrom('shopOrder').select('status').where('id', '=', unpaid).executeTakeFirstOrThrow()
  const key = 'further-orders:203.0.113.6'
  await shop.db.updateTable('rateLimitCounter').set({ resetsAt: usedUp }).where('key', '=', key).execute()
  expect(await order('cod', { replaces: unpaid })).toMatchObject({ status: 429, code: 'too_many' })
  expect(await statusOf()).toEqual({ status: 'Awaiting payment' })
  await shop.db.deleteFrom('rateLimitCounter').where('key', '=', key).execute()
  expect(await order('cod', { replaces: unpaid })).toMatchObject({ success: true })
  expect(await statusOf()).toEqual({ status: 'Cancelled' })
})

test.each([
  ['cod', '203.0.113.8'],
  ['stripe', '203.0.113.9'],
  ['promptpay', '203.0.113.10'],
])(
  'a further order is counted once at its client address; a refused or repeated one is not (%s)',
  async (way, from) => {
    const key = `further-orders:${from}`
    const counted = async () => {
      const row = await shop.db.selectFrom('rateLimitCounter').select('tries').where('key', '=', key).executeTakeFirst()
      return row?.tries ?? 0
    }
    const { id, order } = await aShopper(from)
    expect(await order(way)).toMatchObject({ success: true })
    expect(await order(way, { expectedAmount: 0 })).toMatchObject({ code: 'amount_changed' })
    expect(await counted()).toBe(0)
    const further = await order(way, {}, 'further')
    expect(further).toMatchObject({ success: true, orderId: expect.any(String) })
    const { orderId } = further
    expect(await order(way, {}, 'further')).toMatchObject({ success: true, orderId })
    expect(await counted()).toBe(1)

    await shop.db.updateTable('rateLimitCounter').set({ resetsAt: usedUp }).where('key', '=', key).execute()
    expect(await order(way)).toMatchObject({ status: 429, code: 'too_many' })
    expect(await order(way, {}, 'further')).toMatchObject({ success: true, orderId })
    expect(await shop.db.selectFrom('shopOrder').select('id').where('shopperId', '=', id).execute()).toHaveLength(2)
  },
)

test('an account that never received an order places ten in ten minutes, and more once it has', async () => {
  const { id, order, cancel } = await aShopper('203.0.113.4')
  const made: string[] = []
  for (let index = 0; index < 10; index += 1) {
    const { orderId } = await order()
    made.push(orderId)
    await cancel(orderId)
  }
  // It waits for the rest of the ten minutes.
  await shop.db
    .updateTable('rateLimitCounter')
    .set({ resetsAt: sql`now() + interval '100 seconds'` })
    .where('key', '=', `order:${id}`)
    .execute()
  const refused = await order()
  expect(refused).toMatchObject({ status: 429, code: 'too_many' })
  expect(Number(refused.retryAfter)).toBeGreaterThan(70)
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(100)
  await shop.db
    .updateTable('shopOrder')
    .set({ status: 'Delivered' })
    .where('id', '=', made[0] ?? '')
    .execute()
  expect(await order()).toMatchObject({ success: true })
})

test.each(['stripe', 'cod'])(
  'a repeated request of a new account is no further order, and takes none from it (%s)',
  async (way) => {
    const { order } = await aShopper('203.0.113.7')
    const placed = await order(way, {}, 'one click')
    expect(placed).toMatchObject({ success: true, orderId: expect.any(String) })
    const { orderId } = placed
    for (let repeat = 1; repeat <= 12; repeat += 1)
      expect(await order(way, {}, 'one click')).toMatchObject({ success: true, orderId })
    expect(await order(way)).toMatchObject({ success: true })
  },
)

test('cash orders without a time of made-up accounts are limited as well; the first ones of an office are not', async () => {
  const untimed = await testShop({ limits: true })
  try {
    const goods = (await aProduct(untimed.db)).id
    const colleagues = async (count: number) =>
      Promise.all(Array.from({ length: count }, () => aShopper('203.0.113.5', untimed, goods)))
    const made = await colleagues(6)
    const replies = await Promise.all(made.flatMap(({ order }) => Array.from({ length: 9 }, () => order())))
    const placed = replies.filter(succeeded).length
    expect(placed).toBeGreaterThan(made.length)
    expect(placed).toBeLessThanOrEqual(made.length + furtherOrdersLimit.burst)
    expect(replies.find((reply) => !succeeded(reply))).toMatchObject({ status: 429, code: 'too_many' })
    for (const { order } of await colleagues(8)) expect(await order()).toMatchObject({ success: true })
  } finally {
    await untimed.close()
  }
})

test('cash orders that come one after the other are counted exactly, and not if they aren’t placed', async () => {
  const untimed = await testShop({ limits: true })
  try {
    const goods = (await aProduct(untimed.db)).id
    const replies = []
    for (let number = 0; number < 6; number++) {
      const { order } = await aShopper('203.0.113.7', untimed, goods)
      for (let count = 0; count < 5; count++) replies.push(await order())
      expect(await order('cod', { expectedAmount: 1 })).toMatchObject({ code: 'amount_changed' })
    }
    // Five shoppers with four further orders each, and the first order of the sixth.
    expect(replies.map(succeeded)).toEqual([...Array(5 * 5 + 1).fill(true), ...Array(4).fill(false)])
    expect(replies.at(-1)).toMatchObject({ status: 429, code: 'too_many' })
  } finally {
    await untimed.close()
  }
})
