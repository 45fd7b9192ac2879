import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WindowTemplateInput } from '../../../contract/calls/windows.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { shop as shopConfig } from '../../../shop.config.ts'
import { deliver } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aShopper } from '../../../testing/makers/rows.ts'
import { occupancyOf } from '../../../testing/makers/windows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { holdWindow } from '../windows/holds.ts'
import { fitWindows } from '../windows/windows.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

const { timeZone } = shopConfig
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const usual: WindowTemplateInput = { days: everyDay, starts: 540, ends: 660, capacity: 10, cutOff: 60, active: true }

const save = async (typed: Partial<WindowTemplateInput> = {}, { id = newId(), seen = 0 } = {}) => {
  const { json } = await owner.post('/api/delivery/save-template', { ...usual, ...typed, id, seen })
  return { id, json }
}
const windowsOf = async (template: string) => {
  const { rows } = await sql<{ id: string; day: string; capacity: number; startsAt: Date }>`
    select id, day::text, capacity, starts_at from delivery_window
    where template_id = ${template} and ends_at > now() order by starts_at`.execute(shop.db)
  return rows
}
/** The ISO weekday of a day. */
const weekdayOf = (day = '') => new Date(day).getUTCDay() || 7
/** Orders in the last window of a template. */
const booked = async (template: string) => {
  const last = (await windowsOf(template)).at(-1)
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { address, items, delivery: { window: last?.id } })
  return { window: last?.id ?? '', startsAt: last?.startsAt.toISOString(), number: json.orderNumber as number }
}
async function clearBookings() {
  await sql`update shop_order set status = 'Cancelled'`.execute(shop.db)
  await sql`update delivery_window set taken = 0`.execute(shop.db)
}

describe('a saved template', () => {
  test('makes its windows at once, and is listed', async () => {
    const { id, json } = await save({ fee: 20, capacity: 3 })
    expect(json).toMatchObject({ success: true, message: 'Delivery time saved', zones: [] })
    const { json: list } = await owner.get('/api/delivery/templates')
    const stored = list.templates.find((each) => each.id === id)
    expect(stored).toMatchObject({ ...usual, capacity: 3, fee: 20, version: 1, id })
    expect((await windowsOf(id)).length).toBeGreaterThanOrEqual(6)
  })

  test('has a fee of at most two decimals, as a zone has', async () => {
    const { json } = await save({ fee: 20.005 })
    expect(json).toMatchObject({ success: false, code: 'invalid_form', fields: { fee: expect.any(String) } })
    expect((await save({ fee: 20.05 })).json.success).toBe(true)
  })

  test('takes orders until a minute before its end at the latest', async () => {
    const refused = (await save({ cutOff: -120 })).json
    expect(refused).toMatchObject({ success: false, code: 'invalid_form' })
    expect(refused.fields.cutOff).toContain('-119 or more')
    expect((await save({ cutOff: -119 })).json.success).toBe(true)
  })

  test('that is repeated, or was changed by a colleague, is refused', async () => {
    const { id } = await save()
    expect((await save({}, { id })).json).toMatchObject({ success: false, code: 'setting_changed' })
    expect((await save({ capacity: 4 }, { id, seen: 1 })).json.success).toBe(true)
    expect((await save({ capacity: 5 }, { id, seen: 1 })).json).toMatchObject({ code: 'setting_changed' })
    expect((await windowsOf(id)).map(({ capacity }) => capacity)).not.toContain(10)
  })

  test('needs an end after its start, and zones that exist', async () => {
    expect((await save({ ends: 540 })).json).toMatchObject({
      code: 'invalid_form',
      fields: { ends: 'The end has to be after the start' },
    })
    for (const zones of [[newId()], ['nonsense']])
      expect((await save({ zones })).json).toMatchObject({ code: 'invalid_form' })
  })

  test('with other times and days moves its empty windows', async () => {
    const { id } = await save()
    const last = weekdayOf((await windowsOf(id)).at(-1)?.day)
    await save({ starts: 600, ends: 720, days: [last] }, { id, seen: 1 })
    expect((await windowsOf(id)).map(({ day }) => weekdayOf(day))).toEqual([last])
    await save({ starts: 600, ends: 720 }, { id, seen: 2 })
    expect((await windowsOf(id)).length).toBeGreaterThanOrEqual(6)
  })

  test('may not have less capacity than is taken, nor other times or days than booked ones', async () => {
    const { id } = await save()
    const { window, startsAt, number } = await booked(id)
    const refused = { success: false, code: 'delivery_booked', booked: [{ from: startsAt, orders: [number] }] }
    expect((await save({ capacity: 0 }, { id, seen: 1 })).json).toMatchObject(refused)
    expect((await save({ starts: 570 }, { id, seen: 1 })).json).toMatchObject(refused)
    const day = weekdayOf((await windowsOf(id)).at(-1)?.day)
    expect((await save({ days: everyDay.filter((each) => each !== day) }, { id, seen: 1 })).json).toMatchObject(refused)
    expect((await owner.post('/api/delivery/remove-template', { id, seen: 1 })).json).toMatchObject(refused)
    expect((await save({ capacity: 1, fee: 5 }, { id, seen: 1 })).json.success).toBe(true)
    expect(await occupancyOf(shop.db, window)).toMatchObject({ taken: 1 })
  })

  test('that is switched off keeps what is booked and takes no more', async () => {
    const { id } = await save()
    const { window } = await booked(id)
    expect((await save({ active: false }, { id, seen: 1 })).json.success).toBe(true)
    expect((await windowsOf(id)).map((each) => each.id)).toEqual([window])
    const other = await aShopper(shop.db)
    await expect(holdWindow(shop.db, other, { windowId: window, zoneId: null })).rejects.toMatchObject({
      code: 'window_closed',
    })
    expect((await save({ active: true }, { id, seen: 2 })).json.success).toBe(true)
    expect((await windowsOf(id)).length).toBeGreaterThanOrEqual(6)
    expect(await occupancyOf(shop.db, window)).toMatchObject({ taken: 1 })
  })

  test('is removed with its windows', async () => {
    const { id } = await save()
    expect((await owner.post('/api/delivery/remove-template', { id, seen: 2 })).json.code).toBe('setting_changed')
    expect((await owner.post('/api/delivery/remove-template', { id, seen: 1 })).json.success).toBe(true)
    expect(await windowsOf(id)).toEqual([])
    expect((await owner.post('/api/delivery/remove-template', { id, seen: 1 })).json.code).toBe('setting_changed')
  })
})

