import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WindowTemplateInput } from '../../../contract/calls/windows.ts'
import { shop as shopConfig } from '../../../shop.config.ts'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { untilBlocked } from '../../../testing/database/until-blocked.ts'
import { anAddress, aProduct, aShopper } from '../../../testing/makers/rows.ts'
import { occupancyOf } from '../../../testing/makers/windows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { restoreOrder } from '../../orders/steps/restore-order.ts'
import { recountTaken } from '../windows/hold-queries.ts'
import { holdWindow } from '../windows/holds.ts'
import { fitWindows } from '../windows/windows.ts'
import { storeHours } from './save-hours.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

const { timeZone } = shopConfig
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const usual: WindowTemplateInput = { days: everyDay, starts: 720, ends: 780, capacity: 3, cutOff: 60, active: true }
const week = everyDay.map((day) => ({ day, from: '08:00', to: '20:00' }))

let template: string
let last: { id: string; day: string }
beforeEach(async () => {
  await sql`delete from setting where topic = 'hours'`.execute(shop.db)
  await sql`update shop_order set window_id = null, status = 'Cancelled'`.execute(shop.db)
  await sql`delete from delivery_window`.execute(shop.db)
  await sql`delete from window_template`.execute(shop.db)
  template = newId()
  expect((await save()).success).toBe(true)
  last = (await windows()).at(-1) ?? expect.fail('no windows')
})

const save = async (typed: Partial<WindowTemplateInput> = {}, seen = 0) =>
  (await owner.post('/api/delivery/save-template', { ...usual, ...typed, id: template, seen })).json
/** The windows of the template from tomorrow on: today's may be over, and stays then. */
const windows = async () => {
  const { rows } = await sql<{ id: string; day: string }>`
    select id, day::text from delivery_window
    where template_id = ${template} and day > (now() at time zone ${timeZone})::date order by starts_at`.execute(
    shop.db,
  )
  return rows
}
const idOf = (day: string) => windows().then((all) => all.find((each) => each.day === day)?.id)
const saveHours = async (hours: object, seen?: number) => {
  const { version } = (await owner.get('/api/delivery/hours')).json
  return (await owner.post('/api/delivery/save-hours', { week, closed: [], seen: seen ?? version, ...hours })).json
}
const close = (more: object = {}) => saveHours({ closed: [last.day], ...more })
const hold = async (window = last.id) => {
  const shopper = await aShopper(shop.db)
  await holdWindow(shop.db, shopper, { windowId: window, zoneId: null })
  return shopper
}
async function shopperWhoOrders() {
  const person = await verified(shop)
  const address = await anAddress(shop.db, person.user._id)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const order = async (window = last.id) =>
    (await person.post('/api/order/cod', { address, items, delivery: { window } }, { 'idempotency-key': newId() })).json
  return { person, order }
}
const holdsOf = async (shopperId: string) =>
  (await sql`select from window_hold where shopper_id = ${shopperId}`.execute(shop.db)).rows.length

describe('a window that is only held', () => {
  test('goes with its day, and its shopper is asked for another time', async () => {
    const { person, order } = await shopperWhoOrders()
    expect((await person.post('/api/delivery/hold', { window: last.id })).json.success).toBe(true)
    expect(await close()).toMatchObject({ success: true })
    expect(await idOf(last.day)).toBeUndefined()
    expect(await holdsOf(person.user._id)).toBe(0)
    expect(await order()).toMatchObject({ success: false, code: 'window_closed' })
    expect((await person.post('/api/delivery/hold', { window: last.id })).json).toMatchObject({ code: 'window_closed' })
    const other = (await windows()).at(-1)?.id ?? ''
    expect((await person.post('/api/delivery/hold', { window: other })).json.success).toBe(true)
  })

  test('goes with shorter hours, other times of its template and its removal; others stay held', async () => {
    await hold()
    expect(await saveHours({ week: week.map((each) => ({ ...each, from: '12:30' })) })).toMatchObject({ success: true })
    expect(await windows()).toEqual([])
    await saveHours({})
    const kept = await hold((await windows()).at(-1)?.id)
    expect(await close({ closed: [] })).toMatchObject({ success: true })
    expect(await holdsOf(kept.id)).toBe(1)
    expect(await save({ starts: 780, ends: 840 }, 1)).toMatchObject({ success: true })
    expect(await holdsOf(kept.id)).toBe(0)
    const again = await hold((await windows()).at(-1)?.id)
    expect((await owner.post('/api/delivery/remove-template', { id: template, seen: 2 })).json.success).toBe(true)
    expect(await holdsOf(again.id)).toBe(0)
  })

  test('by more shoppers than it may have then loses as many as are too many', async () => {
    const { order } = await shopperWhoOrders()
    expect((await order()).success).toBe(true)
    for (let shoppers = 0; shoppers < 2; shoppers += 1) await hold()
    expect(await save({ capacity: 2 }, 1)).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 2, orders: 1, holds: 1 })
    expect(await save({ capacity: 0 }, 2)).toMatchObject({ success: false, code: 'delivery_booked' })
    expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 2, orders: 1, holds: 1 })
  })

  test('by an account that was deleted goes too', async () => {
    const { id } = await hold()
    await shop.db.deleteFrom('shopper').where('id', '=', id).execute()
    expect(await close()).toMatchObject({ success: true })
    expect(await idOf(last.day)).toBeUndefined()
  })
})

