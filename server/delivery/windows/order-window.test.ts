import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeDue, runDueJobs } from '../../../testing/jobs.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { anAddress, aProduct, aShopper } from '../../../testing/makers.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { aWindow, expireHold, occupancyOf } from '../../../testing/windows.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { lockOrder } from '../../orders/queries.ts'
import { cancelUnpaidOrder } from '../../orders/steps/cancel-order.ts'
import { holdWindow } from './holds.ts'

let shop: TestShop
let owner: Person
let product: string
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
  product = (await aProduct(shop.db, { offerPrice: 1000 })).id
})
afterAll(() => shop.close())

type Buyer = Person & { user: { _id: string }; address: string }
const aBuyer = async (): Promise<Buyer> => {
  const buyer = await verified(shop)
  return Object.assign(buyer, { address: await anAddress(shop.db, buyer.user._id) })
}
type Details = { window?: string; attempt?: string; path?: 'cod' | 'stripe'; [field: string]: unknown }
const order = async (buyer: Buyer, { window, attempt = newId(), path = 'cod', ...fields }: Details = {}) => {
  const delivery = window === undefined ? {} : { delivery: { window } }
  const body = { address: buyer.address, items: [{ product, quantity: 1 }], ...delivery, ...fields }
  return (await buyer.post(`/api/order/${path}`, body, { 'idempotency-key': attempt })).json
}
/** An order without a time: as of a shop that has no windows yet. */
const untimed = async (buyer: Buyer, details: Details = {}) => {
  await sql`update window_template set active = false`.execute(shop.db)
  const placed = await order(buyer, details)
  await sql`update window_template set active = true`.execute(shop.db)
  return placed
}
const ordersOf = async (buyer: Buyer) => (await buyer.get('/api/order/user')).json.orders
const hold = (buyer: Buyer, window: string) =>
  holdWindow(shop.db, { id: buyer.user._id, isAccountVerified: true }, { windowId: window, zoneId: null })
const moved = async (person: Person, orderId: string, window: string) =>
  (await person.post('/api/order/move-window', { orderId, window })).json
const movedBySeller = async (orderId: string, window: string) =>
  (await owner.post('/api/order/move-window-as-seller', { id: orderId, window })).json
const full = { taken: 1, orders: 1, holds: 0 }
const empty = { taken: 0, orders: 0, holds: 0 }

