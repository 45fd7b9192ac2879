import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDue, runDueJobs } from '../../../testing/database/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import type { Buyer } from '../../../testing/makers/buyer.ts'
import { aWindow, expireHold, occupancyOf } from '../../../testing/makers/windows.ts'
import { seller } from '../../../testing/shop.ts'
import { empty, full, windowShop } from '../../../testing/shops/window-shop.ts'
import { newId } from '../../common/ids.ts'

const { shop, owner, product, order, aBuyer, hold, untimed, ordersOf, moved, movedBySeller } = await windowShop()
afterAll(() => shop.close())

describe('moving an order to another window', () => {
  test('takes capacity there and returns that of the one before; the sum stays', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db, { feeCents: 500 }), await aWindow(shop.db)]
    const { orderId } = await order(buyer, { window: from })
    const [before] = await ordersOf(buyer)
    const { json } = await buyer.get(`/api/order/windows?id=${orderId}`)
    expect(json.windows.map(({ id }) => id)).toContain(to)
    expect(await moved(buyer, orderId, to)).toMatchObject({
      success: true,
      message: 'The delivery time is changed',
      order: { amount: before.amount, delivery: { window: to } },
    })
    expect([await occupancyOf(shop.db, from), await occupancyOf(shop.db, to)]).toEqual([empty, full])
    // The same one again changes nothing.
    expect(await moved(buyer, orderId, to)).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, to)).toEqual(full)
  })

  test('is refused for a full window, one past its cut-off, and another shopper’s order', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const [from, taken, closed] = [
      await aWindow(shop.db),
      await aWindow(shop.db, { capacity: 0 }),
      await aWindow(shop.db, { cutOffIn: -1 }),
    ]
    const { orderId } = await order(buyer, { window: from })
    expect(await moved(buyer, orderId, taken)).toMatchObject({ code: 'window_full' })
    expect(await moved(buyer, orderId, closed)).toMatchObject({ code: 'window_closed' })
    // The goods of this order are in no cart.
    for (const refused of [await moved(buyer, orderId, taken), await movedBySeller(orderId, newId())])
      expect(refused.message).not.toMatch(/cart/)
    expect(await moved(buyer, orderId, newId())).toMatchObject({ code: 'window_closed' })
    expect(await moved(other, orderId, await aWindow(shop.db))).toMatchObject({ code: 'order_unknown' })
    expect((await other.get(`/api/order/windows?id=${orderId}`)).json).toMatchObject({ code: 'order_unknown' })
    expect(await occupancyOf(shop.db, from)).toEqual(full)
  })

  test('by its shopper uses the shopper’s own hold, and is refused while another shopper has the last capacity', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db)]
    const { orderId } = await order(buyer, { window: from })
    const leftOf = async () => {
      const { windows } = (await buyer.get(`/api/order/windows?id=${orderId}`)).json
      return windows.find(({ id }) => id === to)?.left
    }
    await hold(other, to)
    expect(await leftOf()).toBe(0)
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_full' })
    expect(await occupancyOf(shop.db, to)).toEqual({ taken: 1, orders: 0, holds: 1 })
    await other.post('/api/delivery/release', {})
    await hold(buyer, to)
    expect(await leftOf()).toBe(1)
    // A seller's move doesn't use it.
    expect(await movedBySeller(orderId, to)).toMatchObject({ code: 'window_full' })
    expect(await occupancyOf(shop.db, to)).toEqual({ taken: 1, orders: 0, holds: 1 })
    expect(await moved(buyer, orderId, to)).toMatchObject({ success: true })
    expect([await occupancyOf(shop.db, from), await occupancyOf(shop.db, to)]).toEqual([empty, full])
  })

  test('by its shopper uses a hold that has expired, and leaves that of another window', async () => {
    const buyer = await aBuyer()
    const [from, to, elsewhere] = [
      await aWindow(shop.db),
      await aWindow(shop.db, { capacity: 2 }),
      await aWindow(shop.db),
    ]
    const { orderId } = await order(buyer, { window: from })
    await hold(buyer, to)
    await expireHold(shop.db, buyer.user._id)
    expect(await moved(buyer, orderId, to)).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, to)).toEqual({ taken: 1, orders: 1, holds: 0 })
    await hold(buyer, elsewhere)
    expect(await moved(buyer, orderId, from)).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, elsewhere)).toEqual({ taken: 1, orders: 0, holds: 1 })
  })

  test('at the same instant as the window is held or released is counted once', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db, { capacity: 3 }), await aWindow(shop.db, { capacity: 3 })]
    const { orderId } = await order(buyer, { window: from })
    for (const [away, back] of [
      [from, to],
      [to, from],
      [from, to],
    ] as const) {
      await hold(buyer, back)
      const all = [moved(buyer, orderId, back), hold(buyer, back), buyer.post('/api/delivery/release', {})]
      await Promise.all(all)
      await buyer.post('/api/delivery/release', {})
      expect(await occupancyOf(shop.db, back)).toEqual({ taken: 1, orders: 1, holds: 0 })
      expect(await occupancyOf(shop.db, away)).toEqual(empty)
    }
  })

  test('is in the audit log if a seller does it', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db)]
    const { orderId } = await order(buyer, { window: from })
    await moved(buyer, orderId, to)
    expect(await movedBySeller(orderId, from)).toMatchObject({ success: true })
    const { entries } = (await owner.get(`/api/staff/audit?q=${orderId}`)).json
    expect(entries).toEqual([
      expect.objectContaining({
        kind: 'order',
        after: { from_start: expect.any(String), to_start: expect.any(String) },
      }),
    ])
  })

  test('of orders in opposite directions at once keeps both windows counted', async () => {
    const [one, other] = [await aWindow(shop.db, { capacity: 4 }), await aWindow(shop.db, { capacity: 4 })]
    const buyers = await Promise.all(Array.from({ length: 4 }, aBuyer))
    const placed = await Promise.all(
      buyers.map(async (buyer, index) => ({ buyer, ...(await order(buyer, { window: index % 2 ? one : other })) })),
    )
    await Promise.all(placed.map(({ buyer, orderId }, index) => moved(buyer, orderId, index % 2 ? other : one)))
    for (const window of [one, other])
      expect(await occupancyOf(shop.db, window)).toEqual({ taken: 2, orders: 2, holds: 0 })
  })
})