describe('a day with orders', () => {
  test('is refused with the orders, and nothing changes, also no hold', async () => {
    const { order } = await shopperWhoOrders()
    const { orderNumber } = await order()
    const shopper = await hold()
    for (const keepsBooked of [undefined, false])
      expect(await close({ keepsBooked })).toMatchObject({
        success: false,
        code: 'delivery_booked',
        booked: [{ orders: [orderNumber], held: 1 }],
      })
    expect((await owner.get('/api/delivery/hours')).json.hours).toBeNull()
    expect(await holdsOf(shopper.id)).toBe(1)
    expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 2, orders: 1, holds: 1 })
  })

  test('can be closed for new orders: what is booked stays, on the board too, and can be moved away', async () => {
    const { person, order } = await shopperWhoOrders()
    const { orderId, orderNumber } = await order()
    const holder = await hold()
    expect(await close({ keepsBooked: true })).toMatchObject({ success: true, hours: { closed: [last.day] } })
    expect(await holdsOf(holder.id)).toBe(0)
    expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 1, orders: 1, holds: 0 })

    const other = await shopperWhoOrders()
    expect(await other.order()).toMatchObject({ success: false, code: 'window_closed' })
    expect((await other.person.post('/api/delivery/hold', { window: last.id })).json.code).toBe('window_closed')
    const { windows: offered } = (await person.get('/api/delivery/options')).json
    expect(offered.map((each) => each.id)).not.toContain(last.id)
    const board = async () => (await owner.get(`/api/delivery/board?day=${last.day}`)).json.windows
    expect(await board()).toMatchObject([{ id: last.id, orders: [{ number: orderNumber }] }])

    // Neither another save of the hours, nor one of the template, asks again or changes it.
    expect(await close({ week: week.slice(0, 6) })).toMatchObject({ success: true })
    expect(await close()).toMatchObject({ success: true })
    expect(await save({ capacity: 1 }, 1)).toMatchObject({ success: true })
    expect(await inTransaction(shop.db, recountTaken)).toBe(0)
    expect(await occupancyOf(shop.db, last.id)).toMatchObject({ taken: 1, orders: 1 })

    const to = (await windows())[1]?.id ?? ''
    const moved = await owner.post('/api/order/move-window-as-seller', { id: orderId, window: to })
    expect(moved.json).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, to)).toMatchObject({ taken: 1 })
    expect(await occupancyOf(shop.db, last.id)).toMatchObject({ taken: 0 })
    expect(await board()).toEqual([])
    // Nothing is moved back there.
    const back = await owner.post('/api/order/move-window-as-seller', { id: orderId, window: last.id })
    expect(back.json).toMatchObject({ code: 'window_closed' })
  })

  test('that opens again has its windows with what is booked: they are never overbooked', async () => {
    const { order } = await shopperWhoOrders()
    for (let orders = 0; orders < 2; orders += 1) expect((await order()).success).toBe(true)
    await close({ keepsBooked: true })
    expect(await save({ fee: 5 }, 1)).toMatchObject({ success: true })
    expect(await saveHours({})).toMatchObject({ success: true })
    expect(await idOf(last.day)).toBe(last.id)
    await hold()
    await expect(hold()).rejects.toMatchObject({ code: 'window_full' })
    expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 3, orders: 2, holds: 1 })
    const { rows } = await sql`
      select fee_cents::int from delivery_window where starts_at = (
        select starts_at from delivery_window where id = ${last.id})`.execute(shop.db)
    expect(rows).toEqual([{ feeCents: 500 }])
    // Fewer than are booked, meanwhile: full, not overbooked.
    await close({ keepsBooked: true })
    expect(await save({ capacity: 1 }, 2)).toMatchObject({ success: true })
    expect(await saveHours({})).toMatchObject({ success: true })
    await expect(hold()).rejects.toMatchObject({ code: 'window_full' })
    expect(await close()).toMatchObject({ code: 'delivery_booked' })
  })

  test('keeps the order whose cancellation is undone', async () => {
    const { person, order } = await shopperWhoOrders()
    const { orderId } = await order()
    await close({ keepsBooked: true })
    expect((await person.post('/api/order/cancel', { orderId })).json).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, last.id)).toMatchObject({ taken: 0 })
    await inTransaction(shop.db, (tx) => restoreOrder(tx, orderId, { cash: 0, by: 'rider@shop.example' }))
    expect(await occupancyOf(shop.db, last.id)).toMatchObject({ taken: 1, orders: 1 })
  })
})