test('a day with bookings can’t be closed; the empty windows of a closed day go, and come back', async () => {
  await clearBookings()
  const { id } = await save({ starts: 720, ends: 780 })
  await booked(id)
  const [first, last] = [(await windowsOf(id))[0]?.day, (await windowsOf(id)).at(-1)?.day]
  const close = (days: (string | undefined)[]) =>
    inTransaction(shop.db, async (tx) => {
      const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '20:00' }))
      const value = JSON.stringify({ week, closed: days })
      await sql`
        insert into setting (topic, value) values ('hours', ${value}::jsonb)
        on conflict (topic) do update set value = excluded.value`.execute(tx)
      await fitWindows(tx, { timeZone })
    })
  await expect(close([last])).rejects.toMatchObject({ code: 'delivery_booked', details: { booked: [{ held: 0 }] } })
  await clearBookings()
  await close([first, last])
  expect((await windowsOf(id)).map(({ day }) => day)).not.toContain(last)
  await close([])
  expect((await windowsOf(id)).map(({ day }) => day)).toContain(last)
})

test('a day with bookings can’t be closed either if their template is switched off', async () => {
  await clearBookings()
  const { id } = await save({ starts: 720, ends: 780 })
  await booked(id)
  const day = (await windowsOf(id)).at(-1)?.day
  expect((await save({ starts: 720, ends: 780, active: false }, { id, seen: 1 })).json.success).toBe(true)
  const { version } = (await owner.get('/api/delivery/hours')).json
  const hours = { week: everyDay.map((each) => ({ day: each, from: '08:00', to: '20:00' })), seen: version }
  const close = async (closed: (string | undefined)[], week = hours.week) =>
    (await owner.post('/api/delivery/save-hours', { ...hours, week, closed })).json
  const refused = { success: false, code: 'delivery_booked', booked: [{ held: 0 }] }
  expect(await close([day])).toMatchObject(refused)
  expect(
    await close(
      [],
      hours.week.filter((each) => each.day !== weekdayOf(day)),
    ),
  ).toMatchObject(refused)
  expect(
    await close(
      [],
      hours.week.map((each) => ({ ...each, from: '12:30' })),
    ),
  ).toMatchObject(refused)
  expect(await close([])).toMatchObject({ success: true })
  await clearBookings()
  await sql`delete from setting where topic = 'hours'`.execute(shop.db)
})

