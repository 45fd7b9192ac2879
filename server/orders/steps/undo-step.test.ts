import { afterAll, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../../shop.config.ts'
import { cashOrder } from '../../../testing/makers/cash-order.ts'
import { deliver, stepsToDelivery, stepTo } from '../../../testing/makers/orders.ts'
import { seller, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'

const shop = await testShop()
const owner = await seller(shop)
afterAll(() => shop.close())

describe('POST /api/order/undo-step', () => {
  test('undoes Delivered on the day of the delivery: a cash order is unpaid again, and can be delivered again', async () => {
    const shopper = await verified(shop)
    const { id } = await cashOrder(shop, shopper)
    await deliver(owner, id)
    const { json } = await owner.post('/api/order/undo-step', { id })
    expect(json).toMatchObject({ success: true, order: { _id: id, status: 'Out for delivery', isPaid: false } })
    const { timeline } = (await shopper.get(`/api/order/get?id=${id}`)).json.order
    expect(timeline.map((step) => step.status)).toEqual(stepsToDelivery.slice(0, 4))

    const again = await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(again.json.order).toMatchObject({ status: 'Delivered', isPaid: true })
    expect(again.json.order.timeline).toHaveLength(5)
  })

  test('shows sellers, but not shoppers, who undid Delivered and when, the last five times', async () => {
    const shopper = await verified(shop)
    const { id } = await cashOrder(shop, shopper)
    await deliver(owner, id)
    const { email } = (await owner.get('/api/seller/is-auth')).json
    const { order } = (await owner.post('/api/order/undo-step', { id })).json
    const { at, undoneAt } = order.undone[0]
    expect(order.undone).toEqual([{ status: 'Delivered', at, by: email, undoneAt, undoneBy: email }])
    expect(Date.parse(undoneAt)).toBeGreaterThanOrEqual(Date.parse(at))
    expect(order.timeline.map((step) => step.status)).toEqual(stepsToDelivery.slice(0, 4))
    const { json } = await shopper.get(`/api/order/get?id=${id}`)
    expect(json.order).not.toHaveProperty('undone')
    for (let times = 1; times <= 5; times++) {
      await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
      await owner.post('/api/order/undo-step', { id })
    }
    const listed = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
    expect(listed.undone).toHaveLength(5)
    expect(listed.undone[0].at > at).toBe(true)
  })

  test('doesn’t change that an order was paid online', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    await deliver(owner, id)
    await shop.db.updateTable('shopOrder').set({ paymentType: 'Online' }).where('id', '=', id).execute()
    expect((await owner.post('/api/order/undo-step', { id })).json.order.isPaid).toBe(true)
  })

  test('is refused once that day is over in the shop’s time zone, and changes nothing', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    await deliver(owner, id)
    const deliveredAt = (at: string) =>
      shop.pool.query(`update order_event set at = ${at} where order_id = $1 and status = 'Delivered'`, [id])
    const midnight = `date_trunc('day', now() at time zone '${shopConfig.timeZone}') at time zone '${shopConfig.timeZone}'`
    await deliveredAt(`${midnight} - interval '1 millisecond'`)
    const refused = await owner.post('/api/order/undo-step', { id })
    expect([refused.status, refused.json.code]).toEqual([200, 'too_late_to_undo'])
    const { json } = await owner.get('/api/order/seller?limit=1')
    expect(json.orders[0]).toMatchObject({ _id: id, status: 'Delivered', isPaid: true })
    await deliveredAt(midnight)
    expect((await owner.post('/api/order/undo-step', { id })).json.success).toBe(true)
  })

  test('is refused for an order that isn’t delivered, and for an unknown one', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    expect((await owner.post('/api/order/undo-step', { id })).json.code).toBe('status_changed')
    expect((await owner.post('/api/order/undo-step', { id: newId() })).json.code).toBe('order_unknown')
    expect((await owner.post('/api/order/undo-step', { id: '1001' })).json.code).toBe('order_unknown')
  })

  test('undoes Out for delivery if that is the step that the seller saw', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    await deliver(owner, id)
    const undo = async (from: string) => (await owner.post('/api/order/undo-step', { id, from })).json
    expect((await undo('Out for delivery')).code).toBe('status_changed')
    expect((await undo('Delivered')).order).toMatchObject({ status: 'Out for delivery', isPaid: false })
    // Pressed twice, the second request finds another step than it saw.
    expect((await undo('Delivered')).code).toBe('status_changed')
    const { order } = await undo('Out for delivery')
    expect(order).toMatchObject({ status: 'Packing', isPaid: false })
    expect(order.undone.map(({ status }) => status)).toEqual(['Out for delivery', 'Delivered'])
    const again = await owner.post('/api/order/take-step', { id, from: 'Packing', status: 'Out for delivery' })
    expect(again.json.order.timeline.map((step) => step.status)).toEqual(stepsToDelivery.slice(0, 4))
  })

  test('undoes Packing and Confirmed too, one after the other, and an order that isn’t being packed isn’t packed', async () => {
    const shopper = await verified(shop)
    const { id } = await cashOrder(shop, shopper)
    await stepTo(owner, id, 'Packing')
    await owner.post('/api/order/packed', { id, packed: true })
    const undo = async (from: string) => (await owner.post('/api/order/undo-step', { id, from })).json
    expect((await undo('Confirmed')).code).toBe('status_changed')
    const { order } = await undo('Packing')
    expect(order.status).toBe('Confirmed')
    expect(order).not.toHaveProperty('packed')
    expect((await undo('Confirmed')).order.status).toBe('Order Placed')
    for (const from of ['Order Placed', 'Awaiting payment', 'Cancelled'])
      expect((await undo(from)).code).toBe('malformed')
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order).toMatchObject({
      status: 'Order Placed',
      timeline: [{ status: 'Order Placed' }],
    })
    // Its shopper may still cancel it, as before.
    expect((await shopper.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
    expect((await undo('Confirmed')).code).toBe('status_changed')
  })

  test('a picker undoes the steps that pickers take, and not the delivery', async () => {
    const picker = await seller(shop, 'picker')
    const { id } = await cashOrder(shop, await verified(shop))
    await deliver(owner, id)
    for (const body of [{ id }, { id, from: 'Delivered' }]) {
      const { status, json } = await picker.post('/api/order/undo-step', body)
      expect([status, json.code]).toEqual([403, 'role_forbids'])
    }
    await owner.post('/api/order/undo-step', { id })
    for (const [from, before] of [
      ['Out for delivery', 'Packing'],
      ['Packing', 'Confirmed'],
      ['Confirmed', 'Order Placed'],
    ])
      expect((await picker.post('/api/order/undo-step', { id, from })).json.order.status).toBe(before)
  })

  test('undoes Out for delivery of an order of which some money went back', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    await stepTo(owner, id, 'Out for delivery')
    await owner.post('/api/order/refund', { id, amount: 0.5, reason: 'late', seen: { reduction: 0 } })
    expect((await owner.post('/api/order/undo-step', { id, from: 'Out for delivery' })).json.order.status).toBe(
      'Packing',
    )
  })

  test('a delivery that two sellers undo at once is undone once', async () => {
    const { id } = await cashOrder(shop, await verified(shop))
    await deliver(owner, id)
    const both = await Promise.all([
      owner.post('/api/order/undo-step', { id }),
      owner.post('/api/order/undo-step', { id }),
    ])
    expect(both.map(({ json }) => json.code ?? 'done').sort()).toEqual(['done', 'status_changed'])
  })
})