describe('moving an order to another window: fees', () => {
  const maxFeeOf = async (buyer: Buyer, id: string) => (await buyer.get(`/api/order/windows?id=${id}`)).json.maxFee
  const dearerRefused = { code: 'window_dearer', message: expect.stringMatching(/^This time costs more/) }

  test('to one with a higher fee is the seller’s: a shopper can’t, but may go back to what was paid', async () => {
    const buyer = await aBuyer()
    const [free, dear] = [
      await aWindow(shop.db, { capacity: 3 }),
      await aWindow(shop.db, { feeCents: 500, capacity: 3 }),
    ]
    const [dearer, alsoDear] = [
      await aWindow(shop.db, { feeCents: 600, startsIn: 48 * 60, capacity: 3 }),
      await aWindow(shop.db, { feeCents: 500, startsIn: 49 * 60, capacity: 3 }),
    ]
    for (const { orderId } of [await order(buyer, { window: free }), await untimed(buyer)]) {
      expect(await maxFeeOf(buyer, orderId)).toBe(0)
      expect(await moved(buyer, orderId, dear)).toMatchObject(dearerRefused)
    }
    expect(await occupancyOf(shop.db, dear)).toEqual(empty)

    const paid = await order(buyer, { window: dear, items: [{ product, quantity: 2 }] })
    for (const window of [alsoDear, free, dear]) {
      expect(await maxFeeOf(buyer, paid.orderId)).toBe(5)
      expect(await moved(buyer, paid.orderId, dearer)).toMatchObject(dearerRefused)
      expect(await moved(buyer, paid.orderId, window)).toMatchObject({ success: true })
    }
    expect(await movedBySeller(paid.orderId, dearer)).toMatchObject({ success: true })
    expect((await ordersOf(buyer)).find(({ _id }) => _id === paid.orderId)).toMatchObject({ delivery: { fee: 5 } })
  })

  test('by its shopper is judged by the fee that was paid, not by those of other windows at the times that it had', async () => {
    const buyer = await aBuyer()
    const near = await aWindow(shop.db)
    // At the same time.
    await aWindow(shop.db, { feeCents: 500 })
    const [later, dear] = [
      await aWindow(shop.db, { startsIn: 48 * 60 }),
      await aWindow(shop.db, { startsIn: 49 * 60, feeCents: 500 }),
    ]
    const { orderId } = await order(buyer, { window: near })
    expect(await moved(buyer, orderId, later)).toMatchObject({ success: true })
    expect(await maxFeeOf(buyer, orderId)).toBe(0)
    expect(await moved(buyer, orderId, dear)).toMatchObject(dearerRefused)
    expect(await moved(buyer, orderId, near)).toMatchObject({ success: true })
  })

  test('by its shopper is judged by the fee that was paid, though that of its window was raised or lowered', async () => {
    const buyer = await aBuyer()
    const [raised, lowered] = [await aWindow(shop.db), await aWindow(shop.db, { feeCents: 500 })]
    const dear = await aWindow(shop.db, { startsIn: 48 * 60, feeCents: 500 })
    const [free, paid] = [await order(buyer, { window: raised }), await order(buyer, { window: lowered })]
    for (const [window, feeCents] of [
      [raised, 500],
      [lowered, 0],
    ] as const)
      await shop.db.updateTable('deliveryWindow').set({ feeCents }).where('id', '=', window).execute()

    expect(await maxFeeOf(buyer, free.orderId)).toBe(0)
    expect(await moved(buyer, free.orderId, dear)).toMatchObject(dearerRefused)
    expect(await maxFeeOf(buyer, paid.orderId)).toBe(5)
    expect(await moved(buyer, paid.orderId, dear)).toMatchObject({ success: true })
  })

  test('by its shopper may be to a window of the paid fee, also if the one that was paid for is deleted', async () => {
    const buyer = await aBuyer()
    const [left, free, dear] = [
      await aWindow(shop.db, { startsIn: 50 * 60, feeCents: 500 }),
      await aWindow(shop.db, { startsIn: 48 * 60 }),
      await aWindow(shop.db, { startsIn: 49 * 60, feeCents: 500 }),
    ]
    const { orderId } = await order(buyer, { window: left })
    expect(await moved(buyer, orderId, free)).toMatchObject({ success: true })
    await shop.db.deleteFrom('deliveryWindow').where('id', '=', left).execute()
    expect(await maxFeeOf(buyer, orderId)).toBe(5)
    expect(await moved(buyer, orderId, dear)).toMatchObject({ success: true })
  })

  test('with a higher fee by a seller pays for nothing: its shopper can keep that window, and choose no other of its fee', async () => {
    const buyer = await aBuyer()
    const [free, dear, alsoDear] = [
      await aWindow(shop.db),
      await aWindow(shop.db, { startsIn: 48 * 60, feeCents: 500 }),
      await aWindow(shop.db, { startsIn: 49 * 60, feeCents: 500 }),
    ]
    const { orderId } = await order(buyer, { window: free })
    expect(await movedBySeller(orderId, dear)).toMatchObject({ success: true })
    expect(await maxFeeOf(buyer, orderId)).toBe(0)
    expect(await moved(buyer, orderId, alsoDear)).toMatchObject(dearerRefused)
    expect(await moved(buyer, orderId, dear)).toMatchObject({ success: true, order: { delivery: { window: dear } } })
    expect([await occupancyOf(shop.db, dear), await occupancyOf(shop.db, alsoDear)]).toEqual([full, empty])
    expect(await moved(buyer, orderId, free)).toMatchObject({ success: true })
    expect(await moved(buyer, orderId, dear)).toMatchObject(dearerRefused)
  })
})

