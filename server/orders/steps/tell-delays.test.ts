import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endTime } from '../../../contract/delivery/window-text.ts'
import { shop as shopConfig } from '../../../shop.config.ts'
import { clearJobs, countJobs, runDueJobs } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { deliver, stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aZone } from '../../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { delayMail, earlierMail } from '../../mail/order-mails.ts'
import { getLocalizedOrder } from '../localized-order-queries.ts'
import { tellDelays } from './tell-delays.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  await aZone(shop.db)
})
afterAll(() => shop.close())
beforeEach(async () => {
  // The clock stops at a multiple of the five minutes to which told times are rounded up: so they are exact.
  vi.spyOn(Date, 'now').mockReturnValue(Math.floor(Date.now() / 300_000) * 300_000)
  await shop.pool.query("update shop_order set status = 'Cancelled', promised_at = null")
  await shop.pool.query("delete from setting where topic in ('asap', 'hours')")
  const asap = { enabled: true, limitMinutes: 120, pickers: 2, riders: 2 }
  await shop.pool.query("insert into setting (topic, value) values ('asap', $1)", [JSON.stringify(asap)])
  await rideTakes(15)
})

type Shopper = Person & { user: { _id: string; email: string } }
/** An ASAP order, promised some minutes from now. */
async function anOrder(minutes: number, { language = 'en', zipcode = '10500' } = {}) {
  const shopper = (await verified(shop)) as Shopper
  const address = await anAddress(shop.db, shopper.user._id)
  await shop.db.updateTable('address').set({ zipcode }).where('id', '=', address).execute()
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const { json } = await shopper.post(
    '/api/order/cod',
    { address, items, delivery: { asap: true } },
    { 'idempotency-key': newId(), 'accept-language': language },
  )
  const id = json.orderId as string
  await promise(id, minutes)
  return { id, shopper, number: json.orderNumber as number }
}
const promise = (id: string, minutes: number) =>
  shop.pool.query('update shop_order set promised_at = $2 where id = $1', [id, new Date(Date.now() + minutes * 60_000)])
const logged: object[] = []
const log = { error: (fields: object) => void logged.push(fields), warn: () => {} }
const run = () => tellDelays(shop.db, { ...shopConfig, log })
const told = async (id: string) =>
  (await shop.pool.query('select expected_at, reason from order_delay where order_id = $1', [id])).rows as {
    expected_at: Date | null
    reason: string | null
  }[]
/** Minutes from now until the time that was told; undefined if it was none, or comes by the promised one again. */
const toldIn = async (id: string) => {
  const [delay] = await told(id)
  return delay?.expected_at ? (delay.expected_at.getTime() - Date.now()) / 60_000 : undefined
}
const jobs = (key: string) => countJobs(shop.pool, { key })
const mailJobs = (id: string) => jobs(`delay-mail:${id}`)
const earlierMailJobs = (id: string) => jobs(`earlier-mail:${id}`)
/** What tells the staff. */
const noticeJobs = (id: string) => jobs(`late:${id}`)
const shown = async ({ id, shopper }: { id: string; shopper: Person }) =>
  (await shopper.get(`/api/order/get?id=${id}`)).json.order.delivery
const staffOf = (settings: object) =>
  shop.pool.query("update setting set value = value || $1 where topic = 'asap'", [JSON.stringify(settings)])
const rideTakes = (minutes: number) => shop.pool.query('update delivery_zone set ride_minutes = $1', [minutes])
/** The payloads that screens are notified of during `act`. */
async function heardDuring(act: () => Promise<unknown>): Promise<string[]> {
  const client = await shop.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ payload }) => void (payload && heard.push(payload)))
  await client.query('listen orders')
  await act()
  await client.query('select 1')
  client.removeAllListeners('notification')
  client.release(true)
  return heard
}

