import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { momentOf } from '../../../contract/delivery/opening-hours.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { shop as shopConfig } from '../../../shop.config.ts'
import { anAddress, aProduct, aZone } from '../../../testing/makers/rows.ts'
import { aWindow } from '../../../testing/makers/windows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { promiseInputs } from './promise-queries.ts'

const minute = 60_000
let shop: TestShop
let owner: Person
let zone: { id: string; name: string }
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  zone = await aZone(shop.db)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.pool.query("delete from setting where topic in ('asap', 'hours')")
  await shop.pool.query("update shop_order set status = 'Cancelled', promised_at = null")
})

const asap = { enabled: true, limitMinutes: 60, pickers: 1, riders: 1 }
const save = async (changes: object = {}) => {
  const { version } = (await owner.get('/api/delivery/asap')).json
  return (await owner.post('/api/delivery/save-asap', { ...asap, ...changes, seen: version })).json
}
const promised = async (query = '?postcode=10500') =>
  (await person(shop).get(`/api/delivery/options${query}`)).json.asap as { promisedAt: string; minutes: number } | null
const promisedMinutes = async (query?: string) => (await promised(query))?.minutes ?? Number.NaN

/** Noon of today. */
const noon = momentOf(dayIn(shopConfig.timeZone), 12 * 60, shopConfig.timeZone).getTime()
/** The beginning of this minute. */
const wholeMinute = () => Math.floor(Date.now() / minute) * minute
/** Stops the shop's clock until the end of the test. */
const stopClock = (moment: number) => vi.spyOn(Date, 'now').mockReturnValue(moment)

/** Places an order of some products, and moves it on to a status. */
async function anOrder({ lines = 10, status = 'Order Placed' }: { lines?: number; status?: string } = {}) {
  const buyer = await verified(shop)
  const address = await anAddress(shop.db, buyer.user._id)
  const products = await Promise.all(Array.from({ length: lines }, () => aProduct(shop.db, { offerPrice: 1000 })))
  const items = products.map(({ id }) => ({ product: id, quantity: 1 }))
  const { json } = await buyer.post('/api/order/cod', { address, items }, { 'idempotency-key': newId() })
  const steps = ['Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered']
  for (let index = 1; index <= steps.indexOf(status); index++)
    await owner.post('/api/order/take-step', { id: json.orderId, from: steps[index - 1], status: steps[index] })
  return json.orderId as string
}

describe('the report of promises', () => {
  const report = async () => (await owner.get('/api/delivery/promises')).json
  const yesterday = dayIn(shopConfig.timeZone, new Date(Date.now() - 24 * 60 * minute))
  const yesterdayNoon = momentOf(yesterday, 12 * 60, shopConfig.timeZone)
  const twoHoursAgo = new Date(Date.now() - 120 * minute)
  /** An order that was promised some minutes and took some others; undefined: it isn't delivered. */
  async function promisedOrder(placed: Date, promisedIn: number, took: number | undefined) {
    const id = await anOrder({ lines: 1, status: took === undefined ? 'Confirmed' : 'Delivered' })
    const minutesLater = (minutes: number) => new Date(placed.getTime() + minutes * minute)
    await shop.db
      .updateTable('shopOrder')
      .set({ createdAt: placed, promisedAt: minutesLater(promisedIn) })
      .where('id', '=', id)
      .execute()
    if (took !== undefined)
      await shop.db
        .updateTable('orderEvent')
        .set({ at: minutesLater(took) })
        .where('orderId', '=', id)
        .where('status', '=', 'Delivered')
        .execute()
    /** Records that it couldn't be handed over some minutes after it was placed, and came back. */
    const triedAfter = (minutes: number) =>
      shop.pool.query(
        `insert into delivery_assignment (id, order_id, rider, attempts, first_attempted_at, attempted_at, reason, ended_at, outcome)
         values ($1, $2, 'lek@shop.example', 1, $3, $3, 'refused', now(), 'came back')`,
        [newId(), id, minutesLater(minutes)],
      )
    return { id, triedAfter }
  }

  test('counts kept and missed ones with their medians, but none that is cancelled, not due or of a window', async () => {
    expect(await report()).toMatchObject({ days: [], weeks: [] })
    for (const [promisedIn, took] of [
      [40, 30],
      [50, 56],
      [60, 68],
      [30, undefined],
    ] as const)
      await promisedOrder(yesterdayNoon, promisedIn, took)
    const cancelled = await promisedOrder(yesterdayNoon, 30, undefined)
    await shop.pool.query("update shop_order set status = 'Cancelled' where id = $1", [cancelled.id])
    await promisedOrder(twoHoursAgo, 180, undefined)
    await (await promisedOrder(yesterdayNoon, 45, undefined)).triedAfter(40)
    const { weeks, days } = await report()
    const counted = { promised: 5, kept: 2, minutes: 45, lateMinutes: 7 }
    expect(days).toEqual([{ day: yesterday, ...counted }])
    expect(weeks).toMatchObject([counted])
  })

  test('counts a promise as kept if the rider came in time', async () => {
    for (const [promisedIn, cameAfter, took] of [
      [30, 25, undefined],
      [31, 25, 50],
      [32, 40, undefined],
      [33, 40, 50],
    ] as const)
      await (await promisedOrder(twoHoursAgo, promisedIn, took)).triedAfter(cameAfter)
    // They may be of two weeks.
    expect((await report()).weeks.reduce((total, { kept }) => total + kept, 0)).toBe(2)
  })
})

