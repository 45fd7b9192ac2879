import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { momentOf } from '../../../contract/delivery/opening-hours.ts'
import { windowDay } from '../../../contract/delivery/window-text.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { shop as shopConfig } from '../../../shop.config.ts'
import { runTask } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { anAddress, aProduct, aZone } from '../../../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { deliverySettingsOf } from '../../delivery/zones/queries.ts'

/*
 * A shop with opening hours that offers no delivery times takes orders while it is closed, and says when it opens.
 */

const { timeZone } = shopConfig
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const dayAhead = (days: number) => dayIn(timeZone, new Date(Date.now() + days * 86_400_000))
const always = { week: everyDay.map((day) => ({ day, from: '00:00', to: '24:00' })), closed: [] }
/** Closed today and tomorrow, whenever this test runs. */
const closedNow = () => ({
  week: everyDay.map((day) => ({ day, from: '08:00', to: '20:00' })),
  closed: [dayAhead(0), dayAhead(1)],
})
const opensAt = () => momentOf(dayAhead(2), 8 * 60, timeZone).toISOString()
const never = { week: [], closed: [] }

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

async function setHours(hours: object) {
  const { version } = (await owner.get('/api/delivery/hours')).json
  const { json } = await owner.post('/api/delivery/save-hours', { ...hours, seen: version, keepsBooked: true })
  if (!json.success) throw new Error(json.message)
}
const options = async (query = '?postcode=10500') => (await person(shop).get(`/api/delivery/options${query}`)).json

async function anOrder(more: object = {}) {
  const buyer = await verified(shop)
  const address = await anAddress(shop.db, buyer.user._id)
  await shop.db.updateTable('address').set({ zipcode: '10500', city: 'Bang Rak' }).where('id', '=', address).execute()
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const { json } = await buyer.post('/api/order/cod', { address, items, ...more }, { 'idempotency-key': newId() })
  if (!json.success) throw new Error(json.message)
  const id: string = json.orderId
  const now = async () => (await buyer.get(`/api/order/get?id=${id}`)).json.order
  const listed = async () => (await buyer.get('/api/order/user')).json.orders[0]
  return { id, now, listed }
}
async function mailOf(orderId: string) {
  const { tasks, sent } = mailsOf(shop)
  await runTask(tasks, 'send-order-mail', { orderId })
  return sent[0]
}

describe.each([{ zones: false }, { zones: true }])('a shop with hours, zones: $zones', ({ zones }) => {
  beforeAll(async () => {
    if (zones) await aZone(shop.db)
  })

  test('says nothing while it is open, nor without hours', async () => {
    await setHours(always)
    expect((await options()).closed).toBeNull()
    const order = await anOrder()
    expect(await order.now()).not.toHaveProperty('closed')
    expect((await mailOf(order.id))?.text).not.toContain('closed')
    await shop.pool.query("delete from setting where topic = 'hours'")
    expect((await options()).closed).toBeNull()
  })

  test('says when it opens while it is closed: before the order, with it, and in its mail', async () => {
    await setHours(closedNow())
    expect((await options()).closed).toEqual({ opensAt: opensAt() })
    const order = await anOrder()
    const shown = await order.now()
    expect(shown.closed).toEqual({ from: shown.createdAt, opensAt: opensAt() })
    expect((await order.listed()).closed).toEqual(shown.closed)
    // Sellers know their hours.
    expect((await owner.get('/api/order/seller?limit=1')).json.orders[0]).not.toHaveProperty('closed')
    const mail = await mailOf(order.id)
    const day = windowDay(new Date(opensAt()), { language: 'en', timeZone })
    const text = `You ordered while the shop was closed. It opens ${day} at 08:00, and packs your order then.`
    expect(mail?.text).toContain(text)
    expect(mail?.html).toContain(text)
  })

  test('follows hours that are changed after the order', async () => {
    await setHours(closedNow())
    const order = await anOrder()
    await setHours({ ...closedNow(), closed: [dayAhead(0), dayAhead(1), dayAhead(2)] })
    const later = momentOf(dayAhead(3), 8 * 60, timeZone).toISOString()
    expect((await order.now()).closed.opensAt).toBe(later)
    await setHours(always)
    expect(await order.now()).not.toHaveProperty('closed')
  })

  test('says honestly that no opening is in sight', async () => {
    await setHours(never)
    expect((await options()).closed).toEqual({ opensAt: null })
    const order = await anOrder()
    expect((await order.now()).closed.opensAt).toBeNull()
    expect((await mailOf(order.id))?.text).toContain('When it opens again isn’t known yet')
  })

  test('an order that is placed minutes before closing keeps that it closes', async () => {
    const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
      .format()
      .split(':')
      .map(Number)
    const ends = hour * 60 + minute + 10
    const to = ends >= 24 * 60 ? '24:00' : new Date(ends * 60_000).toISOString().slice(11, 16)
    const day = new Date(dayAhead(0)).getUTCDay() || 7
    await setHours({ week: [{ day, from: '00:00', to }], closed: [] })
    expect((await options()).closed).toBeNull()
    const order = await anOrder()
    const { closed, createdAt } = await order.now()
    expect(Date.parse(closed.from)).toBeGreaterThan(Date.parse(createdAt))
    expect(closed.from).toBe(momentOf(dayAhead(0), Math.min(ends, 24 * 60), timeZone).toISOString())
    expect((await mailOf(order.id))?.text).not.toContain('closed')
  })

  test('an order with a delivery time says when a closed shop opens until it is confirmed, and not in its mail', async () => {
    await setHours(always)
    const order = await anOrder()
    const set = (change: string) => shop.pool.query(`update shop_order set ${change} where id = $1`, [order.id])
    await set("promised_at = now() + interval '2 days'")
    expect(await order.now()).not.toHaveProperty('closed')
    await setHours(closedNow())
    for (const waiting of ['Order Placed', 'Awaiting payment']) {
      await set(`status = '${waiting}'`)
      expect((await order.now()).closed).toEqual({ from: expect.any(String), opensAt: opensAt() })
    }
    expect((await mailOf(order.id))?.text).not.toContain('closed')
    await set("status = 'Confirmed'")
    expect(await order.now()).not.toHaveProperty('closed')
  })

  test('an order that was delivered or cancelled waits for no opening', async () => {
    await setHours(closedNow())
    for (const status of ['Cancelled', 'Delivered']) {
      const order = await anOrder()
      expect(await order.now()).toHaveProperty('closed')
      await shop.pool.query('update shop_order set status = $2 where id = $1', [order.id, status])
      expect(await order.now(), status).not.toHaveProperty('closed')
    }
  })
})

test('a shop that delivers as soon as possible says so to its pages, and to shoppers while it promises no time', async () => {
  await setHours(always)
  const settings = async () => deliverySettingsOf(shop.db)
  const before = await mailOf((await anOrder()).id)
  expect(before?.text).not.toContain('No delivery time was open')
  expect((await settings()).hasAsap).toBe(false)
  const { version } = (await owner.get('/api/delivery/asap')).json
  // A quarter of an hour is too short for the ride of a new shop.
  const asap = { enabled: true, limitMinutes: 15, pickers: 1, riders: 1 }
  expect((await owner.post('/api/delivery/save-asap', { ...asap, seen: version })).json.success).toBe(true)
  expect((await settings()).hasAsap).toBe(true)
  expect((await options()).asap).toBeNull()
  const order = await anOrder()
  expect((await order.now()).delivery?.promisedAt).toBeUndefined()
  expect((await mailOf(order.id))?.text).toContain('No delivery time was open when the order was placed.')
})