describe('an ASAP order', () => {
  test('that comes in time is told nothing; one that doesn’t is told once, with the new time', async () => {
    const order = await anOrder(60)
    await run()
    expect(await told(order.id)).toEqual([])
    expect(await shown(order)).not.toHaveProperty('late')

    await promise(order.id, 3)
    const { promisedAt } = await shown(order)
    await run()
    const [delay] = await told(order.id)
    expect(delay).toMatchObject({ reason: null })
    const about = delay?.expected_at?.getTime() ?? 0
    expect(about).toBe(Date.now() + 30 * 60_000)
    expect(await shown(order)).toMatchObject({
      promisedAt,
      asap: true,
      late: { expectedAt: new Date(about).toISOString() },
    })
    expect(await mailJobs(order.id)).toBe(1)
    expect(await noticeJobs(order.id)).toBe(1)

    await clearJobs(shop.pool, { key: `delay-mail:${order.id}` })
    await promise(order.id, -30)
    await run()
    expect(await told(order.id)).toEqual([delay])
    expect(await mailJobs(order.id)).toBe(0)
  })

  test('is told no new time once a rider brought it back: its shopper was told that', async () => {
    const order = await anOrder(60)
    await stepTo(owner, order.id, 'Packing')
    const rider = await seller(shop, 'rider')
    const tap = (call: string, more: object = {}) =>
      rider.post(`/api/rider/${call}`, { id: newId(), order: order.id, ...more }).then(({ json }) => json)
    expect(await tap('take')).toMatchObject({ success: true })
    expect(await tap('failed-attempt', { reason: 'another_time' })).toMatchObject({ success: true })
    await promise(order.id, 1)
    await run()
    expect(await told(order.id)).toEqual([])
    expect(await mailJobs(order.id)).toBe(0)
    // Sent out again, it has a time again.
    expect(await tap('take')).toMatchObject({ success: true })
    await promise(order.id, -30)
    await run()
    expect(await told(order.id)).toHaveLength(1)
  })

  test('is told once when two processes notice at the same time', async () => {
    const orders = await Promise.all([anOrder(2), anOrder(2), anOrder(2)])
    await Promise.all([run(), run(), run()])
    for (const { id } of orders) {
      expect(await told(id)).toHaveLength(1)
      expect(await mailJobs(id)).toBe(1)
      expect(await noticeJobs(id)).toBe(1)
    }
  })

  test('whose delay can’t be recorded is logged, and those after it are told', async () => {
    const [broken, next] = [await anOrder(1), await anOrder(2)]
    await shop.pool.query(`
      create function fail_delay() returns trigger language plpgsql as $$ begin raise 'can’t be recorded'; end $$;
      create trigger fail_delay before insert on order_delay
        for each row when (new.order_id = '${broken.id}') execute function fail_delay()`)
    await run().finally(() => shop.pool.query('drop function fail_delay cascade'))
    expect(logged.splice(0)).toMatchObject([{ order: broken.id, err: { message: 'can’t be recorded' } }])
    expect([await told(broken.id), await mailJobs(broken.id)]).toEqual([[], 0])
    expect([await told(next.id), await mailJobs(next.id)]).toEqual([[expect.anything()], 1])
    await run()
    expect(await told(broken.id)).toHaveLength(1)
    expect(logged).toEqual([])
  })

  test('is told by its shopper’s stream, and the seller’s board shows it', async () => {
    const order = await anOrder(2)
    const heard = await heardDuring(run)
    expect(heard).toContain(`${order.id} ${order.shopper.user._id} Order Placed`)
    const { others } = (await owner.get('/api/delivery/board')).json
    const row = others.find(({ _id }) => _id === order.id)
    expect(row.late).toEqual((await shown(order)).late)
    expect(Date.parse(row.late.expectedAt)).toBeGreaterThan(Date.parse(row.promisedAt))
  })

  test('that is delivered, cancelled, or moved to a delivery window is left alone', async () => {
    const [delivered, cancelled, moved] = [await anOrder(1), await anOrder(1), await anOrder(1)]
    await shop.pool.query(
      `with booked as (
         insert into delivery_window (id, day, starts_at, ends_at, cut_off_at, capacity)
         values ($2, current_date, now() - interval '2 hours', now() - interval '1 hour', now(), 1) returning id, ends_at)
       update shop_order set window_id = booked.id, promised_at = booked.ends_at from booked where shop_order.id = $1`,
      [moved.id, newId()],
    )
    await deliver(owner, delivered.id)
    await owner.post('/api/order/take-step', { id: cancelled.id, from: 'Order Placed', status: 'Cancelled' })
    await run()
    for (const { id } of [delivered, cancelled, moved]) expect(await told(id)).toEqual([])
  })

  test('counts as missed when it comes by the new time, but not by the one promised', async () => {
    const order = await anOrder(1)
    await run()
    expect(await told(order.id)).toHaveLength(1)
    await shop.pool.query("update shop_order set promised_at = now() - interval '5 minutes' where id = $1", [order.id])
    await deliver(owner, order.id)
    const { weeks } = (await owner.get('/api/delivery/promises')).json
    expect(weeks).toMatchObject([{ promised: 1, kept: 0 }])
  })
})