describe('moving an order to another window: until when', () => {
  test('is the shopper’s until the cut-off of the order’s window, then the seller’s, to closed windows too', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db, { startsIn: 30, cutOffIn: -30 })]
    const { orderId } = await order(buyer, { window: from })
    await sql`update delivery_window set cut_off_at = now() where id = ${from}`.execute(shop.db)
    expect(await moved(buyer, orderId, await aWindow(shop.db))).toMatchObject({ code: 'window_move_late' })
    const { json } = await owner.get(`/api/order/windows-as-seller?id=${orderId}`)
    expect(json.windows.map(({ id }) => id)).toContain(to)
    expect(await movedBySeller(orderId, to)).toMatchObject({ success: true, order: { delivery: { window: to } } })
    const { rows } = await sql`
      select from graphile_worker.jobs where key = ${`window-mail:${orderId}`}`.execute(shop.db)
    expect(rows).toHaveLength(1)
    expect([await occupancyOf(shop.db, from), await occupancyOf(shop.db, to)]).toEqual([empty, full])
  })

  test('ends for a shopper once the order is picked, unless its rider brought it back', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db, { capacity: 5 })]
    const { orderId } = await order(buyer, { window: from })
    const step = (from: string, status: string) => owner.post('/api/order/take-step', { id: orderId, from, status })
    await step('Order Placed', 'Confirmed')
    await step('Confirmed', 'Packing')
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_move_packing' })
    expect(await occupancyOf(shop.db, to)).toEqual(empty)
    expect(await movedBySeller(orderId, to)).toMatchObject({ success: true })
    expect(await movedBySeller(orderId, from)).toMatchObject({ success: true })
    // By mistake: its goods are still picked.
    await step('Packing', 'Out for delivery')
    await owner.post('/api/order/undo-step', { id: orderId, from: 'Out for delivery' })
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_move_packing' })
    const rider = await seller(shop, 'rider')
    const tap = (what: string, more = {}) => rider.post(`/api/rider/${what}`, { id: newId(), order: orderId, ...more })
    // Returned without an attempt, as it was taken by mistake.
    await tap('take')
    await tap('return')
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_move_packing' })
    await tap('take')
    await tap('failed-attempt', { reason: 'another_time' })
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'Packing', failedAttempt: { back: true } }])
    // By then the cut-off of its own window is over. That of the window it is moved to counts again.
    const cutOff = (window: string) =>
      sql`update delivery_window set cut_off_at = now() where id = ${window}`.execute(shop.db)
    await cutOff(from)
    expect(await moved(buyer, orderId, to)).toMatchObject({ success: true })
    await cutOff(to)
    expect(await moved(buyer, orderId, await aWindow(shop.db))).toMatchObject({ code: 'window_move_late' })
  })

  test('ends once the order is out for a shopper, and once it is delivered or cancelled for a seller', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db, { capacity: 5 })]
    const { orderId } = await order(buyer, { window: from })
    const enter = (status: string) =>
      sql`update shop_order set status = ${status} where id = ${orderId}`.execute(shop.db)
    await enter('Out for delivery')
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_move_late' })
    await enter('Delivered')
    expect(await movedBySeller(orderId, to)).toMatchObject({ code: 'window_move_late' })
    expect(await occupancyOf(shop.db, to)).toEqual(empty)
  })

  test('gives an order without a window one, until the shop has confirmed it', async () => {
    const buyer = await aBuyer()
    const window = await aWindow(shop.db, { capacity: 2 })
    const { orderId } = await untimed(buyer)
    expect(await moved(buyer, orderId, window)).toMatchObject({ success: true, order: { delivery: { window } } })
    const late = await untimed(buyer, { items: [{ product, quantity: 2 }] })
    await owner.post('/api/order/take-step', { id: late.orderId, from: 'Order Placed', status: 'Confirmed' })
    expect(await moved(buyer, late.orderId, window)).toMatchObject({ code: 'window_move_late' })
  })
})

