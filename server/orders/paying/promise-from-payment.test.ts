import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { momentOf } from '../../../contract/delivery/opening-hours.ts'
import { deliveryText } from '../../../contract/delivery/window-text.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { runTask } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { aZone } from '../../../testing/makers/rows.ts'
import type { Person } from '../../../testing/shop.ts'
import { promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { newId } from '../../common/ids.ts'
import { handlePaymentEvent } from './handle-payment-event.ts'

/*
 * The shop begins with an order when it is paid, so the minutes that it promised begin then.
 */

/** A time zone in which it is noon, so that no day ends meanwhile. */
const hoursAhead = 12 - new Date().getUTCHours()
const timeZone = `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
const shopConfig = { ...bangkokShop, timeZone }
const minute = 60_000

let open: Awaited<ReturnType<typeof promptPayShop>>
beforeAll(async () => {
  open = await promptPayShop({ shop: shopConfig })
  await aZone(open.shop.db, { isDefault: true })
})
afterAll(() => open.shop.close())
beforeEach(async () => {
  await open.shop.pool.query("update shop_order set status = 'Cancelled', promised_at = null")
  await open.shop.pool.query("delete from setting where topic in ('asap', 'hours')")
  await set('asap', { enabled: true, limitMinutes: 120, pickers: 2, riders: 2 })
})

const set = (topic: string, value: object) =>
  open.shop.pool.query('insert into setting (topic, value) values ($1, $2)', [topic, JSON.stringify(value)])
const orderOf = async (shopper: Person, id: string) => (await shopper.get(`/api/order/get?id=${id}`)).json.order
const promised = async (id: string): Promise<number> =>
  (await open.shop.pool.query('select promised_at from shop_order where id = $1', [id])).rows[0].promised_at.getTime()

/** An ASAP order that was placed some minutes ago and isn't paid. */
async function unpaid(minutes: number, { path = '/api/order/promptpay' } = {}) {
  const { shopper, order: first, body } = await open.anOrder()
  await shopper.post('/api/order/cancel', { orderId: first.orderId })
  const { json } = await shopper.post(path, { ...body, delivery: { asap: true } }, { 'idempotency-key': newId() })
  if (!json.success) throw new Error(json.message)
  const id: string = json.orderId ?? new URL(json.url).searchParams.get('order')
  await open.shop.pool.query(
    `update shop_order set created_at = created_at - make_interval(mins => $2),
       promised_at = promised_at - make_interval(mins => $2) where id = $1`,
    [id, minutes],
  )
  return { id, shopper, was: await promised(id) }
}
async function mailOf(orderId: string) {
  const { tasks, sent } = mailsOf(open.shop)
  await runTask(tasks, 'send-order-mail', { orderId })
  return sent[0]?.text
}
const confirm = async (orderId: string) => (await open.owner.post('/api/payment/confirm', { orderId })).json
test('an order that is paid half an hour later comes half an hour later, and its mail says so', async () => {
  const { id, shopper, was } = await unpaid(32)
  expect((await confirm(id)).success).toBe(true)
  const now = await promised(id)
  expect(now - was).toBe(32 * minute)
  expect(Date.parse((await orderOf(shopper, id)).delivery.promisedAt)).toBe(now)
  const inMail = { language: 'en', timeZone: bangkokShop.timeZone } as const
  expect(await mailOf(id)).toContain(deliveryText({ from: null, to: new Date(now) }, inMail))
  expect(await mailOf(id)).not.toContain('over already')
})

test('so does one that was paid by card', async () => {
  const { id, was } = await unpaid(20, { path: '/api/order/stripe' })
  const { amount_cents: amountCents } = (
    await open.shop.pool.query('select amount_cents::int from payment where order_id = $1', [id])
  ).rows[0]
  await handlePaymentEvent(
    { db: open.shop.db, log: open.shop.app.log, shop: shopConfig },
    { id: newId(), kind: 'paid', orderId: id, ours: true, payment: newId(), amountCents, currency: 'thb' },
  )
  expect((await promised(id)) - was).toBe(20 * minute)
})

test('what is confirmed twice is moved once', async () => {
  const { id, was } = await unpaid(10)
  await Promise.all([confirm(id), confirm(id), confirm(id)])
  expect((await promised(id)) - was).toBe(10 * minute)
  await confirm(id)
  expect((await promised(id)) - was).toBe(10 * minute)
})

test('one that is paid at once keeps its time', async () => {
  const { id, was } = await unpaid(0)
  await confirm(id)
  expect(await promised(id)).toBe(was)
})

test('one that is paid while the shop is closed has its minutes from the opening on', async () => {
  const { id, was } = await unpaid(15)
  const placed = (await open.shop.pool.query('select created_at from shop_order where id = $1', [id])).rows[0]
    .created_at
  const day = (ahead: number) => dayIn(timeZone, new Date(Date.now() + ahead * 24 * 60 * minute))
  const week = [1, 2, 3, 4, 5, 6, 7].map((each) => ({ day: each, from: '08:00', to: '20:00' }))
  await set('hours', { week, closed: [day(0), day(1)] })
  await confirm(id)
  const opens = momentOf(day(2), 8 * 60, timeZone).getTime()
  const late = (await promised(id)) - opens - (was - placed.getTime())
  expect(Math.abs(late)).toBeLessThan(minute)
})

test.each([
  [50, 0],
  [100, 2],
])(
  'one of %i minutes that is paid five minutes before closing has them from %i days later on',
  async (minutes, days) => {
    const { id } = await unpaid(15)
    const { rows } = await open.shop.pool.query(
      `update shop_order set promised_at = created_at + make_interval(mins => $2) where id = $1 returning promised_at`,
      [id, minutes],
    )
    const day = (ahead: number) => dayIn(timeZone, new Date(Date.now() + ahead * 24 * 60 * minute))
    const soon = new Date(Date.now() + 5 * minute)
    const to = soon.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })
    // Open since midnight, and closed tomorrow.
    await set('hours', {
      week: [1, 2, 3, 4, 5, 6, 7].map((each) => ({ day: each, from: '00:00', to })),
      closed: [day(1)],
    })
    await confirm(id)
    const begins = days === 0 ? Date.now() : momentOf(day(days), 0, timeZone).getTime()
    const late = (await promised(id)) - begins - minutes * minute
    expect(Math.abs(late)).toBeLessThan(minute)
    expect(await promised(id)).toBeGreaterThan(rows[0].promised_at.getTime())
  },
)

/** Gives an order a delivery window that ends some minutes from now. */
async function putIntoWindow(orderId: string, ends: number): Promise<void> {
  await open.shop.pool.query(
    `with own as (
       insert into delivery_window (id, day, starts_at, ends_at, cut_off_at, capacity, taken)
       values ($1, current_date, now() + make_interval(mins => $3 - 120), now() + make_interval(mins => $3), now(), 5, 1)
       returning *)
     update shop_order set window_id = own.id, deliver_from = starts_at, promised_at = ends_at
     from own where shop_order.id = $2`,
    [newId(), orderId, ends],
  )
}

test('one in a delivery window keeps it', async () => {
  const { id } = await unpaid(25)
  await putIntoWindow(id, 180)
  const was = await promised(id)
  await confirm(id)
  expect(await promised(id)).toBe(was)
  expect(await mailOf(id)).not.toContain('over already')
})

test('the mail of one whose window is over when it is paid says so', async () => {
  const { id } = await unpaid(25)
  await putIntoWindow(id, -5)
  await confirm(id)
  expect(await mailOf(id)).toContain('This time is over already. The shop will agree on another one with you.')
})