describe('an order with a window', () => {
  test('is refused beyond five that the shop has not confirmed, also of orders at the same instant', async () => {
    const buyer = await aBuyer()
    const window = await aWindow(shop.db, { capacity: 30 })
    const replies = await Promise.all(Array.from({ length: 40 }, () => order(buyer, { window })))
    expect(replies.map(({ code }) => code ?? 'placed').sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'placed'),
      ...Array.from({ length: 35 }, () => 'too_many_windows'),
    ])
    expect(await occupancyOf(shop.db, window)).toEqual({ taken: 5, orders: 5, holds: 0 })
    // One without a window can't be moved into one instead.
    const { orderId } = await untimed(buyer)
    expect(await moved(buyer, orderId, window)).toMatchObject({ code: 'too_many_windows' })
    expect(await movedBySeller(orderId, window)).toMatchObject({ success: true })

    const [first] = replies.filter(({ success }) => success)
    await owner.post('/api/order/move', { id: first?.orderId, from: 'Order Placed', status: 'Confirmed' })
    expect(await order(buyer, { window })).toMatchObject({ success: true })
    expect(await order(buyer, { window })).toMatchObject({ code: 'too_many_windows' })
  })

  test('takes capacity of it, and says when it comes', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    const { json } = await buyer.post('/api/order/cod', {
      address: buyer.address,
      items: [{ product, quantity: 1 }],
      delivery: { window: window.toUpperCase() },
    })
    expect(json).toMatchObject({ success: true })
    const { startsAt, endsAt } = await shop.db
      .selectFrom('deliveryWindow')
      .select(['startsAt', 'endsAt'])
      .where('id', '=', window)
      .executeTakeFirstOrThrow()
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    expect(await ordersOf(buyer)).toMatchObject([
      { delivery: { window, from: startsAt.toISOString(), promisedAt: endsAt.toISOString() } },
    ])
  })

  test('is told for how many seconds its shopper holds the window', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    const { json } = await buyer.post('/api/delivery/hold', { window })
    expect(json).toMatchObject({ success: true, window })
    expect(json.seconds).toBeGreaterThan(590)
    expect(json.seconds).toBeLessThanOrEqual(600)
  })

  test('is held for as many seconds if the clocks of server and database differ', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    vi.setSystemTime(Date.now() + 5 * 60_000)
    for (const what of ['held', 'renewed']) {
      const { json } = await buyer.post('/api/delivery/hold', { window })
      expect(json.seconds, what).toBeGreaterThan(590)
      expect(json.seconds, what).toBeLessThanOrEqual(600)
    }
  })

  test('uses the hold of its shopper, also if it has expired', async () => {
    for (const expired of [false, true]) {
      const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
      await hold(buyer, window)
      if (expired) await expireHold(shop.db, buyer.user._id)
      expect(await order(buyer, { window })).toMatchObject({ success: true })
      expect(await occupancyOf(shop.db, window)).toEqual(full)
    }
  })

  test('whose remaining capacity its shopper holds is offered to that shopper in every tab, and to no other', async () => {
    const [buyer, other] = [await aBuyer(), await aBuyer()]
    const window = await aWindow(shop.db, { capacity: 1 })
    await hold(buyer, window)
    const leftFor = async (person: Person, query = '') =>
      (await person.get(`/api/delivery/options${query}`)).json.windows.find(({ id }: { id: string }) => id === window)
        .left
    expect(await leftFor(buyer)).toBe(1)
    expect(await leftFor(buyer, `?address=${buyer.address}`)).toBe(1)
    expect(await leftFor(buyer, '?postcode=10500')).toBe(1)
    expect(await leftFor(other)).toBe(0)
    expect(await leftFor(person(shop))).toBe(0)
    expect((await order(buyer, { window })).success).toBe(true)
    expect(await leftFor(buyer)).toBe(0)
  })

  test('is refused with the next windows if another shopper holds its remaining capacity, and leaves nothing behind', async () => {
    const [holder, buyer] = [await aBuyer(), await aBuyer()]
    const window = await aWindow(shop.db)
    const next = await aWindow(shop.db, { startsIn: 1, cutOffIn: 1, capacity: 2 })
    await hold(holder, window)
    await buyer.post('/api/cart/update', { userId: buyer.user._id, cartItems: { [product]: 1 } })
    const refused = await order(buyer, { window })
    expect(refused).toMatchObject({ success: false, code: 'window_full' })
    expect(refused.windows[0]).toMatchObject({ id: next, left: 2, fee: 0 })
    expect(await ordersOf(buyer)).toEqual([])
    expect((await buyer.get('/api/user/is-auth')).json.user.cartItems).toEqual({ [product]: 1 })
    expect(await occupancyOf(shop.db, window)).toEqual({ taken: 1, orders: 0, holds: 1 })
    await expireHold(shop.db, holder.user._id)
    expect(await order(buyer, { window })).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    expect(await order(holder, { window })).toMatchObject({ code: 'window_full' })
  })

  test('is refused if its cut-off has passed since it was shown, even with a hold, and for an unknown window', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    await hold(buyer, window)
    await sql`update delivery_window set cut_off_at = now() where id = ${window}`.execute(shop.db)
    for (const id of [window, newId(), 'nonsense'])
      expect(await order(buyer, { window: id })).toMatchObject({ success: false, code: 'window_closed' })
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('that is sent again is counted once, also once the window is full and past its cut-off', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    const attempt = newId()
    const [first, second] = await Promise.all([order(buyer, { window, attempt }), order(buyer, { window, attempt })])
    expect(first.orderId).toBe(second.orderId)
    await sql`update delivery_window set cut_off_at = now() where id = ${window}`.execute(shop.db)
    expect((await order(buyer, { window, attempt })).orderId).toBe(first.orderId)
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    const other = await aWindow(shop.db)
    expect(await order(buyer, { window: other, attempt })).toMatchObject({ code: 'attempt_reused' })
    expect(await order(buyer, { attempt })).toMatchObject({ code: 'attempt_reused' })
  })

  test('of many shoppers at once is placed as often as its capacity', async () => {
    const window = await aWindow(shop.db, { capacity: 3 })
    const buyers = await Promise.all(Array.from({ length: 12 }, aBuyer))
    const replies = await Promise.all(buyers.map((buyer) => order(buyer, { window })))
    const codes = replies.map(({ success, code }) => (success ? 'placed' : code))
    expect(codes.sort()).toEqual([...Array(3).fill('placed'), ...Array(9).fill('window_full')])
    expect(await occupancyOf(shop.db, window)).toEqual({ taken: 3, orders: 3, holds: 0 })
  })

  test('returns its capacity once when it is cancelled, by whom it may be', async () => {
    const window = await aWindow(shop.db)
    const buyer = await aBuyer()
    const one = await order(buyer, { window })
    const cancel = () => buyer.post('/api/order/cancel', { orderId: one.orderId })
    await Promise.all([cancel(), cancel()])
    await cancel()
    expect(await occupancyOf(shop.db, window)).toEqual(empty)
    const two = await order(buyer, { window })
    const move = { id: two.orderId, from: 'Order Placed', status: 'Cancelled' }
    await Promise.all([owner.post('/api/order/move', move), owner.post('/api/order/move', move)])
    expect(await occupancyOf(shop.db, window)).toEqual(empty)
  })

  test('keeps its capacity while it awaits payment, and returns it when it expires unpaid', async () => {
    const [buyer, other, window] = [await aBuyer(), await aBuyer(), await aWindow(shop.db)]
    await hold(buyer, window)
    const { orderId } = await order(buyer, { window, path: 'stripe' })
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    expect(await order(other, { window })).toMatchObject({ code: 'window_full' })
    const expire = () =>
      inTransaction(shop.db, async (tx) => {
        await lockOrder(tx, orderId)
        await cancelUnpaidOrder(tx, orderId)
      })
    await Promise.all([expire(), expire()])
    expect(await occupancyOf(shop.db, window)).toEqual(empty)
  })

  test('takes the remaining capacity from the unpaid order that it replaces', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db)]
    const unpaid = await order(buyer, { window, path: 'stripe' })
    expect(await order(buyer, { window })).toMatchObject({ code: 'window_full' })
    const placed = await order(buyer, { window, replaces: unpaid.orderId })
    expect(placed).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    const other = await aWindow(shop.db, { cutOffIn: -1 })
    const again = await order(buyer, { path: 'stripe', window: await aWindow(shop.db) })
    // Refused: the replaced order keeps its capacity.
    expect(await order(buyer, { window: other, replaces: again.orderId })).toMatchObject({ code: 'window_closed' })
    expect((await buyer.get(`/api/order/get?id=${again.orderId}`)).json.order.status).toBe('Awaiting payment')
  })

  test('pays the fee of the window, and is refused if the shown sum was without it', async () => {
    const [buyer, window] = [await aBuyer(), await aWindow(shop.db, { feeCents: 500, capacity: 2 })]
    expect(await order(buyer, { window, expectedAmount: 10.2 })).toMatchObject({ code: 'amount_changed' })
    expect(await order(buyer, { window })).toMatchObject({ success: true })
    expect(await ordersOf(buyer)).toMatchObject([{ delivery: { fee: 5 } }])
    expect(await occupancyOf(shop.db, window)).toMatchObject({ taken: 1 })
  })
})