describe('the options of delivery', () => {
  test('have no promise until the owner offers one', async () => {
    expect(await promised()).toBeNull()
    await save({ enabled: false })
    expect(await promised()).toBeNull()
    await save()
    expect(await promised()).not.toBeNull()
  })

  test('promise a clock time to an order of ten products, or of as many as it has', async () => {
    await save()
    stopClock(noon)
    // The ride of the zone takes fifteen minutes, picking and packing eleven.
    expect(await promised()).toEqual({ promisedAt: new Date(noon + 38 * minute).toISOString(), minutes: 38 })
    expect(await promisedMinutes('?postcode=10500&lines=1')).toBe(31)
    for (const lines of ['0', 'x', '-1', '2.5'])
      expect(await promisedMinutes(`?postcode=10500&lines=${lines}`)).toBe(38)
    stopClock(noon + 59_000)
    expect(await promised()).toEqual({ promisedAt: new Date(noon + 39 * minute).toISOString(), minutes: 39 })
    expect(await promised('?postcode=10500&lines=1e99')).toBeNull()
  })

  test('are the promise that the order then gets, for carts of any size, with orders before it', async () => {
    await save({ limitMinutes: 240 })
    await anOrder()
    for (const lines of [1, 4, 12]) {
      const buyer = await verified(shop)
      const address = await anAddress(shop.db, buyer.user._id)
      const products = await Promise.all(Array.from({ length: lines }, () => aProduct(shop.db, { offerPrice: 1000 })))
      const items = products.map(({ id }) => ({ product: id, quantity: 2 }))
      // Both at the same instant.
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
      const { asap: shown } = (await buyer.get(`/api/delivery/options?address=${address}&lines=${lines}`)).json
      const { json } = await buyer.post('/api/order/cod', { address, items, delivery: { asap: true } })
      clock.mockRestore()
      expect(json).toMatchObject({ success: true })
      const { order } = (await buyer.get(`/api/order/get?id=${json.orderId}`)).json
      expect(order.delivery.promisedAt, `${lines} lines`).toBe(shown.promisedAt)
    }
  })

  test('promise nothing beyond the limit, and nothing to places outside the zones', async () => {
    await save({ limitMinutes: 20 })
    expect(await promised()).toBeNull()
    await save()
    expect(await promised('?postcode=50000')).toBeNull()
  })

  test('promise nothing while the shop is closed, and no time after it closes', async () => {
    await save()
    const hours = (spans: object[], closed: string[] = []) =>
      shop.pool.query(
        "insert into setting (topic, value) values ('hours', $1) on conflict (topic) do update set value = $1",
        [JSON.stringify({ week: spans, closed })],
      )
    await hours([])
    expect(await promised()).toBeNull()
    await hours([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })))
    stopClock(noon)
    const soonest = await promisedMinutes()
    for (const [minutes, isPromised] of [
      [soonest - 1, false],
      [soonest, true],
    ] as const) {
      await hours(
        [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: `12:${String(minutes).padStart(2, '0')}` })),
      )
      expect((await promised()) !== null, `${minutes}`).toBe(isPromised)
    }
  })
})

