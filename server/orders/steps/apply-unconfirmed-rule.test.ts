import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../../shop.config.ts'
import { countJobs } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { seller, verified } from '../../../testing/shop.ts'
import { stripeShop } from '../../../testing/shops/stripe-shop.ts'
import { newId } from '../../common/ids.ts'
import { applyUnconfirmedRule } from './apply-unconfirmed-rule.ts'

const { stripe, shop, postWebhook, close } = await stripeShop()
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await close()
})
beforeEach(async () => {
  // Orders of the tests before are confirmed: the rule leaves them alone.
  await shop.pool.query("update shop_order set status = 'Confirmed' where status = 'Order Placed'")
  await shop.pool.query("delete from setting where topic in ('unconfirmed', 'hours')")
})

const logged: object[] = []
const log = { error: (fields: object) => void logged.push(fields), warn: () => {} }
/** Applies the rule in a shop that has applied it each minute for a week. */
async function run(now = new Date()) {
  await shop.pool.query(
    `insert into unconfirmed_rule_run (ran_at, running_since)
     values ($1::timestamptz - interval '1 minute', $1::timestamptz - interval '7 days')
     on conflict (single) do update set ran_at = excluded.ran_at, running_since = excluded.running_since`,
    [now],
  )
  await applyUnconfirmedRule(shop.db, { ...shopConfig, log }, now)
}
const save = async (action: string, afterMinutes = 10) => {
  const { version } = (await owner.get('/api/delivery/unconfirmed')).json
  return (await owner.post('/api/delivery/save-unconfirmed', { action, afterMinutes, seen: version })).json
}
/** Saves a rule that counts for orders that were placed before it, too. */
async function rule(action: string, afterMinutes?: number) {
  expect(await save(action, afterMinutes)).toMatchObject({ success: true })
  await shop.pool.query("update setting set changed_at = now() - interval '1 day' where topic = 'unconfirmed'")
}

async function anOrder(minutes: number) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, { stock: 5 })
  const body = { address, items: [{ product: product.id, quantity: 2 }] }
  const { json } = await shopper.post('/api/order/cod', body, { 'idempotency-key': newId() })
  await placedAgo(json.orderId, minutes)
  return { id: json.orderId as string, number: json.orderNumber as number, product: product.id, shopper }
}
/** An order of two at 10.00 that awaits its payment by card. */
async function onlineOrder() {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: (await aProduct(shop.db, { offerPrice: 1000 })).id, quantity: 2 }]
  return (await shopper.post('/api/order/stripe', { address, items })).json.orderId as string
}
const placedAgo = (id: string, minutes: number) =>
  shop.pool.query('update order_event set at = now() - make_interval(mins => $2) where order_id = $1', [id, minutes])
const ofSeller = async (number: number) => (await owner.get(`/api/order/seller?q=${number}`)).json.orders[0]
const jobs = (key: string) => countJobs(shop.pool, { key })
const cancelledMails = (id: string) => jobs(`cancelled-mail:${id}`)