describe('an order that chooses no time, as of a client that others wrote', () => {
  /** Only these windows are offered. */
  async function onlyWindows(...windows: { startsIn: number; capacity: number; feeCents?: number }[]) {
    await sql`update window_template set active = false`.execute(shop.db)
    const ids: string[] = []
    for (const window of windows) ids.push(await aWindow(shop.db, window))
    return ids
  }

  test.each(['cod', 'stripe'] as const)('by %s comes in the next window with capacity and no fee', async (path) => {
    const buyer = await aBuyer()
    const [, , usual = ''] = await onlyWindows(
      { startsIn: 300, capacity: 0 },
      { startsIn: 400, capacity: 5, feeCents: 500 },
      { startsIn: 500, capacity: 2 },
      { startsIn: 600, capacity: 5 },
    )
    const attempt = newId()
    const placed = await order(buyer, { path, attempt })
    expect(placed).toMatchObject({ success: true })
    const { orders } = (await buyer.get('/api/order/user?awaiting=true')).json
    expect(orders).toMatchObject([{ amount: 10.2, delivery: { window: usual } }])
    expect(await occupancyOf(shop.db, usual)).toEqual(full)
    expect((await order(buyer, { path, attempt })).orderId).toBe(placed.orderId)
    expect(await occupancyOf(shop.db, usual)).toEqual(full)
  })

  test('is refused if all windows cost a fee, or all are full, and leaves nothing behind', async () => {
    const buyer = await aBuyer()
    const [, dear = ''] = await onlyWindows(
      { startsIn: 300, capacity: 0 },
      { startsIn: 400, capacity: 1, feeCents: 500 },
    )
    expect(await order(buyer)).toMatchObject({ code: 'choose_delivery', windows: [{ id: dear, fee: 5, left: 1 }] })
    expect(await ordersOf(buyer)).toEqual([])
    expect(await order(buyer, { window: dear })).toMatchObject({ success: true })
    expect(await order(buyer)).toMatchObject({ code: 'delivery_full' })
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('is refused if its shopper saw no times and there are some by now, and placed while there are none', async () => {
    const buyer = await aBuyer()
    const noTimes = { delivery: { none: true } }
    await onlyWindows({ startsIn: 500, capacity: 2 })
    expect(await order(buyer, noTimes)).toMatchObject({ code: 'choose_delivery' })
    expect(await ordersOf(buyer)).toEqual([])
    await onlyWindows()
    expect(await order(buyer, noTimes)).toMatchObject({ success: true })
    expect((await ordersOf(buyer))[0].delivery).toBeUndefined()
  })

  test('comes without a time while no window takes orders, as the cart says', async () => {
    const buyer = await aBuyer()
    await onlyWindows()
    expect(await order(buyer)).toMatchObject({ success: true })
    const [placed] = await ordersOf(buyer)
    expect(placed.delivery).toBeUndefined()
    // Past the cut-off of the only one.
    const [window] = await onlyWindows({ startsIn: 30, capacity: 5 })
    expect(await order(buyer, { items: [{ product, quantity: 2 }] })).toMatchObject({ success: true })
    expect(await occupancyOf(shop.db, window ?? '')).toEqual(empty)
  })

  test('of six shoppers at once fills one window after the other', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, aBuyer))
    const windows = await onlyWindows(
      { startsIn: 300, capacity: 2 },
      { startsIn: 400, capacity: 3 },
      { startsIn: 500, capacity: 9 },
    )
    const placed = await Promise.all(buyers.map((buyer) => order(buyer)))
    expect(placed.map(({ success }) => success)).toEqual(Array(6).fill(true))
    const occupancies = await Promise.all(windows.map((window) => occupancyOf(shop.db, window)))
    expect(occupancies.map(({ taken }) => taken)).toEqual([2, 3, 1])
  })
})