describe('an ASAP order: the reason of its delay', () => {
  test('is late because of its picking only while it is picked: not before, nor once its rider returned it', async () => {
    await staffOf({ pickers: 9, riders: 9 })
    const [waiting, picked, back] = [await anOrder(60), await anOrder(60), await anOrder(60)]
    for (const { id } of [picked, back]) {
      await stepTo(owner, id, 'Packing')
    }
    const rider = await seller(shop, 'rider')
    for (const call of ['take', 'return'])
      expect((await rider.post(`/api/rider/${call}`, { id: newId(), order: back.id })).json.success).toBe(true)
    for (const { id } of [waiting, picked, back]) await promise(id, 1)
    await run()
    const lateOf = async (order: { id: string; shopper: Person }) => (await shown(order)).late
    expect(await lateOf(picked)).toMatchObject({ reason: 'picking' })
    for (const order of [waiting, back]) expect(await lateOf(order)).toEqual({ expectedAt: expect.any(String) })
    // Once it is picked, too, its shopper is told so.
    await stepTo(owner, waiting.id, 'Packing')
    await shop.pool.query("update order_delay set expected_at = expected_at - interval '1 hour'")
    await run()
    expect(await lateOf(waiting)).toMatchObject({ reason: 'picking' })
    expect(await lateOf(back)).not.toHaveProperty('reason')
  })

  test.each([
    ['a picker', { pickers: 1, riders: 9 }, 'queue'],
    ['a rider', { pickers: 9, riders: 1 }, 'rider'],
  ])('that waits until %s has done those before it is told so', async (_who, staff, reason) => {
    await staffOf({ limitMinutes: 240, ...staff })
    const others = [await anOrder(90), await anOrder(90), await anOrder(90)]
    const last = await anOrder(10)
    await run()
    expect(await told(last.id)).toMatchObject([{ reason }])
    for (const { id } of others) expect(await told(id)).toEqual([])
  })

  test('whose ride takes longer than it usually does is told so', async () => {
    const first = await anOrder(60)
    await stepTo(owner, first.id, 'Out for delivery')
    await run()
    expect(await told(first.id)).toEqual([])
    await shop.pool.query(
      "update order_event set at = now() - interval '50 minutes' where order_id = $1 and status = $2",
      [first.id, 'Out for delivery'],
    )
    await promise(first.id, 1)
    await run()
    expect(await told(first.id)).toMatchObject([{ reason: 'ride' }])
  })
})

describe('an ASAP order: when the shop is closed', () => {
  /** Closes the shop for today; it opens tomorrow at nine. */
  async function closeToday() {
    const today = new Date(Date.now() + 7 * 3_600_000).getUTCDay() || 7
    const opens = { day: (today % 7) + 1, from: '09:00', to: '18:00' }
    await shop.pool.query("insert into setting (topic, value) values ('hours', $1)", [
      JSON.stringify({ week: [opens], closed: [] }),
    ])
  }

  test('that was promised before the owner closed the day for new orders keeps its time: the staff stay until then', async () => {
    const [order, late] = [await anOrder(60), await anOrder(3)]
    await closeToday()
    await run()
    expect(await told(order.id)).toEqual([])
    const [delay] = await told(late.id)
    expect(delay).toMatchObject({ reason: null })
    expect(await toldIn(late.id)).toBe(30)
  })

  test('of a shop that is closed for an hour is told when it opens again', async () => {
    const order = await anOrder(-61)
    await closeToday()
    await run()
    const [delay] = await told(order.id)
    expect(delay?.reason).toBe('shift')
    // The next day between 9:00 and 10:00 of Bangkok.
    const hour = new Date((delay?.expected_at?.getTime() ?? 0) + 7 * 3_600_000).getUTCHours()
    expect(hour).toBe(9)
  })
})