describe('moving an order to another window: who is told', () => {
  test('and cancelled by its shopper is mailed to each seller: of moves in a row the last, once', async () => {
    const buyer = await aBuyer()
    const [first, second, third] = [await aWindow(shop.db), await aWindow(shop.db), await aWindow(shop.db)]
    const { orderId, orderNumber } = await order(buyer, { window: first })
    const recipients = ['one@seller.example', 'two@seller.example']
    const { tasks, sent } = mailsOf(shop, { orderMailTo: recipients })
    const toSellers = async () => {
      await makeDue(shop.pool, { key: `%change-mail:${orderId}%` })
      await runDueJobs(shop.pool, tasks)
      return sent
        .splice(0)
        .filter(
          ({ to, subject }) =>
            recipients.includes(to) && subject.includes(` ${orderNumber} · `) && !subject.includes('New order'),
        )
        .map(({ to, subject }) => `${to}: ${subject.split(' · ')[1]}`)
        .sort()
    }
    await moved(buyer, orderId, second)
    await moved(buyer, orderId, third)
    await moved(buyer, orderId, third)
    expect(await toSellers()).toEqual(recipients.map((to) => `${to}: Moved by the customer`))
    await movedBySeller(orderId, second)
    expect(await toSellers()).toEqual([])
    for (let time = 0; time < 2; time += 1) await buyer.post('/api/order/cancel', { orderId })
    expect(await toSellers()).toEqual(recipients.map((to) => `${to}: Cancelled by the customer`))

    // Sellers don't know of an order that awaits payment.
    const unpaid = await order(buyer, { window: first, path: 'stripe' })
    expect(await movedBySeller(unpaid.orderId, second)).toMatchObject({ code: 'order_unknown' })
    await moved(buyer, unpaid.orderId, second)
    await buyer.post('/api/order/cancel', { orderId: unpaid.orderId })
    const { rows } = await sql`
      select from graphile_worker.jobs
      where key like ${`%change-mail:${unpaid.orderId}%`} or key = ${`moved:${unpaid.orderId}`}`.execute(shop.db)
    expect(rows).toEqual([])
  })

  test('is mailed to its shopper with the new time: by whom, of moves in a row the last, once it is paid or cash', async () => {
    const buyer = await aBuyer()
    const [first, second, third] = [await aWindow(shop.db), await aWindow(shop.db), await aWindow(shop.db)]
    const { orderId, orderNumber } = await order(buyer, { window: first })
    const { tasks, sent } = mailsOf(shop)
    const toShopper = async () => {
      await makeDue(shop.pool, { key: `window-mail:${orderId}` })
      await runDueJobs(shop.pool, tasks)
      return sent.splice(0).filter(({ subject }) => subject.includes(`${orderNumber} comes at another time`))
    }
    await moved(buyer, orderId, second)
    await moved(buyer, orderId, third)
    const own = await toShopper()
    expect(own).toHaveLength(1)
    expect(own[0]?.text).toContain('you have changed the delivery time')
    await movedBySeller(orderId, second)
    const bySeller = await toShopper()
    expect(bySeller).toHaveLength(1)
    expect(bySeller[0]?.text).toContain('we had to change the delivery time')

    const unpaid = await order(buyer, { window: first, path: 'stripe' })
    expect(await moved(buyer, unpaid.orderId, third)).toMatchObject({ success: true })
    const { rows } = await sql`
      select from graphile_worker.jobs where key = ${`window-mail:${unpaid.orderId}`}`.execute(shop.db)
    expect(rows).toEqual([])
  })

  test('is in the seller’s history: by whom, from when and to when; the staff get a notice of the shopper’s', async () => {
    const buyer = await aBuyer()
    const [first, second, third] = [await aWindow(shop.db), await aWindow(shop.db), await aWindow(shop.db)]
    const { orderId } = await order(buyer, { window: first })
    const noticesOf = async () =>
      (await sql`select from graphile_worker.jobs where key = ${`moved:${orderId}`}`.execute(shop.db)).rows.length
    const timeOf = async () => {
      const { delivery } = (await ordersOf(buyer))[0]
      return { from: delivery.from, promisedAt: delivery.promisedAt }
    }
    const times = [await timeOf()]
    const bySeller = await movedBySeller(orderId, second)
    expect(bySeller.success).toBe(true)
    expect(await noticesOf()).toBe(0)
    times.push(await timeOf())
    // A refused move and one to the same window leave nothing.
    expect(await moved(buyer, orderId, newId())).toMatchObject({ code: 'window_closed' })
    expect(await moved(buyer, orderId, second)).toMatchObject({ success: true })
    expect(await noticesOf()).toBe(0)
    const byBuyer = await moved(buyer, orderId, third)
    expect(byBuyer.success).toBe(true)
    expect(await noticesOf()).toBe(1)
    times.push(await timeOf())
    const { json } = await owner.get(`/api/order/seller?q=${byBuyer.order.number}`)
    const at = expect.stringMatching(/^20.*Z$/)
    expect(json.orders[0].moves).toEqual([
      { at, by: expect.stringContaining('@'), was: times[0], to: times[1] },
      { at, by: 'shopper', was: times[1], to: times[2] },
    ])
    // The shopper doesn't learn who works in the shop.
    expect(byBuyer.order).not.toHaveProperty('moves')
    expect((await ordersOf(buyer))[0]).not.toHaveProperty('moves')
  })

  test('of an order without a time has no time before', async () => {
    const buyer = await aBuyer()
    const { orderId } = await order(buyer, { window: await aWindow(shop.db) })
    await sql`update shop_order set window_id = null, deliver_from = null, promised_at = null where id = ${orderId}`.execute(
      shop.db,
    )
    const reply = await movedBySeller(orderId, await aWindow(shop.db))
    expect(reply.order.moves).toHaveLength(1)
    expect(reply.order.moves[0]).not.toHaveProperty('was')
  })
})
