import { afterAll, describe, expect, test } from 'vitest'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { seller, verified } from '../../../testing/shop.ts'
import { type Rider, riderShop } from '../../../testing/shops/rider-shop.ts'
import { archiveProduct } from '../../catalog/edit/archive-product.ts'
import { countStock } from '../../catalog/edit/count-stock.ts'
import { newId } from '../../common/ids.ts'

const { shop, owner, rider, aRider, tap, statusOf, mine, numberOf, cancelledBefore, close } = await riderShop()
afterAll(close)

const move = (id: string, from: string, status: string) => owner.post('/api/order/take-step', { id, from, status })
const cancel = async (id: string) =>
  expect((await move(id, 'Out for delivery', 'Cancelled')).json).toMatchObject({ success: true })
const backInShop = (order: string, by = owner) => by.post('/api/rider/back-in-shop', { order })
const broughtBack = (order: string) => tap(rider, 'return', order)
const delivered = (order: string, collected = 0) => tap(rider, 'delivered', order, { receivedBy: 'Mali', collected })
const cameBack = async (id: string) =>
  (await owner.get('/api/rider/cash')).json.cameBack.find(({ order }) => order === id)

/** Places an order of three of ten pieces, and moves it to a status. */
async function ordered(status: 'Packing' | 'Out for delivery' = 'Packing') {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const { id: product } = await aProduct(shop.db, { offerPrice: 1000, stock: 10 })
  const buy = (quantity: number) =>
    shopper.post('/api/order/cod', { address, items: [{ product, quantity }] }, { 'idempotency-key': newId() })
  const id: string = (await buy(3)).json.orderId
  await stepTo(owner, id, status)
  return { id, product, buy }
}
async function takenOrder(who: Rider = rider) {
  const order = await ordered()
  await tap(who, 'take', order.id)
  return order
}
async function cancelledOrder(who: Rider = rider) {
  const order = await takenOrder(who)
  await cancel(order.id)
  return order
}