describe('an unconfirmed order', () => {
  test('waits until someone does, unless the owner has chosen otherwise', async () => {
    const order = await anOrder(600)
    await run()
    await rule('ring')
    await run()
    expect((await ofSeller(order.number)).status).toBe('Order Placed')
  })

  test('is confirmed by the rule, not before its time', async () => {
    const [due, recent] = [await anOrder(11), await anOrder(9)]
    await rule('confirm')
    await run()
    const order = await ofSeller(due.number)
    expect(order.status).toBe('Confirmed')
    expect(order.timeline.at(-1)).toMatchObject({ status: 'Confirmed', by: 'rule' })
    expect((await ofSeller(recent.number)).status).toBe('Order Placed')
    // Its shopper sees no name for it.
    const [seen] = (await due.shopper.get('/api/order/user')).json.orders
    expect(seen.timeline.at(-1)).not.toHaveProperty('by')
  })

  test('isn’t cancelled right after an outage: the minutes count from when the rule runs again', async () => {
    const order = await anOrder(60)
    await rule('cancel')
    // The rule ran half an hour ago, and not since.
    const back = Date.now()
    await shop.pool.query('delete from unconfirmed_rule_run')
    const ranAt = new Date(back - 30 * 60_000)
    await shop.pool.query('insert into unconfirmed_rule_run (ran_at, running_since) values ($1, $1)', [ranAt])
    for (let minute = 0; minute < 10; minute++) {
      await applyUnconfirmedRule(shop.db, { ...shopConfig, log }, new Date(back + minute * 60_000))
      expect((await ofSeller(order.number)).status, `${minute}`).toBe('Order Placed')
    }
    await applyUnconfirmedRule(shop.db, { ...shopConfig, log }, new Date(back + 10 * 60_000))
    expect((await ofSeller(order.number)).status).toBe('Cancelled')
  })

  test('is cancelled once by two processes: stock comes back, nothing is owed, its shopper gets one mail', async () => {
    const orders = [await anOrder(11), await anOrder(12), await anOrder(13)]
    await rule('cancel')
    await Promise.all([run(), run(), run()])
    for (const { id, number, product, shopper } of orders) {
      const order = await ofSeller(number)
      expect(order.status).toBe('Cancelled')
      expect(order.timeline.filter(({ status }) => status === 'Cancelled')).toHaveLength(1)
      expect(order.money).toMatchObject({ cost: 0, received: 0, balance: 0 })
      expect(await stockOf(shop.db, product)).toBe(5)
      const [seen] = (await shopper.get('/api/order/user')).json.orders
      expect(seen.timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'rule' })
      expect(await cancelledMails(id)).toBe(1)
      expect(await jobs(`unconfirmed-change-mail:${id}`)).toBe(1)
    }
  })

  test('that can’t be cancelled is logged, and the rule is applied to those after it', async () => {
    const [broken, next] = [await anOrder(11), await anOrder(12)]
    await rule('cancel')
    await shop.pool.query(`
      create function fail_update() returns trigger language plpgsql as $$ begin raise 'can’t be updated'; end $$;
      create trigger fail_update before update on shop_order
        for each row when (old.id = '${broken.id}') execute function fail_update()`)
    await run().finally(() => shop.pool.query('drop function fail_update cascade'))
    expect(logged.splice(0)).toMatchObject([{ order: broken.id, err: { message: 'can’t be updated' } }])
    const statuses = async () => [(await ofSeller(broken.number)).status, (await ofSeller(next.number)).status]
    expect(await statuses()).toEqual(['Order Placed', 'Cancelled'])
    await run()
    expect([await statuses(), logged]).toEqual([['Cancelled', 'Cancelled'], []])
  })

  test('that was paid is refunded through the ledger when it is cancelled', async () => {
    const id = await onlineOrder()
    await postWebhook(await stripe.pay(stripe.pageOf(id)))
    await placedAgo(id, 11)
    await rule('cancel')
    await Promise.all([run(), run()])
    const { rows } = await shop.pool.query('select number from shop_order where id = $1', [id])
    const order = await ofSeller(rows[0].number)
    expect(order).toMatchObject({ status: 'Cancelled', refund: 'due' })
    expect(order.money).toMatchObject({ cost: 0, received: 20.4, balance: -20.4 })
  })

  test('that a seller has confirmed or that awaits its payment is left alone', async () => {
    const order = await anOrder(30)
    await owner.post('/api/order/take-step', { id: order.id, from: 'Order Placed', status: 'Confirmed' })
    await placedAgo(order.id, 30)
    const orderId = await onlineOrder()
    await placedAgo(orderId, 30)
    await rule('cancel')
    await run()
    expect((await ofSeller(order.number)).status).toBe('Confirmed')
    const { rows } = await shop.pool.query('select status from shop_order where id = $1', [orderId])
    expect(rows[0].status).toBe('Awaiting payment')
  })

  test('gets the minutes of the rule anew when its confirmation is undone', async () => {
    const order = await anOrder(300)
    await rule('cancel')
    await owner.post('/api/order/take-step', { id: order.id, from: 'Order Placed', status: 'Confirmed' })
    await owner.post('/api/order/undo-step', { id: order.id, from: 'Confirmed' })
    await run()
    expect((await ofSeller(order.number)).status).toBe('Order Placed')
    await run(new Date(Date.now() + 11 * 60_000))
    expect((await ofSeller(order.number)).status).toBe('Cancelled')
  })

  test('gets the minutes of the rule anew when the rule is saved', async () => {
    const order = await anOrder(300)
    expect(await save('cancel')).toMatchObject({ success: true })
    await run()
    expect((await ofSeller(order.number)).status).toBe('Order Placed')
    await run(new Date(Date.now() + 11 * 60_000))
    expect((await ofSeller(order.number)).status).toBe('Cancelled')
  })

  test('that came at night gets them from the opening on', async () => {
    const order = await anOrder(300)
    await rule('cancel')
    // Open every day from nine; now it is five minutes after nine, and then a quarter past.
    const hours = { week: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', to: '18:00' })), closed: [] }
    await shop.pool.query("insert into setting (topic, value) values ('hours', $1)", [JSON.stringify(hours)])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    for (const [time, status] of [
      ['08:55', 'Order Placed'],
      ['09:05', 'Order Placed'],
      ['09:15', 'Cancelled'],
    ] as const) {
      await run(new Date(`${tomorrow}T${time}:00+07:00`))
      expect((await ofSeller(order.number)).status, time).toBe(status)
    }
  })
})

test('the rule has its limits, and is refused if a colleague has saved another one', async () => {
  expect((await owner.get('/api/delivery/unconfirmed')).json).toMatchObject({ rule: null, version: 0 })
  for (const minutes of [0, 5, 241])
    expect(await save('cancel', minutes)).toMatchObject({
      code: 'invalid_form',
      fields: { afterMinutes: expect.any(String) },
    })
  expect((await save('confirm', 1.5)).success).toBe(false)
  expect((await save('give away')).success).toBe(false)
  expect(await save('confirm', 6)).toMatchObject({
    success: true,
    rule: { action: 'confirm', afterMinutes: 6 },
    version: 1,
  })
  const again = await owner.post('/api/delivery/save-unconfirmed', { action: 'cancel', afterMinutes: 10, seen: 0 })
  expect(again.json).toMatchObject({ success: false, code: 'setting_changed' })
  expect((await owner.get('/api/delivery/unconfirmed')).json.rule).toEqual({ action: 'confirm', afterMinutes: 6 })
})
