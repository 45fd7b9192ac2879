import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { countJobs, payloadsOf, runTask } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { aWindow, occupancyOf } from '../../../testing/makers/windows.ts'
import { type Person, verified } from '../../../testing/shop.ts'
import { riderShop, sendPhoto } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'
import { getLocalizedOrder } from '../../orders/localized-order-queries.ts'

const {
  shop,
  owner,
  rider,
  other,
  tap,
  taken,
  assignmentsOf,
  statusOf,
  owedBy,
  cashRow,
  numberOf,
  cancelledBefore,
  close,
} = await riderShop()
afterAll(close)

describe('an order that is cancelled on the way', () => {
  const cancelled = async () => {
    const order = await taken(rider)
    const { json } = await owner.post('/api/order/take-step', {
      id: order.id,
      from: 'Out for delivery',
      status: 'Cancelled',
    })
    expect(json.success).toBe(true)
    return order
  }
  const tripOf = async (who: Person) => (await who.get('/api/rider/trip')).json.mine
  const cameBack = async (id: string) =>
    (await owner.get('/api/rider/cash')).json.cameBack.find(({ order }) => order === id)
  const ofSeller = async (id: string) => (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]

  test('stays on the rider’s trip, and with the shop, until the rider has brought it back', async () => {
    const { id } = await cancelled()
    expect(await tripOf(rider)).toMatchObject([{ order: id, cancelled: true, toCollect: 20.38 }])
    expect(await tripOf(other)).toEqual([])
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: false })
    expect((await tap(other, 'return', id)).json.code).toBe('not_your_trip')
    // A late tap changes nothing: it comes back anyway.
    expect((await tap(rider, 'failed-attempt', id, { reason: 'no_answer' })).json.message).toBe(
      'Noted: bring it back to the shop',
    )
    const body = { id: newId(), order: id }
    for (let times = 0; times < 2; times += 1)
      expect((await rider.post('/api/rider/return', body)).json).toMatchObject({ success: true, mine: [] })
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: true })
    expect(await statusOf(id)).toBe('Cancelled')
    for (const what of ['return', 'delivered'])
      expect((await tap(rider, what, id, { receivedBy: 'Mali', collected: 20.38 })).json.code).toBe('not_your_trip')
    expect(await owedBy(rider)).toBe(0)
  })

  test('and was handed over nevertheless: it is sold, paid and delivered', async () => {
    const { id, shopper } = await cancelled()
    for (const collected of [-1, 20.39])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected })).json.success).toBe(false)
    const body = { id: newId(), order: id, receivedBy: 'Mali', collected: 20.38 }
    for (let times = 0; times < 2; times += 1)
      expect((await rider.post('/api/rider/delivered', body)).json).toMatchObject({
        success: true,
        mine: [],
        owed: 20.38,
      })
    const seen = await ofSeller(id)
    expect(seen).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      amount: 20.38,
      money: { cost: 20.38, received: 20.38, balance: 0 },
      handedOver: { to: 'Mali' },
      undone: [{ status: 'Cancelled', undoneBy: rider.email }],
    })
    expect([seen.owed, seen.refund]).toEqual([undefined, undefined])
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Delivered', isPaid: true })
    expect(order.timeline.map(({ status }) => status)).not.toContain('Cancelled')
    expect(await cashRow(rider)).toMatchObject({ owed: 20.38 })
    expect(await cameBack(id)).toBeUndefined()
    expect(await countJobs(shop.pool, { key: `step-mail:${id}:Delivered` })).toBe(1)
  })

  test('and was handed over before its mail was sent isn’t mailed as cancelled, unless it is cancelled again', async () => {
    const { id } = await cancelled()
    const { tasks, sent } = mailsOf(shop)
    const [mail] = await payloadsOf(shop.pool, { key: `cancelled-mail:${id}` })
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.success).toBe(true)
    await runTask(tasks, 'send-cancelled-mail', mail)
    expect(sent).toEqual([])
    expect((await owner.post('/api/order/undo-step', { id, from: 'Delivered' })).json.success).toBe(true)
    await runTask(tasks, 'send-cancelled-mail', mail)
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Order \d+ is cancelled/)])
  })

  test('and wasn’t handed over after all: a seller undoes the mark, and it is cancelled again', async () => {
    const { id, product } = await cancelled()
    const deliver = () => tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
    expect((await deliver()).json.success).toBe(true)
    const owedBefore = await owedBy(rider)
    expect(await stockOf(shop.db, product.id)).toBe(9)
    expect((await ofSeller(id)).wasCancelled).toBe(true)
    const undo = () => owner.post('/api/order/undo-step', { id, from: 'Delivered' })
    const { json: undone } = await undo()
    expect(undone).toMatchObject({ success: true, order: { status: 'Cancelled', isPaid: false } })
    expect(undone.order).not.toHaveProperty('wasCancelled')
    expect(await ofSeller(id)).toMatchObject({
      status: 'Cancelled',
      money: { cost: 0, received: 0, balance: 0 },
    })
    expect([await stockOf(shop.db, product.id), await owedBy(rider)]).toEqual([9, owedBefore - 20.38])
    expect(await countJobs(shop.pool, { key: `cancelled-mail:${id}` })).toBe(1)
    expect((await undo()).json.code).toBe('status_changed')
    expect(await tripOf(rider)).toMatchObject([{ order: id, cancelled: true, toCollect: 20.38 }])
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: false })
    const [assignment] = await assignmentsOf(id)
    expect(assignment).toMatchObject({ outcome: 'cancelled', receivedBy: null, photo: null, broughtBackAt: null })
    expect((await deliver()).json.success).toBe(true)
    expect(await statusOf(id)).toBe('Delivered')
    expect([await stockOf(shop.db, product.id), await owedBy(rider)]).toEqual([9, owedBefore])
  })

  test('by a version before, and its pieces were sold again: they aren’t in stock once that order is cancelled', async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { stock: 3 })
    const order = async () =>
      (
        await shopper.post(
          '/api/order/cod',
          { address, items: [{ product: product.id, quantity: 3 }] },
          {
            'idempotency-key': newId(),
          },
        )
      ).json.orderId as string
    const first = await order()
    await stepTo(owner, first, 'Packing')
    await tap(rider, 'take', first)
    await owner.post('/api/order/take-step', { id: first, from: 'Out for delivery', status: 'Cancelled' })
    await cancelledBefore(first)
    const second = await order()
    expect((await tap(rider, 'delivered', first, { receivedBy: 'Mali', collected: 0 })).json.success).toBe(true)
    await owner.post('/api/order/take-step', { id: second, from: 'Order Placed', status: 'Cancelled' })
    expect(await stockOf(shop.db, product.id)).toBe(0)
  })

  test('after a refund whose reason is “cancelled”, which stays taken off', async () => {
    const { id } = await taken(rider)
    const refund = { id, amount: 5, reason: 'cancelled', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    expect(
      (await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })).json.success,
    ).toBe(true)
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 15.38 })).json.success).toBe(true)
    expect(await ofSeller(id)).toMatchObject({ money: { cost: 15.38, received: 15.38, balance: 0 } })
  })

  test('with a photo, or with no cash taken', async () => {
    const [first, second] = [await cancelled(), await cancelled()]
    expect((await sendPhoto(rider, first.id)).json).toMatchObject({ success: true, owed: 20.38 })
    expect((await tap(rider, 'delivered', second.id, { receivedBy: 'Mali', collected: 0 })).json).toMatchObject({
      success: true,
      mine: [],
      owed: 20.38,
    })
    expect(await ofSeller(second.id)).toMatchObject({
      status: 'Delivered',
      isPaid: false,
      money: { received: 0, balance: 20.38 },
    })
    const mailed = async (orderId: string) => {
      const { tasks, sent } = mailsOf(shop)
      const [payload] = await payloadsOf(shop.pool, { key: `step-mail:${orderId}:Delivered` })
      await runTask(tasks, 'send-step-mail', payload)
      return sent[0]?.text
    }
    for (const [id, money] of [
      [first.id, 'Total amount, paid: $20.38'],
      [second.id, 'Still to be paid: $20.38'],
    ] as const) {
      expect(await mailed(id)).toContain('although it had been cancelled, so it counts as delivered')
      expect(await mailed(id)).toContain(money)
    }
  })

  /** Returns an order that was paid online and is cancelled on the way. Its refund is queued. */
  const paidAndCancelled = async () => {
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db, { offerPrice: 1999 })
    const { json } = await shopper.post('/api/order/stripe', { address, items: [{ product: product.id, quantity: 1 }] })
    const id = json.orderId as string
    await shop.app.inject({
      method: 'POST',
      url: new URL(json.url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
    await shop.runJobs()
    await stepTo(owner, id, 'Packing')
    await tap(rider, 'take', id)
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
    return id
  }

  test('and was paid out: a later payment is recorded once, by managers, and the order counts as sold again', async () => {
    const id = await paidAndCancelled()
    const collect = (amount: number, by = owner) => by.post('/api/order/collect', { id, method: 'transfer', amount })
    expect((await collect(20.38)).json.code).toBe('nothing_to_collect')
    await shop.runJobs()
    expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 0 })).json.success).toBe(true)
    expect(await ofSeller(id)).toMatchObject({
      status: 'Delivered',
      refund: 'done',
      paidOut: 20.38,
      money: { cost: 0, received: 20.38, balance: 0, waived: 20.38 },
    })
    // Its mail says that nothing is to be paid, not that the sum was paid.
    expect(await getLocalizedOrder(shop.db, id)).toMatchObject({ status: 'Delivered', costCents: 0 })
    for (const amount of [20.37, 20.39, 0]) expect((await collect(amount)).json.success).toBe(false)
    expect((await collect(20.38, rider)).status).toBe(403)
    const replies = await Promise.all([collect(20.38), collect(20.38)])
    expect(replies.map(({ json }) => json.code ?? 'recorded').sort()).toEqual(['nothing_to_collect', 'recorded'])
    const sold = await ofSeller(id)
    expect(sold).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      paidOut: 20.38,
      money: { cost: 20.38, received: 40.76, balance: 0 },
    })
    expect([sold.refund, sold.money.waived]).toEqual([undefined, undefined])
    // The card has nothing left to refund: it is paid out by hand.
    const refund = { id, amount: 5, reason: 'late', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    await shop.runJobs()
    expect(await ofSeller(id)).toMatchObject({ owed: 5, money: { cost: 15.38, balance: -5, refunding: false } })
    expect((await owner.post('/api/order/payout', { id, method: 'cash', amount: 5 })).json.success).toBe(true)
    expect((await ofSeller(id)).money.waived).toBeUndefined()
  })

  test('and was paid out, and wasn’t handed over after all: undoing the mark pays nothing out again', async () => {
    const [early, late] = [await paidAndCancelled(), await paidAndCancelled()]
    const deliver = (id: string) => tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 0 })
    // Of the first one the refund is still under way.
    expect((await deliver(early)).json.success).toBe(true)
    expect((await owner.post('/api/order/undo-step', { id: early })).json.success).toBe(true)
    await shop.runJobs()
    expect((await deliver(late)).json.success).toBe(true)
    expect((await owner.post('/api/order/undo-step', { id: late })).json.success).toBe(true)
    await shop.runJobs()
    for (const id of [early, late])
      expect(await ofSeller(id)).toMatchObject({
        status: 'Cancelled',
        refund: 'done',
        paidOut: 20.38,
        money: { cost: 0, received: 20.38, balance: 0 },
      })
  })

  test('by a version before takes stock and capacity of its window again, as far as there are some', async () => {
    const [first, second] = [await taken(rider), await taken(rider)]
    const [open, full] = [await aWindow(shop.db), await aWindow(shop.db)]
    for (const [order, window] of [
      [first, open],
      [second, full],
    ] as const) {
      await sql`
        update shop_order set window_id = ${window}, deliver_from = now(), promised_at = now() + interval '2 hours'
        where id = ${order.id}`.execute(shop.db)
      await shop.db.updateTable('deliveryWindow').set({ taken: 1 }).where('id', '=', window).execute()
      await owner.post('/api/order/take-step', { id: order.id, from: 'Out for delivery', status: 'Cancelled' })
      expect(await occupancyOf(shop.db, window)).toMatchObject({ taken: 0, orders: 0 })
      await cancelledBefore(order.id)
      expect(await stockOf(shop.db, order.product.id)).toBe(10)
    }
    // Others bought what came back.
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', second.product.id).execute()
    await shop.db.updateTable('deliveryWindow').set({ taken: 1 }).where('id', '=', full).execute()
    for (const { id } of [first, second])
      expect((await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })).json.success).toBe(true)
    expect([await stockOf(shop.db, first.product.id), await stockOf(shop.db, second.product.id)]).toEqual([9, 0])
    expect(await occupancyOf(shop.db, open)).toMatchObject({ taken: 1, orders: 1 })
    expect(await occupancyOf(shop.db, full)).toMatchObject({ taken: 1, orders: 0 })
    // The one that lost its window was still no order as soon as possible.
    const promised = () => owner.get('/api/delivery/promises')
    const { days } = (await promised()).json
    expect(days.reduce((sum: number, each: { promised: number }) => sum + each.promised, 0)).toBe(0)
    for (const { id } of [first, second]) expect((await ofSeller(id)).delivery).not.toHaveProperty('asap')
    // The orders of the tests after this one choose no time.
    await shop.db.updateTable('windowTemplate').set({ active: false }).execute()
  })

  describe('at the same moment as the tap', () => {
    async function cancelledAndTapped() {
      const { id } = await taken(rider)
      return {
        id,
        lock: { table: 'shop_order', id },
        cancelling: () => owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' }),
        delivery: () => tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 }),
      } as const
    }
    const settled = { status: 'Delivered', money: { received: 20.38, balance: 0 } }

    test('but before it: the order is a sale again', async () => {
      const { id, lock, cancelling, delivery } = await cancelledAndTapped()
      const replies = await inLockOrder(shop.pool, lock, cancelling, delivery)
      expect(replies.map(({ json }) => json.code ?? 'success')).toEqual(['success', 'success'])
      expect(await ofSeller(id)).toMatchObject(settled)
    })

    test('but after it: the cancelling is refused', async () => {
      const { id, lock, cancelling, delivery } = await cancelledAndTapped()
      const replies = await inLockOrder(shop.pool, lock, delivery, cancelling)
      expect(replies.map(({ json }) => json.code ?? 'success')).toEqual(['success', 'status_changed'])
      expect(await ofSeller(id)).toMatchObject(settled)
    })
  })
})