describe('the queue', () => {
  // The zone's ride takes 15 minutes, picking and packing ten products 11. What is promised lies above their sum, as
  // each of them may take longer: the more, the more of them there are.
  const alone = 38
  const picking = 11
  const behindReturn = 46
  const behindRide = 65
  const behindLongRide = 200
  let now: number
  beforeEach(() => {
    now = wholeMinute()
    stopClock(now)
  })
  const enteredAgo = (order: string, status: string, minutes: number) =>
    shop.pool.query('update order_event set at = $3, happened_at = null where order_id = $1 and status = $2', [
      order,
      status,
      new Date(now - minutes * minute),
    ])
  /** Places an order, and moves it on to a status, all at this moment. */
  async function anOrderNow(order?: Parameters<typeof anOrder>[0]) {
    const id = await anOrder(order)
    await shop.pool.query('update order_event set at = $2, happened_at = null where order_id = $1', [id, new Date(now)])
    return id
  }

  test('with one picker an open order makes the next one wait, with two it doesn’t', async () => {
    await save({ limitMinutes: 240, riders: 5 })
    expect(await promisedMinutes()).toBe(alone)
    const order = await anOrderNow()
    expect(await promisedMinutes()).toBe(alone + picking)
    await save({ limitMinutes: 240, pickers: 2, riders: 5 })
    expect(await promisedMinutes()).toBe(alone)
    await shop.pool.query('update shop_order set status = $2 where id = $1', [order, 'Cancelled'])
  })

  test('has an order from its payment on: those placed before that come first', async () => {
    const paidLater = await anOrderNow({ lines: 1 })
    const cash = await anOrderNow({ lines: 1 })
    const queue = async () => (await promiseInputs(shop.db)).queue.map(({ id }) => id)
    expect(await queue()).toEqual([paidLater, cash])
    await shop.pool.query("update shop_order set payment_type = 'PromptPay', is_paid = true where id = $1", [paidLater])
    await enteredAgo(paidLater, 'Order Placed', -1)
    expect(await queue()).toEqual([cash, paidLater])
  })

  test('a rider on the way, and one who is coming back, make it wait; an hour and a half later they don’t', async () => {
    await save({ limitMinutes: 240, pickers: 5 })
    const order = await anOrderNow({ status: 'Out for delivery' })
    expect(await promisedMinutes()).toBe(behindRide)
    await owner.post('/api/order/take-step', { id: order, from: 'Out for delivery', status: 'Delivered' })
    await enteredAgo(order, 'Delivered', 0)
    expect(await promisedMinutes()).toBe(behindReturn)
    await enteredAgo(order, 'Delivered', 91)
    expect(await promisedMinutes()).toBe(alone)
  })

  test('a rider on the way to a farther zone makes it wait longer, and to one that was removed as for its own', async () => {
    await save({ limitMinutes: 240, pickers: 5 })
    const order = await anOrderNow({ status: 'Out for delivery' })
    expect(await promisedMinutes()).toBe(behindRide)
    const far = await aZone(shop.db, { postcodes: ['10110'] })
    await shop.pool.query('update delivery_zone set ride_minutes = 60 where id = $1', [far.id])
    await shop.pool.query("update shop_order set delivery_zone = jsonb_build_object('id', $2::text) where id = $1", [
      order,
      far.id,
    ])
    expect(await promisedMinutes()).toBe(behindLongRide)
    await shop.pool.query('delete from delivery_zone where id = $1', [far.id])
    expect(await promisedMinutes()).toBe(behindRide)
  })

  test('a rider on the way to a zone that was removed makes it wait for the ride stored with the order', async () => {
    await save({ limitMinutes: 240, pickers: 5 })
    const order = await anOrderNow({ status: 'Out for delivery' })
    const zoneOfOrder = (rideMinutes: number) =>
      shop.pool.query('update shop_order set delivery_zone = $2 where id = $1', [order, { id: newId(), rideMinutes }])
    await zoneOfOrder(60)
    expect(await promisedMinutes()).toBe(behindLongRide)
    await zoneOfOrder(15)
    expect(await promisedMinutes()).toBe(behindRide)
  })

  test('a rider is back when nearly all ways back have ended, though that isn’t entered', async () => {
    await save({ limitMinutes: 240, pickers: 5, riders: 3 })
    const ids = await Promise.all([1, 2, 3].map(() => anOrderNow({ status: 'Delivered' })))
    expect(await promisedMinutes()).toBe(behindReturn)
    // The zone's ride takes 15 minutes, and 95% at most 26.
    for (const minutes of [30, 60, 85]) {
      for (const id of ids) await enteredAgo(id, 'Delivered', minutes)
      expect(await promisedMinutes()).toBe(alone)
    }
    // Another open order takes the first of three riders.
    await anOrderNow({ lines: 2 })
    expect(await promisedMinutes()).toBe(alone)
  })

  test('a rider who has left again after a delivery is counted once', async () => {
    await save({ limitMinutes: 240, pickers: 5 })
    const earlier = await anOrderNow({ status: 'Delivered' })
    await enteredAgo(earlier, 'Delivered', 91)
    await anOrderNow({ status: 'Out for delivery' })
    expect(await promisedMinutes()).toBe(behindRide)
    await enteredAgo(earlier, 'Delivered', 20)
    expect(await promisedMinutes()).toBe(behindRide)
  })

  test('an order that is packed doesn’t keep a picker', async () => {
    await save({ limitMinutes: 240, riders: 9 })
    const order = await anOrderNow({ status: 'Packing' })
    expect(await promisedMinutes()).toBe(alone + picking)
    expect((await owner.post('/api/order/packed', { id: order, packed: true })).json).toMatchObject({ success: true })
    expect(await promisedMinutes()).toBe(alone)
    await owner.post('/api/order/packed', { id: order, packed: false })
    expect(await promisedMinutes()).toBe(alone + picking)
  })

  test('the wait of a packed order for its rider isn’t learned as picking', async () => {
    await save({ limitMinutes: 240, pickers: 9, riders: 9 })
    for (let count = 0; count < 4; count++) {
      const order = await anOrderNow({ status: 'Delivered' })
      for (const [status, minutes] of [
        ['Packing', 150],
        ['Out for delivery', 110],
        ['Delivered', 95],
      ] as const)
        await enteredAgo(order, status, minutes)
      await shop.pool.query('update order_packed set packed_at = $2 where order_id = $1', [
        order,
        new Date(now - 139 * minute),
      ])
    }
    // Eleven minutes from Packing to packed, and rides of fifteen, are about what is assumed: less is kept in reserve.
    expect(await promisedMinutes()).toBe(35)
    await shop.pool.query('update order_packed set packed_at = $1', [new Date(now - 110 * minute)])
    expect(await promisedMinutes()).toBe(57)
  })

  test('orders that were forgotten for half a day, and those of windows later on, don’t count', async () => {
    await save({ limitMinutes: 240, riders: 5 })
    await enteredAgo(await anOrderNow(), 'Order Placed', 13 * 60)
    const later = await anOrderNow()
    await shop.pool.query("update shop_order set deliver_from = now() + interval '2 hours' where id = $1", [later])
    expect(await promisedMinutes()).toBe(alone)
    await shop.pool.query("update shop_order set deliver_from = now() + interval '30 minutes' where id = $1", [later])
    expect(await promisedMinutes()).toBe(alone + picking)
  })
})