describe('an ASAP order: its zone', () => {
  /** Runs with a zone for 10120, which is removed in the end, if it wasn't yet. */
  async function withZone(rideMinutes: number, use: (zone: { remove: () => Promise<void> }) => Promise<void>) {
    const { id } = await aZone(shop.db, { name: 'Sathon', postcodes: ['10120'], rideMinutes })
    const remove = async () => void (await shop.pool.query('delete from delivery_zone where id = $1', [id]))
    await use({ remove })
    await remove()
  }

  test('of a zone that was removed since keeps that zone’s ride: it isn’t late because of the others', async () => {
    await rideTakes(90)
    await withZone(12, async ({ remove }) => {
      const [first, second] = [await anOrder(32, { zipcode: '10120' }), await anOrder(34, { zipcode: '10120' })]
      await run()
      await remove()
      await run()
      expect([await told(first.id), await told(second.id)]).toEqual([[], []])
      // Made again, it is another zone.
      await withZone(12, run)
      expect([await told(first.id), await told(second.id)]).toEqual([[], []])
      await promise(first.id, 3)
      await run()
      const [delay] = await told(first.id)
      expect(delay).toMatchObject({ reason: null })
      expect(await toldIn(first.id)).toBe(25)
    })
  })

  test('is told also if the shop’s only zone was removed', async () => {
    const order = await anOrder(3)
    await shop.pool.query('delete from delivery_zone')
    await run()
    await aZone(shop.db)
    expect(await told(order.id)).toMatchObject([{ reason: null }])
  })

  test('is told when the owner makes the ride to its zone longer than was promised', async () => {
    await withZone(12, async () => {
      const order = await anOrder(34, { zipcode: '10120' })
      await run()
      expect(await told(order.id)).toEqual([])
      await shop.pool.query("update delivery_zone set ride_minutes = 60 where name = 'Sathon'")
      await run()
      expect(await told(order.id)).toHaveLength(1)
    })
  })

  test('of a removed zone whose ride isn’t stored is told, with the ride to the first one', async () => {
    const order = await anOrder(1)
    await shop.pool.query(
      `update shop_order set delivery_zone = jsonb_set(delivery_zone, '{id}', to_jsonb($2::text)) - 'rideMinutes'
       where id = $1`,
      [order.id, newId()],
    )
    await run()
    expect(await told(order.id)).toMatchObject([{ reason: null }])
  })
})

/** An ASAP order that was told to come in 225 minutes, because its ride takes 150. */
async function delayed(promised = 50) {
  const order = await anOrder(promised)
  await rideTakes(150)
  await run()
  expect(await toldIn(order.id)).toBe(225)
  return order
}

