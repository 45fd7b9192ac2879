import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { aShopper } from '../../../testing/makers/rows.ts'
import { aWindow, expireHold, occupancyOf } from '../../../testing/makers/windows.ts'
import { type Person, person } from '../../../testing/shop.ts'
import { empty, full, windowShop } from '../../../testing/shops/window-shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { holdWindow } from '../../delivery/windows/holds.ts'
import { lockOrder } from '../queries.ts'
import { cancelUnpaidOrder } from '../steps/cancel-order.ts'

const { shop, owner, product, order, aBuyer, untimed, ordersOf, hold, moved, movedBySeller } = await windowShop()
afterAll(() => shop.close())

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
    await owner.post('/api/order/take-step', { id: first?.orderId, from: 'Order Placed', status: 'Confirmed' })
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
    const idempotencyKey = newId()
    const [first, second] = await Promise.all([
      order(buyer, { window, idempotencyKey }),
      order(buyer, { window, idempotencyKey }),
    ])
    expect(first.orderId).toBe(second.orderId)
    await sql`update delivery_window set cut_off_at = now() where id = ${window}`.execute(shop.db)
    expect((await order(buyer, { window, idempotencyKey })).orderId).toBe(first.orderId)
    expect(await occupancyOf(shop.db, window)).toEqual(full)
    const other = await aWindow(shop.db)
    expect(await order(buyer, { window: other, idempotencyKey })).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await order(buyer, { idempotencyKey })).toMatchObject({ code: 'idempotency_key_reused' })
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
    await Promise.all([owner.post('/api/order/take-step', move), owner.post('/api/order/take-step', move)])
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
    const idempotencyKey = newId()
    const placed = await order(buyer, { path, idempotencyKey })
    expect(placed).toMatchObject({ success: true })
    const { orders } = (await buyer.get('/api/order/user?awaiting=true')).json
    expect(orders).toMatchObject([{ amount: 10.2, delivery: { window: usual } }])
    expect(await occupancyOf(shop.db, usual)).toEqual(full)
    expect((await order(buyer, { path, idempotencyKey })).orderId).toBe(placed.orderId)
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

test('a shopper’s hold isn’t used by another account', async () => {
  const [holder, buyer, window] = [await aShopper(shop.db), await aBuyer(), await aWindow(shop.db, { capacity: 2 })]
  await holdWindow(shop.db, holder, { windowId: window, zoneId: null })
  expect(await order(buyer, { window })).toMatchObject({ success: true })
  expect(await occupancyOf(shop.db, window)).toEqual({ taken: 2, orders: 1, holds: 1 })
})