test('an order that has read its window before the closing, and is written after it, is refused', async () => {
  const [first, second] = [await shopperWhoOrders(), await shopperWhoOrders()]
  expect((await first.order()).success).toBe(true)
  const late = await inTransaction(shop.db, async (tx) => {
    await storeHours(tx, { week, closed: [last.day] }, { seen: 0, by: undefined, timeZone })
    await fitWindows(tx, { timeZone, keepsBooked: true })
    const order = second.order()
    await untilBlocked(shop.pool)
    return { order }
  })
  expect(await late.order).toMatchObject({ success: false, code: 'window_closed' })
  expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 1, orders: 1, holds: 0 })
})

describe('an order at the instant of the closing', () => {
  /** A shopper who may hold the window, and the window's lock. */
  async function someone({ holds }: { holds: boolean }) {
    const shopper = await shopperWhoOrders()
    if (holds)
      expect((await shopper.person.post('/api/delivery/hold', { window: last.id })).json).toMatchObject({
        success: true,
      })
    return { ...shopper, lock: { table: 'delivery_window', id: last.id } } as const
  }
  const codeOf = ({ code, success }: { code?: string; success: boolean }) => (success ? 'success' : code)
  /** The template of the window, null if it takes no more orders, undefined if it is gone; and its orders' numbers. */
  async function stateOfWindow() {
    const { rows } = await sql<{ templateId: string | null; numbers: number[] }>`
      select template_id, array(select number from shop_order where window_id = delivery_window.id) as numbers
      from delivery_window where id = ${last.id}`.execute(shop.db)
    return rows[0]
  }
  afterEach(async () => expect(await inTransaction(shop.db, recountTaken)).toBe(0))

  describe.each([{ holds: false }, { holds: true }])('of a shopper who holds the window: $holds', ({ holds }) => {
    test('but before it is kept, and the window takes no more', async () => {
      const shopper = await someone({ holds })
      const closing = () => close({ keepsBooked: true })
      const replies = await inLockOrder(shop.pool, shopper.lock, () => shopper.order(), closing)
      expect(replies.map(codeOf)).toEqual(['success', 'success'])
      expect(await stateOfWindow()).toEqual({ templateId: null, numbers: [replies[0].orderNumber] })
      expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 1, orders: 1, holds: 0 })
      expect(codeOf(await (await shopperWhoOrders()).order())).toBe('window_closed')
    })

    test('but before it is named by the refusal of a closing that keeps none', async () => {
      const shopper = await someone({ holds })
      const replies = await inLockOrder(
        shop.pool,
        shopper.lock,
        () => shopper.order(),
        () => close(),
      )
      expect(replies.map(codeOf)).toEqual(['success', 'delivery_booked'])
      expect(replies[1].booked).toMatchObject([{ orders: [replies[0].orderNumber], held: 0 }])
      expect(await stateOfWindow()).toEqual({ templateId: template, numbers: [replies[0].orderNumber] })
      expect(await occupancyOf(shop.db, last.id)).toEqual({ taken: 1, orders: 1, holds: 0 })
    })

    test.each([true, false])('but after it is refused, whether it keeps orders or not: %s', async (keepsBooked) => {
      const shopper = await someone({ holds })
      const closing = () => close({ keepsBooked })
      const replies = await inLockOrder(shop.pool, shopper.lock, closing, () => shopper.order())
      expect(replies.map(codeOf)).toEqual(['success', 'window_closed'])
      expect([await stateOfWindow(), await holdsOf(shopper.person.user._id)]).toEqual([undefined, 0])
    })
  })
})