describe('an ASAP order that was told a later time, whose cause ends,', () => {
  test('shows its promised time again, and is mailed so once', async () => {
    const order = await delayed()
    await rideTakes(15)
    const heard = await heardDuring(() => Promise.all([run(), run(), run()]))
    expect(heard).toContain(`${order.id} ${order.shopper.user._id} Order Placed`)
    expect(await toldIn(order.id)).toBeUndefined()
    expect(await shown(order)).not.toHaveProperty('late')
    const { others } = (await owner.get('/api/delivery/board')).json
    expect(others.find(({ _id }) => _id === order.id)).not.toHaveProperty('late')
    expect(await earlierMailJobs(order.id)).toBe(1)
    const { sent, tasks } = mailsOf(shop)
    await runDueJobs(shop.pool, tasks)
    const of = sent.filter(({ id }) => id.endsWith(order.id))
    const promisedAt = new Date((await shown(order)).promisedAt)
    const time = endTime(promisedAt, { language: 'en', timeZone: shopConfig.timeZone })
    // The delay is over before the mail server took the first mail.
    expect(of.filter(({ id }) => id.startsWith('delay-'))).toEqual([])
    const [mail] = of.filter(({ id }) => id.startsWith('earlier-'))
    expect(mail?.subject).toContain(`comes earlier: by ${time}`)
    expect(mail?.text).toContain('earlier than we last told you')
  })

  test('shows the earlier time if it still is late, and counts as missed', async () => {
    const order = await delayed(12)
    await rideTakes(15)
    await run()
    expect(await toldIn(order.id)).toBe(30)
    expect((await shown(order)).late.reason).toBeUndefined()
    expect(await earlierMailJobs(order.id)).toBe(1)
    await promise(order.id, -5)
    await deliver(owner, order.id)
    expect((await owner.get('/api/delivery/promises')).json.weeks).toMatchObject([{ promised: 1, kept: 0 }])
  })

  test('gets two mails in all, however often that changes, and the staff one notice; its pages follow', async () => {
    const order = await delayed()
    for (let times = 0; times < 2; times++) {
      await rideTakes(15)
      await run()
      expect(await toldIn(order.id)).toBeUndefined()
      await rideTakes(150)
      await run()
      expect(await toldIn(order.id)).toBe(225)
      expect((await shown(order)).late.reason).toBeUndefined()
    }
    expect(await mailJobs(order.id)).toBe(1)
    expect(await earlierMailJobs(order.id)).toBe(1)
    expect(await noticeJobs(order.id)).toBe(1)
    // The order is late again by now.
    const { sent, tasks } = mailsOf(shop)
    await runDueJobs(shop.pool, tasks)
    expect(sent.filter(({ id }) => id === `delay-${order.id}`)).toHaveLength(1)
    expect(sent.filter(({ id }) => id === `earlier-${order.id}`)).toEqual([])
    await rideTakes(15)
    await run()
    expect(await toldIn(order.id)).toBeUndefined()
    expect([await mailJobs(order.id), await earlierMailJobs(order.id)]).toEqual([0, 0])
  })

  test('is mailed only if it comes earlier than the mail said, which has no later time', async () => {
    const order = await delayed()
    await rideTakes(240)
    await run()
    expect(await toldIn(order.id)).toBe(360)
    await rideTakes(150)
    await run()
    expect(await toldIn(order.id)).toBe(225)
    expect(await earlierMailJobs(order.id)).toBe(0)
    await rideTakes(60)
    await run()
    expect(await toldIn(order.id)).toBe(95)
    expect(await mailJobs(order.id)).toBe(1)
    expect(await earlierMailJobs(order.id)).toBe(1)
  })

  test('that is packed shows when its rider comes', async () => {
    const order = await anOrder(40)
    await stepTo(owner, order.id, 'Packing')
    expect((await owner.post('/api/order/packed', { id: order.id, packed: true })).json).toMatchObject({
      success: true,
    })
    await staffOf({ riders: 1 })
    const away = await anOrder(200)
    await stepTo(owner, away.id, 'Out for delivery')
    await rideTakes(150)
    await run()
    const before = await toldIn(order.id)
    expect(before).toBeGreaterThan(300)
    expect((await shown(order)).late.reason).toBe('rider')
    await rideTakes(15)
    await staffOf({ riders: 2 })
    await run()
    expect(await toldIn(order.id)).toBeUndefined()
    expect(await earlierMailJobs(order.id)).toBe(1)
  })

  test('and an order placed after it have times in the order of the queue', async () => {
    await staffOf({ pickers: 1, riders: 1 })
    const order = await delayed(40)
    await rideTakes(15)
    await run()
    expect(await toldIn(order.id)).toBeUndefined()
    const next = await anOrder(60)
    const { promisedAt } = await shown(next)
    await promise(next.id, 1)
    await run()
    const comes = (await toldIn(next.id)) as number
    expect(comes).toBeGreaterThan((Date.parse((await shown(order)).promisedAt) - Date.now()) / 60_000)
    expect(comes).toBeLessThan((Date.parse(promisedAt) - Date.now()) / 60_000 + 60)
    // The order before it is late again: so is this one, by more.
    await rideTakes(60)
    await run()
    expect(await toldIn(next.id)).toBeGreaterThan((await toldIn(order.id)) as number)
  })

  test('that is moved to a delivery window meanwhile is left alone', async () => {
    const order = await delayed()
    await rideTakes(15)
    await shop.pool.query(
      `with booked as (
         insert into delivery_window (id, day, starts_at, ends_at, cut_off_at, capacity)
         values ($2, current_date, now() + interval '2 hours', now() + interval '3 hours', now(), 1) returning id)
       update shop_order set window_id = booked.id from booked where shop_order.id = $1`,
      [order.id, newId()],
    )
    const before = await told(order.id)
    await run()
    expect(await told(order.id)).toEqual(before)
    expect(await earlierMailJobs(order.id)).toBe(0)
  })
})