test('hours in which orders are booked can’t be closed; otherwise their delivery times go, and the template stays', async () => {
  await clearBookings()
  const { id } = await save({ starts: 720, ends: 780 })
  await booked(id)
  const { version } = (await owner.get('/api/delivery/hours')).json
  const hours = (from: string) => ({
    week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to: '20:00' })),
    closed: [],
    seen: version,
  })
  const before = await windowsOf(id)
  expect((await owner.post('/api/delivery/save-hours', hours('12:30'))).json).toMatchObject({ code: 'delivery_booked' })
  expect(await windowsOf(id)).toEqual(before)
  await clearBookings()
  expect((await owner.post('/api/delivery/save-hours', hours('12:30'))).json).toMatchObject({ success: true })
  expect(await windowsOf(id)).toEqual([])
  const { templates, week } = (await owner.get('/api/delivery/templates')).json
  expect(week).toHaveLength(7)
  expect(templates.find((each) => each.id === id)).toMatchObject({ active: true })
  await sql`delete from setting where topic = 'hours'`.execute(shop.db)
})

test('orders that were delivered early are no bookings: their day can be closed, and their window changed', async () => {
  await clearBookings()
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const ordered = async (template: string) => {
    const window = (await windowsOf(template)).at(-1)
    const sent = { address, items, delivery: { window: window?.id } }
    const { json } = await shopper.post('/api/order/cod', sent, { 'idempotency-key': newId() })
    return { order: json.orderId as string, number: json.orderNumber as number, day: window?.day, window: window?.id }
  }
  const input = { starts: 720, ends: 780, capacity: 2 }
  const { id } = await save(input)
  const [first, second] = [await ordered(id), await ordered(id)]
  await deliver(owner, first.order)
  const { version } = (await owner.get('/api/delivery/hours')).json
  const week = everyDay.map((day) => ({ day, from: '08:00', to: '20:00' }))
  const close = async (seen: number) =>
    (await owner.post('/api/delivery/save-hours', { week, closed: [first.day], seen })).json
  // Of the two, only the open one is in the way.
  const refused = { code: 'delivery_booked', booked: [{ orders: [second.number], held: 0 }] }
  expect(await close(version)).toMatchObject(refused)
  expect((await save({ ...input, capacity: 0 }, { id, seen: 1 })).json).toMatchObject(refused)
  await deliver(owner, second.order)
  expect((await save({ ...input, capacity: 1 }, { id, seen: 1 })).json.success).toBe(true)
  expect(await occupancyOf(shop.db, first.window ?? '')).toMatchObject({ taken: 2 })
  expect(await close(version)).toMatchObject({ success: true })
  expect((await windowsOf(id)).map(({ day }) => day)).not.toContain(first.day)
  // The board still has them.
  const { windows } = (await owner.get(`/api/delivery/board?day=${first.day}`)).json
  expect(windows.find((each) => each.id === first.window).orders).toHaveLength(2)
  expect((await owner.post('/api/delivery/remove-template', { id, seen: 2 })).json.success).toBe(true)
  await sql`delete from setting where topic = 'hours'`.execute(shop.db)
})

