import { afterAll, describe, expect, test } from 'vitest'
import { countJobs, payloadsOf, runTask } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { anAddress, stockOf } from '../../../testing/makers/rows.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { takeStep } from '../steps/take-step.ts'

const open = await promptPayShop()
const { confirm, reject, orderOf } = open
afterAll(async () => {
  await open.expectMoneyAndStock()
  await open.shop.close()
})

describe('an order that isn’t paid in time', () => {
  test('is cancelled, and its stock returns', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.timeIsOver(order.orderId)
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await stockOf(open.shop.db, product)).toBe(10)
    // Its shopper is told, and a transfer of the last minute is found by its slip.
    const { tasks, sent } = mailsOf(open.shop)
    await runTask(tasks, 'send-cancelled-mail', { orderId: order.orderId, cause: 'unpaid' })
    expect(sent[0]?.text).toContain('send the slip in My orders within 24 hours')
    const mails = await payloadsOf(open.shop.pool, { key: `cancelled-mail:${order.orderId}` })
    expect(mails).toEqual([{ orderId: order.orderId, cause: 'unpaid' }])
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'LATE1' }))).toBe('success')
    expect((await confirm({ id: (await open.slipOf(order.orderId)).id })).json.order).toMatchObject({
      status: 'Cancelled',
      owed: 19.99,
    })
    await open.expectMoneyAndStock()
  })

  test('has money that came without a slip recorded by a seller, once, and paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const came = (amount: number, received = 0) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    expect(codeOf(await came(19.99))).toBe('order_unknown')
    await open.timeIsOver(orderId)
    expect((await Promise.all([came(15.5), came(15.5)])).map(codeOf).sort()).toEqual(['balance_changed', 'success'])
    expect(await orderOf(shopper, orderId)).toMatchObject({ status: 'Cancelled', isPaid: true, owed: 15.5 })
    // Its shopper is asked for no slip any more.
    expect((await shopper.get(`/api/payment/promptpay?order=${orderId}`)).json).toMatchObject({
      paid: true,
      slip: null,
    })
    expect(codeOf(await open.sendSlip(shopper, orderId, { reference: 'LATE2' }))).toBe('order_not_payable')
    const payout = { id: orderId, method: 'transfer', amount: 15.5 }
    expect((await open.owner.post('/api/order/payout', payout)).json).toMatchObject({ success: true })
    await open.expectMoneyAndStock()
  })

  test('stays while a slip waits, and a quarter of an hour after that was rejected', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'WAIT1' })
    await open.timeIsOver(order.orderId)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    await reject((await open.slipOf(order.orderId)).id)
    const { payBy } = await orderOf(shopper, order.orderId)
    expect(Math.round((Date.parse(payBy) - Date.now()) / 60_000)).toBe(15)
    await open.dueNow(order.orderId)
    await open.shop.runJobs()
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    await open.timeIsOver(order.orderId)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Cancelled')
    expect(await stockOf(open.shop.db, product)).toBe(10)
  })

  test('says until when a slip of it is taken: a day from its end, which a rejected slip may have extended', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    // As if it was placed ten hours before its slip was rejected.
    await open.sendSlip(shopper, orderId, { reference: 'LONG1' })
    await open.shop.pool.query("update shop_order set created_at = created_at - interval '10 h' where id = $1", [
      orderId,
    ])
    await reject((await open.slipOf(orderId)).id)
    expect(await orderOf(shopper, orderId)).not.toHaveProperty('slipUntil')
    await open.timeIsOver(orderId)

    const slipUntil = async () => {
      const { json } = await shopper.get(`/api/payment/promptpay?order=${orderId}`)
      const { status, slipUntil: until } = await orderOf(shopper, orderId)
      expect([status, json.slipUntil]).toEqual(['Cancelled', until])
      return until
    }
    const { expiresAt } = (await shopper.get(`/api/payment/promptpay?order=${orderId}`)).json
    expect(Date.parse(await slipUntil()) - Date.parse(expiresAt)).toBe(24 * 3_600_000)

    const endedAgo = (time: string) =>
      open.shop.pool.query('update payment set expires_at = now() - $2::interval where order_id = $1', [orderId, time])
    await endedAgo('24 hours')
    expect(await slipUntil()).toBeUndefined()
    await endedAgo('23 hours 59 minutes')
    const remaining = Date.parse(await slipUntil()) - Date.now()
    expect(remaining).toBeGreaterThan(0)
    expect(remaining).toBeLessThanOrEqual(60_000)
    expect(codeOf(await open.sendSlip(shopper, orderId, { reference: 'LONG2' }))).toBe('success')
    expect((await confirm({ id: (await open.slipOf(orderId)).id })).json.order).toMatchObject({ owed: 19.99 })
    expect(await slipUntil()).toBeUndefined()
    await open.expectMoneyAndStock()
  })

  test('has money to pay out once a transfer comes, and is listed for sellers', async () => {
    const { shopper, order } = await open.anOrder({ price: 28450 })
    await open.timeIsOver(order.orderId)
    const { json } = await confirm({ orderId: order.orderId })
    expect(json.order).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'due' })
    expect(await open.movementsOf(order.orderId)).toMatchObject([
      { kind: 'cost', cents: 28450 },
      { kind: 'cost', cents: -28450 },
      { kind: 'received', method: 'promptpay', cents: 28450 },
    ])
    const found = await open.owner.get(`/api/order/seller?q=${order.orderNumber}`)
    expect(found.json.orders).toHaveLength(1)
    expect((await confirm({ orderId: order.orderId })).json.order.status).toBe('Cancelled')
    expect(await open.movementsOf(order.orderId)).toHaveLength(3)
    expect((await orderOf(shopper, order.orderId)).refund).toBe('due')
    const mails = await payloadsOf(open.shop.pool, { key: `cancelled-mail:${order.orderId}` })
    expect(mails.map(({ cause }) => cause)).toEqual(['late'])
    const owed = await open.owner.get('/api/order/seller?balance=pay-out&limit=100')
    expect(owed.json.orders.map(({ _id }) => _id)).toContain(order.orderId)
    const back = { id: order.orderId, method: 'transfer', amount: 284.5, reference: 'T-1' }
    expect((await open.owner.post('/api/order/payout', back)).json.order).toMatchObject({ refund: 'done' })
    await open.expectMoneyAndStock()
  })
})