describe('an ASAP order that was told a later time, whose cause ends once it is sent out,', () => {
  test('that is on its way or returned to the shop shows no old time; its departure was its mail', async () => {
    const order = await delayed(40)
    await stepTo(owner, order.id, 'Packing')
    const rider = await seller(shop, 'rider')
    const tap = (call: string) =>
      rider.post(`/api/rider/${call}`, { id: newId(), order: order.id }).then(({ json }) => json)
    expect(await tap('take')).toMatchObject({ success: true })
    const about = async () =>
      (Date.parse((await order.shopper.get(`/api/order/track?id=${order.id}`)).json.expectedAt) - Date.now()) / 60_000
    await rideTakes(15)
    // Before the next run, too.
    await shop.pool.query("update order_delay set reason = 'rider' where order_id = $1", [order.id])
    // The ride of fifteen minutes, in full five minutes: it began by the database's clock, a moment after this one.
    expect(await about()).toBeLessThanOrEqual(25)
    await run()
    expect(await about()).toBeLessThanOrEqual(25)
    expect(await shown(order)).not.toHaveProperty('late')
    expect(await earlierMailJobs(order.id)).toBe(0)
    expect(await tap('return')).toMatchObject({ success: true })
    await run()
    expect(await shown(order)).not.toHaveProperty('late')
    expect(await earlierMailJobs(order.id)).toBe(0)
  })

  test('on its way is mailed if the delay of its ride was', async () => {
    const order = await anOrder(40)
    await stepTo(owner, order.id, 'Out for delivery')
    await rideTakes(150)
    await run()
    expect((await shown(order)).late.reason).toBe('ride')
    expect(await mailJobs(order.id)).toBe(1)
    await rideTakes(15)
    await run()
    expect(await shown(order)).not.toHaveProperty('late')
    expect(await earlierMailJobs(order.id)).toBe(1)
  })

  test('on its way shows when its ride ends, and the new time once the ride is late', async () => {
    const order = await delayed(12)
    await stepTo(owner, order.id, 'Out for delivery')
    await promise(order.id, 1)
    await rideTakes(15)
    await run()
    const about = async () => (await order.shopper.get(`/api/order/track?id=${order.id}`)).json.expectedAt
    const { late } = await shown(order)
    expect(late.reason).toBeUndefined()
    expect(Date.parse(await about()) - Date.now()).toBeLessThanOrEqual(25 * 60_000)
    await shop.pool.query("update order_event set at = at - interval '50 minutes' where order_id = $1", [order.id])
    await shop.pool.query(
      "update order_delay set expected_at = expected_at - interval '50 minutes' where order_id = $1",
      [order.id],
    )
    await run()
    expect((await shown(order)).late).toEqual({ expectedAt: await about(), reason: 'ride' })
    expect(Date.parse(await about())).toBeGreaterThan(Date.now())
    expect(await mailJobs(order.id)).toBe(1)
  })
})

test('the mail names both times, and the reason if it is known, in the order’s language', async () => {
  await staffOf({ pickers: 9, riders: 9 })
  for (const [language, subject, why] of [
    // With the day if it comes after midnight.
    ['en', /comes later: about (\w+ \d+ \w+ )?\d\d:\d\d/, 'Picking your goods takes longer than usual.'],
    ['th', /จะถึงช้ากว่ากำหนด ประมาณ (\S+ \d+ \S+ )?\d\d:\d\d\sน\./, 'จัดของนานกว่าปกติ'],
  ] as const) {
    const [waiting, picked] = [await anOrder(1, { language }), await anOrder(1, { language })]
    await stepTo(owner, picked.id, 'Packing')
    await run()
    const mailOf = async ({ id }: { id: string }) =>
      delayMail(shopConfig, await getLocalizedOrder(shop.db, id), 'https://shop.example/my-orders')
    const mail = await mailOf(picked)
    expect(mail.subject).toMatch(subject)
    expect(mail.text).toContain(why)
    expect(mail.html).toContain(why)
    const unexplained = await mailOf(waiting)
    expect(unexplained.subject).toMatch(subject)
    expect(unexplained.text).not.toContain(why)
    expect(unexplained.text.length).toBeLessThan(mail.text.length)
  }
})

test('the mail that an order comes earlier has the time about which or by which it comes, in the order’s language', async () => {
  for (const [language, about, by] of [
    ['en', /comes earlier: about (\w+ \d+ \w+ )?\d\d:\d\d ·/, /comes earlier: by \d\d:\d\d ·/],
    ['th', /จะถึงเร็วขึ้น ประมาณ (\S+ \d+ \S+ )?\d\d:\d\d\sน\. ·/, /จะถึงเร็วขึ้น ภายใน \d\d:\d\d\sน\. ·/],
  ] as const) {
    const { id } = await anOrder(1, { language })
    const mail = async () =>
      earlierMail(shopConfig, await getLocalizedOrder(shop.db, id), 'https://shop.example/my-orders')
    expect((await mail()).subject).toMatch(by)
    await run()
    expect((await mail()).subject).toMatch(about)
  }
})