describe('the board', () => {
  test('shows the orders of a day by window, and those without one', async () => {
    const { id } = await save({ starts: 1380, ends: 1440, cutOff: 0, capacity: 2 })
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db)
    const items = [{ product: product.id, quantity: 1 }]
    const window = (await windowsOf(id)).at(-1)
    const order = async (delivery?: object) =>
      (await shopper.post('/api/order/cod', { address, items, delivery }, { 'idempotency-key': newId() })).json
    const inWindow = await order({ window: window?.id })
    await sql`update window_template set active = false`.execute(shop.db)
    const without = await order()
    await sql`update window_template set active = true`.execute(shop.db)
    const { json } = await owner.get(`/api/delivery/board?day=${window?.day}`)
    const shown = json.windows.find((each) => each.id === window?.id)
    expect(shown).toMatchObject({
      capacity: 2,
      held: 0,
      count: 1,
      orders: [{ number: inWindow.orderNumber, name: 'Somchai Jaidee' }],
    })
    expect(json.others).toEqual([])
    expect((await owner.get('/api/delivery/board')).json).toMatchObject({
      day: dayIn(timeZone),
      today: dayIn(timeZone),
      others: [{ number: without.orderNumber, street: '88 Charoen Krung Rd' }],
    })
    expect((await owner.get('/api/delivery/board?day=2026-02-30')).json.code).toBe('malformed')

    // As soon as possible: today's, also if it comes after midnight.
    const day = (days: number) => dayIn(timeZone, new Date(Date.now() + days * 24 * 3_600_000))
    const daysOf = async (promised: string) => {
      await shop.pool.query(`update shop_order set promised_at = ${promised} where id = $1`, [without.orderId])
      const shown: number[] = []
      for (const days of [-1, 0, 1, 2]) {
        const { others } = (await owner.get(`/api/delivery/board?day=${day(days)}`)).json
        if (others.some((each) => each.number === without.orderNumber)) shown.push(days)
      }
      return shown
    }
    const startOf = (days: number) => `('${day(days)}'::timestamp at time zone '${timeZone}')`
    expect(await daysOf('null')).toEqual([0])
    expect(await daysOf(startOf(0))).toEqual([0])
    expect(await daysOf(`${startOf(1)} - interval '1 second'`)).toEqual([0])
    expect(await daysOf(startOf(1))).toEqual([0])
    expect(await daysOf(`${startOf(2)} - interval '1 second'`)).toEqual([0])
    expect(await daysOf(`${startOf(0)} - interval '1 second'`)).toEqual([0])
    expect(await daysOf(`${startOf(0)} - interval '3 days'`)).toEqual([0])
  })

  test('says of an order that came back when and why', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db)
    const items = [{ product: product.id, quantity: 1 }]
    await sql`update window_template set active = false`.execute(shop.db)
    const { orderId, orderNumber } = (await shopper.post('/api/order/cod', { address, items })).json
    await sql`update window_template set active = true`.execute(shop.db)
    const shown = async () =>
      (await owner.get('/api/delivery/board')).json.others.find(({ number }) => number === orderNumber)
    await shop.pool.query("update shop_order set status = 'Packing' where id = $1", [orderId])
    expect(await shown()).not.toHaveProperty('failedAttempt')
    const at = '2026-11-23T07:05:00.000Z'
    await shop.pool.query(
      `insert into delivery_assignment (id, order_id, rider, attempts, first_attempted_at, attempted_at, reason, ended_at, outcome)
       values ($1, $2, 'lek@shop.example', 1, $3, $3, 'another_time', now(), 'came back')`,
      [newId(), orderId, at],
    )
    expect(await shown()).toMatchObject({ failedAttempt: { at, reason: 'another_time', back: true } })
  })

  test('has cash to collect of cash orders only, not of one that awaits its payment', async () => {
    const { id } = await save({ starts: 1320, ends: 1380, cutOff: 0, capacity: 2 })
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { offerPrice: 10_000 })
    const window = (await windowsOf(id)).at(-1)
    const order = async (way: 'cod' | 'stripe', quantity: number) =>
      (
        await shopper.post(`/api/order/${way}`, {
          address,
          items: [{ product: product.id, quantity }],
          delivery: { window: window?.id },
        })
      ).json
    expect(await order('cod', 1)).toMatchObject({ success: true })
    expect(await order('stripe', 2)).toMatchObject({ success: true })
    const { json } = await owner.get(`/api/delivery/board?day=${window?.day}`)
    const { orders } = json.windows.find((each) => each.id === window?.id)
    expect(orders).toMatchObject([
      { amount: 102, toCollect: 102 },
      { status: 'Awaiting payment', amount: 204, toCollect: 0 },
    ])
  })

  test('says how many orders there are, also of a busy day whose orders it doesn’t send all', async () => {
    await clearBookings()
    const { id } = await save({ starts: 1260, ends: 1320, cutOff: 0, capacity: 2000 })
    const { window, number } = await booked(id)
    const day = (await windowsOf(id)).at(-1)?.day
    const copies = (count: number, to: string | null) =>
      sql`
        insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
          language, fingerprint, window_id)
        select gen_random_uuid(), shopper_id, 'COD', status, subtotal_cents, tax_cents, amount_cents, address, language,
          fingerprint, ${to}::uuid
        from shop_order, generate_series(1, ${count}::int) where number = ${number}`.execute(shop.db)
    await copies(1000, window)
    await copies(101, null)
    const { json } = await owner.get(`/api/delivery/board?day=${day}`)
    const busy = json.windows.find((each) => each.id === window)
    const board = async () => (await owner.get('/api/delivery/board')).json
    expect([busy.count, busy.orders.length]).toEqual([1001, 1000])
    const { others, othersCount } = await board()
    expect([othersCount, others.length]).toEqual([101, 100])
    await copies(900, null)
    expect((await board()).othersCount).toBe(1000)
    await clearBookings()
    expect(await board()).toMatchObject({ others: [], othersCount: 0 })
  })
})