describe('the goods of an order that is cancelled on the way', () => {
  /** The ways in which the shop hears that the goods are back. */
  const reports = [
    ['the rider', broughtBack],
    ['a seller', backInShop],
  ] as const

  test.each(reports)('aren’t for sale before %s reports that they are back, and then once', async (_who, report) => {
    const { id, product, buy } = await cancelledOrder()
    expect(await stockOf(shop.db, product)).toBe(7)
    expect((await buy(8)).json.code).toBe('stock_short')
    expect((await report(id)).json.success).toBe(true)
    expect([await stockOf(shop.db, product), await cameBack(id)]).toEqual([10, expect.objectContaining({ back: true })])
    for (let times = 0; times < 2; times += 1) expect((await backInShop(id)).json.success).toBe(true)
    expect((await broughtBack(id)).json.code).toBe('not_your_trip')
    expect([await stockOf(shop.db, product), await mine(rider)]).toEqual([10, []])
    expect((await buy(10)).json.success).toBe(true)
  })

  test('are gone if the shopper has them, also if others bought the rest meanwhile', async () => {
    const { id, product, buy } = await cancelledOrder()
    const rest = (await buy(7)).json.orderId
    expect((await delivered(id, 30.6)).json.success).toBe(true)
    expect(await stockOf(shop.db, product)).toBe(0)
    expect((await backInShop(id)).json.code).toBe('status_changed')
    await move(rest, 'Order Placed', 'Cancelled')
    expect(await stockOf(shop.db, product)).toBe(7)
  })

  test.each([
    ['was sent out without a rider', () => ordered('Out for delivery'), 'Out for delivery'],
    ['was returned', () => takenOrder().then((order) => broughtBack(order.id).then(() => order)), 'Packing'],
    [
      'came back',
      () =>
        takenOrder().then((order) => tap(rider, 'failed-attempt', order.id, { reason: 'refused' }).then(() => order)),
      'Packing',
    ],
  ])('are returned at once if the order %s', async (_what, make, from) => {
    const { id, product } = await make()
    const { json } = await move(id, from, 'Cancelled')
    expect(json).toMatchObject({ success: true, order: { status: 'Cancelled' } })
    expect([await stockOf(shop.db, product), await cameBack(id)]).toEqual([10, undefined])
    expect((await backInShop(id)).json.code).toBe('status_changed')
    expect(await stockOf(shop.db, product)).toBe(10)
  })

  test('that a seller reports back: the log says who, and screens are notified', async () => {
    const { id } = await cancelledOrder()
    const manager = await seller(shop, 'manager')
    const listener = await shop.pool.connect()
    const heard = new Promise<string | undefined>((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload))
    })
    await listener.query('listen orders')
    expect((await backInShop(id, manager)).json).toMatchObject({ success: true, message: 'Back in the shop' })
    expect(await heard).toMatch(new RegExp(`^${id} \\S+ Cancelled$`))
    listener.release(true)
    const { rows } = await shop.pool.query(
      `select role, after from audit_entry left join seller on email = made_by where subject_id = $1 order by audit_entry.id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ role: 'manager', after: { brought_back_at: expect.any(String) } }])
  })

  test('of an order that isn’t known, or is still on its way, aren’t back', async () => {
    const { id, product } = await takenOrder()
    for (const order of ['nothing', newId()]) expect((await backInShop(order)).json.code).toBe('order_unknown')
    expect((await backInShop(id)).json).toMatchObject({ code: 'status_changed' })
    expect([await stockOf(shop.db, product), await mine(rider)]).toEqual([7, [id]])
  })

  test('are announced before: the seller’s order says that a rider has them', async () => {
    const { id } = await ordered()
    const isWithRider = async () =>
      (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0].withRider
    expect(await isWithRider()).toBeUndefined()
    await tap(rider, 'take', id)
    expect(await isWithRider()).toBe(true)
    await broughtBack(id)
    expect(await isWithRider()).toBeUndefined()
  })
})

describe('the goods of an order that is cancelled on the way: two reports at the same moment', () => {
  test.each([
    ['the rider, then a seller', ['rider', 'seller'], ['success', 'success']],
    ['a seller, then the rider', ['seller', 'rider'], ['success', 'not_your_trip']],
    ['two sellers', ['seller', 'seller'], ['success', 'success']],
  ] as const)('count once if two report at the same moment that they are back: %s', async (_who, [one, two], codes) => {
    const { id, product } = await cancelledOrder()
    const report = { rider: () => broughtBack(id), seller: () => backInShop(id) }
    const replies = await inLockOrder(shop.pool, { table: 'shop_order', id }, report[one], report[two])
    expect(replies.map(({ json }) => json.code ?? 'success')).toEqual(codes)
    expect((await backInShop(id)).json.success).toBe(true)
    expect([await stockOf(shop.db, product), await cameBack(id)]).toEqual([10, expect.objectContaining({ back: true })])
  })

  describe('at the same moment reported as delivered by the rider, and as back by a seller', () => {
    test('are with the shopper if the rider is first', async () => {
      const { id, product } = await cancelledOrder()
      const [deliver, back] = [() => delivered(id, 30.6), () => backInShop(id)]
      const replies = await inLockOrder(shop.pool, { table: 'shop_order', id }, deliver, back)
      expect(replies.map(({ json }) => json.code ?? 'success')).toEqual(['success', 'status_changed'])
      expect([await stockOf(shop.db, product), await statusOf(id)]).toEqual([7, 'Delivered'])
    })

    test('are back if the seller is first', async () => {
      const { id, product } = await cancelledOrder()
      const [deliver, back] = [() => delivered(id, 30.6), () => backInShop(id)]
      const replies = await inLockOrder(shop.pool, { table: 'shop_order', id }, back, deliver)
      expect(replies.map(({ json }) => json.code ?? 'success')).toEqual(['success', 'not_your_trip'])
      expect([await stockOf(shop.db, product), await statusOf(id)]).toEqual([10, 'Cancelled'])
    })
  })
})

describe('the goods of an order that is cancelled on the way: the stock', () => {
  const byMistake = [
    ['the order', cancelledOrder],
    [
      'an order that was cancelled by a version before',
      () => cancelledOrder().then((order) => cancelledBefore(order.id).then(() => order)),
    ],
    [
      'an order that another rider had delivered by mistake',
      async () => {
        const other = await aRider()
        const order = await takenOrder(other)
        await tap(other, 'delivered', order.id, { receivedBy: 'Mali', collected: 30.6 })
        await owner.post('/api/order/undo-step', { id: order.id })
        await tap(rider, 'take', order.id)
        await cancel(order.id)
        return order
      },
    ],
  ] as const
  test.each(byMistake)('are with the rider again if it was a mistake that %s was handed over', async (_what, make) => {
    const { id, product, buy } = await make()
    for (let times = 0; times < 2; times += 1) {
      expect((await delivered(id, 30.6)).json.success).toBe(true)
      expect((await owner.post('/api/order/undo-step', { id })).json).toMatchObject({
        success: true,
        order: { status: 'Cancelled' },
      })
      expect([await stockOf(shop.db, product), await mine(rider)]).toEqual([7, [id]])
      expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: false })
      expect((await buy(8)).json.code).toBe('stock_short')
    }
    expect((await broughtBack(id)).json.success).toBe(true)
    expect([await stockOf(shop.db, product), await mine(rider)]).toEqual([10, []])
    expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: true })
  })

  const setCount = async (product: string, stock: number | null) =>
    void (await countStock(shop.db, product, { stock, seen: await stockOf(shop.db, product) }))
  /** What a seller may do meanwhile, with the stock once the goods are back, and if they were delivered. */
  const meanwhile = [
    ['the count is corrected', (product: string) => setCount(product, 20), 23, 20],
    ['counting ends', (product: string) => setCount(product, null), null, null],
    [
      'the product is counted anew',
      (product: string) => setCount(product, null).then(() => setCount(product, 5)),
      5,
      5,
    ],
    ['the product is archived', (product: string) => archiveProduct(shop.db, product, true).then(() => {}), 10, 7],
  ] as const
  test.each(meanwhile)(
    'are returned as those of other orders if meanwhile %s',
    async (_what, act, ifBack, ifDelivered) => {
      const [returned, received] = [await cancelledOrder(), await cancelledOrder()]
      for (const { product } of [returned, received]) await act(product)
      await backInShop(returned.id)
      await delivered(received.id)
      expect([await stockOf(shop.db, returned.product), await stockOf(shop.db, received.product)]).toEqual([
        ifBack,
        ifDelivered,
      ])
    },
  )

  test.each([
    [true, 8, 10],
    [false, 7, 9],
  ])('don’t include a refunded piece: put back into stock: %s', async (restock, left, whenBack) => {
    const [returned, received] = [await takenOrder(), await takenOrder()]
    for (const { id, product } of [returned, received]) {
      const lines = [{ product, quantity: 1 }]
      const refund = { id, lines, reason: 'damaged', restock, seen: { reduction: 0 } }
      expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
      await cancel(id)
      expect(await stockOf(shop.db, product)).toBe(left)
    }
    await broughtBack(returned.id)
    await delivered(received.id)
    expect([await stockOf(shop.db, returned.product), await stockOf(shop.db, received.product)]).toEqual([
      whenBack,
      left,
    ])
  })

  test('that were cancelled by a version before are neither returned nor taken twice', async () => {
    const [returned, pressed, received] = [await cancelledOrder(), await cancelledOrder(), await cancelledOrder()]
    for (const { id } of [returned, pressed, received]) await cancelledBefore(id)
    await broughtBack(returned.id)
    await backInShop(pressed.id)
    await delivered(received.id)
    const stocks = [returned, pressed, received].map(({ product }) => stockOf(shop.db, product))
    expect(await Promise.all(stocks)).toEqual([10, 10, 7])
  })
})

describe('the goods of an order that is cancelled on the way: the shop’s list', () => {
  test('stay listed for the shop after the rider is removed, however long it takes', async () => {
    const { id, product } = await cancelledOrder()
    const old = await cancelledOrder()
    await cancelledBefore(old.id)
    const { members } = (await owner.get('/api/staff/list')).json
    await owner.post('/api/staff/remove', {
      id: members.find((member) => member.email === rider.email).id,
    })
    await shop.pool.query(
      "update delivery_assignment set ended_at = ended_at - interval '8 days' where order_id = any($1)",
      [[id, old.id]],
    )
    expect([await cameBack(id), await cameBack(old.id)]).toEqual([
      expect.objectContaining({ rider: 'Seller', reason: 'cancelled', back: false }),
      undefined,
    ])
    expect((await backInShop(id)).json.success).toBe(true)
    expect([await stockOf(shop.db, product), (await cameBack(id))?.back]).toEqual([10, true])
  })

  test('stay listed though a hundred newer ones are back', async () => {
    const [{ id }, newer] = [await cancelledOrder(), await cancelledOrder()]
    await shop.pool.query(
      `insert into delivery_assignment (id, order_id, rider, ended_at, outcome, brought_back_at)
       select gen_random_uuid(), $1, $2, now(), 'cancelled', now() from generate_series(1, 100)`,
      [newer.id, rider.email],
    )
    const { cameBack: listed } = (await owner.get('/api/rider/cash')).json
    await shop.db.deleteFrom('deliveryAssignment').where('orderId', '=', newer.id).execute()
    expect(listed).toHaveLength(100)
    expect(listed).toContainEqual(expect.objectContaining({ order: id, back: false }))
  })

  describe('whose rider is removed at the same moment', () => {
    /** Takes an order, and returns its cancelling, the removal of its rider, and the lock that both need. */
    async function takenAndLeft() {
      const { id, product } = await takenOrder()
      const { members } = (await owner.get('/api/staff/list')).json
      const member = members.find(({ email }) => email === rider.email)
      const assignment = await shop.db
        .selectFrom('deliveryAssignment')
        .select('id')
        .where('orderId', '=', id)
        .executeTakeFirstOrThrow()
      return {
        id,
        product,
        lock: { table: 'delivery_assignment', id: assignment.id },
        cancelling: () => cancel(id),
        removal: () => owner.post('/api/staff/remove', { id: member.id }),
      } as const
    }

    test('are listed if the order is cancelled before the removal', async () => {
      const { id, product, lock, cancelling, removal } = await takenAndLeft()
      const [, removed] = await inLockOrder(shop.pool, lock, cancelling, removal)
      expect(removed.json.success).toBe(true)
      expect(await stockOf(shop.db, product)).toBe(7)
      expect(await cameBack(id)).toMatchObject({ reason: 'cancelled', back: false })
    })

    test('are returned at once if the order is cancelled after the removal', async () => {
      const { id, product, lock, cancelling, removal } = await takenAndLeft()
      const [removed] = await inLockOrder(shop.pool, lock, removal, cancelling)
      expect(removed.json.success).toBe(true)
      expect([await stockOf(shop.db, product), await cameBack(id)]).toEqual([10, undefined])
    })
  })
})