describe('an ASAP order', () => {
  async function order(
    buyer: Person & { user: { _id: string } },
    { idempotencyKey = newId(), zipcode = '10500', delivery = { asap: true } as object | null } = {},
  ) {
    const address = await anAddress(shop.db, buyer.user._id)
    await shop.db.updateTable('address').set({ zipcode, city: 'Bang Rak' }).where('id', '=', address).execute()
    const items = [{ product: (await aProduct(shop.db, { offerPrice: 1000 })).id, quantity: 1 }]
    const body = { address, items, ...(delivery && { delivery }) }
    const { json } = await buyer.post('/api/order/cod', body, { 'idempotency-key': idempotencyKey })
    return {
      json,
      again: async () => (await buyer.post('/api/order/cod', body, { 'idempotency-key': idempotencyKey })).json,
    }
  }
  const ordersOf = async (buyer: Person) => (await buyer.get('/api/order/user')).json.orders

  test('stores the promised time, which doesn’t change when the order is repeated', async () => {
    await save()
    const buyer = await verified(shop)
    stopClock(noon)
    const { json, again } = await order(buyer)
    expect(json).toMatchObject({ success: true })
    const [{ delivery }] = await ordersOf(buyer)
    expect(delivery).toMatchObject({ zone: { name: zone.name }, fee: 40, asap: true })
    expect(delivery.promisedAt).toBe(new Date(noon + 31 * minute).toISOString())
    expect((await again()).orderId).toBe(json.orderId)
    expect((await ordersOf(buyer))[0].delivery.promisedAt).toBe(delivery.promisedAt)
  })

  test('is refused if it would come much later than its shopper saw, and placed if not, or without a time', async () => {
    await save()
    const buyer = await verified(shop)
    const inMinutes = (minutes: number) => ({
      asap: true,
      promisedAt: new Date(Date.now() + minutes * minute).toISOString(),
    })
    const { json } = await order(buyer, { delivery: inMinutes(5) })
    expect(json.code).toBe('asap_later')
    expect(await ordersOf(buyer)).toEqual([])
    const { json: placed } = await order(buyer, { delivery: inMinutes(60) })
    expect(placed).toMatchObject({ success: true })
    const [{ delivery }] = await ordersOf(buyer)
    // A minute later than it was shown.
    const shown = { asap: true, promisedAt: new Date(Date.parse(delivery.promisedAt) - minute).toISOString() }
    await shop.db.updateTable('shopOrder').set({ status: 'Cancelled' }).where('id', '=', placed.orderId).execute()
    const idempotencyKey = newId()
    const next = await order(buyer, { idempotencyKey, delivery: shown })
    expect(next.json).toMatchObject({ success: true })
  })

  test('is named once to an owner who closes the shop at its promised time, and keeps that time if so wanted', async () => {
    await save()
    const buyer = await verified(shop)
    const { json: placed } = await order(buyer)
    const [{ delivery }] = await ordersOf(buyer)
    const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
    const days = [delivery.promisedAt, new Date(Date.now()).toISOString()].map((at) =>
      dayIn(shopConfig.timeZone, new Date(at)),
    )
    const close = async (more: object = {}) => {
      const { version } = (await owner.get('/api/delivery/hours')).json
      return (await owner.post('/api/delivery/save-hours', { week, closed: days, seen: version, ...more })).json
    }
    const { orderId, orderNumber } = placed
    expect(await close()).toMatchObject({
      success: false,
      code: 'delivery_booked',
      booked: [{ from: delivery.promisedAt, to: delivery.promisedAt, orders: [orderNumber], held: 0 }],
    })
    expect((await owner.get('/api/delivery/hours')).json.hours).toBeNull()
    expect(await close({ keepsBooked: true })).toMatchObject({ success: true })
    expect((await ordersOf(buyer))[0].delivery.promisedAt).toBe(delivery.promisedAt)
    expect(await close()).toMatchObject({ success: true })

    // An order that is on its way isn't asked about.
    expect(await close({ closed: [] })).toMatchObject({ success: true })
    for (const [from, status] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
      ['Packing', 'Out for delivery'],
    ])
      await owner.post('/api/order/take-step', { id: orderId, from, status })
    expect(await close()).toMatchObject({ success: true })
  })

  test('is refused if no time is promised, and leaves nothing behind', async () => {
    const buyer = await verified(shop)
    for (const changes of [{ enabled: false }, { limitMinutes: 15 }]) {
      await save(changes)
      expect((await order(buyer)).json).toMatchObject({ success: false, code: 'asap_closed' })
    }
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('is refused beyond three that the shop has not confirmed, also at the same instant, and leaves nothing behind', async () => {
    await save({ limitMinutes: 240 })
    const [buyer, other] = [await verified(shop), await verified(shop)]
    const replies = (await Promise.all(Array.from({ length: 12 }, () => order(buyer)))).map(({ json }) => json)
    expect(replies.map(({ code }) => code ?? 'placed').sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'placed'),
      ...Array.from({ length: 9 }, () => 'too_many_asap'),
    ])
    expect(await ordersOf(buyer)).toHaveLength(3)
    expect((await order(other)).json).toMatchObject({ success: true })
    // Those in windows have their own limit.
    const window = await aWindow(shop.db, { capacity: 30 })
    const windowed = Array.from({ length: 7 }, () => order(buyer, { delivery: { window } }))
    const codes = (await Promise.all(windowed)).map(({ json }) => json.code ?? 'placed')
    expect(codes.sort()).toEqual([...Array(5).fill('placed'), ...Array(2).fill('too_many_windows')])

    const [first] = replies.filter(({ success }) => success)
    await owner.post('/api/order/take-step', { id: first?.orderId, from: 'Order Placed', status: 'Confirmed' })
    expect((await order(buyer)).json).toMatchObject({ success: true })
    expect((await order(buyer)).json).toMatchObject({ code: 'too_many_asap', windows: [{ id: window, left: 25 }] })
    // A confirmation that is undone comes before no other order.
    const undo = { id: first?.orderId, from: 'Confirmed' }
    expect((await owner.post('/api/order/undo-step', undo)).json).toMatchObject({ success: true })
    expect((await order(buyer)).json).toMatchObject({ code: 'too_many_asap' })
    const { _id: last } = (await ordersOf(buyer)).find(({ delivery }) => delivery.asap)
    expect((await buyer.post('/api/order/cancel', { orderId: last })).json).toMatchObject({ success: true })
    expect((await order(buyer)).json).toMatchObject({ success: true })
  })

  test('is what up to three orders get that choose no time; further ones come in a window if there is one', async () => {
    await save({ limitMinutes: 240 })
    await shop.pool.query('update window_template set active = false')
    const buyer = await verified(shop)
    const chooses = { delivery: null }
    for (let count = 0; count < 3; count++) expect((await order(buyer, chooses)).json).toMatchObject({ success: true })
    const window = await aWindow(shop.db)
    await order(buyer, chooses)
    await save({ enabled: false })
    await shop.pool.query('update window_template set active = false')
    await order(buyer, chooses)
    const deliveries = (await ordersOf(buyer)).map((each) => each.delivery).reverse()
    const soon = { asap: true, promisedAt: expect.any(String) }
    expect(deliveries).toMatchObject([soon, soon, soon, { window }, { fee: 40 }])
    expect(deliveries.at(-1)).not.toHaveProperty('promisedAt')
  })

  test('each makes the next promise later', async () => {
    await save({ limitMinutes: 240 })
    const now = wholeMinute()
    stopClock(now)
    const minutes: number[] = []
    for (let count = 0; count < 3; count++) {
      const buyer = await verified(shop)
      await order(buyer)
      minutes.push((Date.parse((await ordersOf(buyer))[0].delivery.promisedAt) - now) / minute)
    }
    expect(minutes).toEqual([31, 69, 105])
  })
})

test('the setting is refused if a colleague has saved another one, and outside its limits', async () => {
  expect(await save()).toMatchObject({ success: true, asap, version: 1 })
  const again = await owner.post('/api/delivery/save-asap', { ...asap, seen: 0 })
  expect(again.json).toMatchObject({ success: false, code: 'setting_changed' })
  for (const [wrong, error] of [
    [{ limitMinutes: 5 }, 'A number of at least 15'],
    [{ pickers: 0 }, 'A number of at least 1'],
    [{ riders: 51 }, 'A number of at most 50'],
  ] as const)
    expect(await save(wrong)).toMatchObject({
      code: 'invalid_form',
      fields: { [Object.keys(wrong)[0] ?? '']: error },
    })
  expect((await save({ riders: 1.5 })).success).toBe(false)
  expect((await owner.get('/api/delivery/asap')).json).toMatchObject({ asap, version: 1 })
  expect(zone.name).toBe('Bang Rak')
})