describe('cancelling', () => {
  test('by the shopper while a slip waits leaves the slip to the seller', async () => {
    const { shopper, order, product } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CANCEL1' })
    expect((await shopper.post('/api/order/cancel', { orderId: order.orderId })).json.order.status).toBe('Cancelled')
    expect(await stockOf(open.shop.db, product)).toBe(10)
    const slip = await open.slipOf(order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', orderStatus: 'Cancelled' })
    expect((await confirm({ id: slip.id })).json.order).toMatchObject({ status: 'Cancelled', refund: 'due' })
    await open.expectMoneyAndStock()
  })

  test('by a seller while a slip waits is refused: the seller decides about the slip first', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'CANCEL2' })
    const move = {
      id: order.orderId,
      from: 'Awaiting payment',
      to: 'Cancelled',
      by: 'a@b.example',
    } as const
    await expect(takeStep(open.shop.db, move)).rejects.toMatchObject({ code: 'slip_undecided' })
    expect(await open.slipOf(order.orderId)).toMatchObject({ state: 'waiting', orderStatus: 'Awaiting payment' })
  })

  test('by a seller after the payment leaves the money to be paid out by hand', async () => {
    const { order, product } = await open.anOrder()
    await confirm({ orderId: order.orderId })
    await open.owner.post('/api/order/take-step', { id: order.orderId, from: 'Order Placed', status: 'Cancelled' })
    const found = await open.owner.get(`/api/order/seller?q=${order.orderNumber}`)
    expect(found.json.orders[0]).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'due' })
    expect(await countJobs(open.shop.pool, { key: `refund:${order.orderId}` })).toBe(0)
    expect(await stockOf(open.shop.db, product)).toBe(10)
    await open.expectMoneyAndStock()
  })

  test('as its goods are ordered anew; while a slip waits, that order is refused', async () => {
    const [plain, withSlip] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(withSlip.shopper, withSlip.order.orderId, { reference: 'ANEW1' })
    const anew = ({ shopper, body, order }: typeof plain) =>
      shopper.post('/api/order/cod', { ...body, replaces: order.orderId })
    expect((await anew(plain)).json.success).toBe(true)
    expect((await anew(withSlip)).json).toMatchObject({ success: false, code: 'order_being_paid' })
    await open.shop.runJobs()
    expect((await withSlip.shopper.get('/api/order/user?awaiting=true')).json.orders).toHaveLength(1)
    expect((await orderOf(plain.shopper, plain.order.orderId)).status).toBe('Cancelled')
    expect((await orderOf(withSlip.shopper, withSlip.order.orderId)).status).toBe('Awaiting payment')
  })

  test('is no consequence of another order of the same goods: its code may have been paid', async () => {
    const { shopper, body, order } = await open.anOrder()
    const other = await anAddress(open.shop.db, shopper.user._id)
    const twice = [{ ...body.items[0], quantity: 2 }]
    const newer = (await shopper.post('/api/order/promptpay', { ...body, items: twice })).json
    await confirm({ orderId: newer.orderId })
    expect((await shopper.post('/api/order/cod', body)).json.success).toBe(true)
    expect((await shopper.post('/api/order/cod', { ...body, items: twice, address: other })).json.success).toBe(true)
    await open.shop.runJobs()
    expect((await orderOf(shopper, order.orderId)).status).toBe('Awaiting payment')
    expect((await open.sendSlip(shopper, order.orderId, { reference: 'STAYS1' })).json.success).toBe(true)
    const { id } = await open.slipOf(order.orderId)
    expect((await confirm({ id })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
  })

  test('by its replacement: its slip is still checked, and the money found is paid out', async () => {
    const { shopper, body, order, product } = await open.anOrder({ quantity: 2 })
    const cart = { [product]: 1 }
    expect((await shopper.post('/api/order/cod', { ...body, replaces: order.orderId })).json.success).toBe(true)
    await shopper.post('/api/cart/update', { cartItems: cart })
    const sent = () => open.sendSlip(shopper, order.orderId, { reference: 'REPLACED1' })
    const replies = await Promise.all([sent(), sent()])
    expect(replies.map(({ json }) => json.code ?? 'sent').sort()).toEqual(['sent', 'slip_waits'])
    // The cart was filled after the order was replaced, so it stays.
    expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual(cart)
    const slip = await open.slipOf(order.orderId)
    expect(slip).toMatchObject({ state: 'waiting', orderStatus: 'Cancelled' })
    expect((await confirm({ id: slip.id })).json.order).toMatchObject({
      status: 'Cancelled',
      refund: 'due',
      owed: 39.98,
    })
    // Another one of an order whose money is known is not taken.
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'REPLACED2' }))).toBe('order_not_payable')
    await open.expectMoneyAndStock()
  })

  test('by its shopper, too; a rejected slip can be followed by another, until a day after its time to pay', async () => {
    const { shopper, order } = await open.anOrder()
    expect((await shopper.post('/api/order/cancel', { orderId: order.orderId })).json.success).toBe(true)
    expect((await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED1' })).json.success).toBe(true)
    const { id } = await open.slipOf(order.orderId)
    expect((await open.owner.post('/api/payment/reject', { id, reason: 'not_found' })).json.success).toBe(true)
    expect((await orderOf(shopper, order.orderId)).status).toBe('Cancelled')
    const endedAgo = (time: string) =>
      open.shop.pool.query('update payment set expires_at = now() - $2::interval where order_id = $1', [
        order.orderId,
        time,
      ])
    await endedAgo('24 hours')
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED2' }))).toBe('order_not_payable')
    await endedAgo('23 hours 59 minutes')
    expect(codeOf(await open.sendSlip(shopper, order.orderId, { reference: 'DROPPED2' }))).toBe('success')
    expect((await confirm({ id: (await open.slipOf(order.orderId)).id })).json.order).toMatchObject({ owed: 19.99 })
    await open.expectMoneyAndStock()
  })
})