describe('moving an order to another window', () => {
  const maxFeeOf = async (buyer: Buyer, id: string) => (await buyer.get(`/api/order/windows?id=${id}`)).json.maxFee
  const dearerRefused = { code: 'window_dearer', message: expect.stringMatching(/^This time costs more/) }

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
      select from graphile_worker.jobs where key like ${`%change-mail:${unpaid.orderId}%`}`.execute(shop.db)
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

  test('ends for a shopper once the order is picked, unless it came back', async () => {
    const buyer = await aBuyer()
    const [from, to] = [await aWindow(shop.db), await aWindow(shop.db, { capacity: 5 })]
    const { orderId } = await order(buyer, { window: from })
    const step = (from: string, status: string) => owner.post('/api/order/move', { id: orderId, from, status })
    await step('Order Placed', 'Confirmed')
    await step('Confirmed', 'Packing')
    expect(await moved(buyer, orderId, to)).toMatchObject({ code: 'window_move_packing' })
    expect(await occupancyOf(shop.db, to)).toEqual(empty)
    expect(await movedBySeller(orderId, to)).toMatchObject({ success: true })
    expect(await movedBySeller(orderId, from)).toMatchObject({ success: true })
    await step('Packing', 'Out for delivery')
    await sql`update shop_order set status = 'Packing' where id = ${orderId}`.execute(shop.db)
    expect(await moved(buyer, orderId, to)).toMatchObject({ success: true })
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
    await owner.post('/api/order/move', { id: late.orderId, from: 'Order Placed', status: 'Confirmed' })
    expect(await moved(buyer, late.orderId, window)).toMatchObject({ code: 'window_move_late' })
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

test('a shopper’s hold isn’t used by another account', async () => {
  const [holder, buyer, window] = [await aShopper(shop.db), await aBuyer(), await aWindow(shop.db, { capacity: 2 })]
  await holdWindow(shop.db, holder, { windowId: window, zoneId: null })
  expect(await order(buyer, { window })).toMatchObject({ success: true })
  expect(await occupancyOf(shop.db, window)).toEqual({ taken: 2, orders: 1, holds: 1 })
})
