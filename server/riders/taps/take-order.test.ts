import { afterAll, describe, expect, test } from 'vitest'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { countJobs } from '../../../testing/database/jobs.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { verified } from '../../../testing/shop.ts'
import { type Rider, riderShop } from '../../../testing/shops/rider-shop.ts'
import { newId } from '../../common/ids.ts'
import { deleteOldTaps } from './tap-queries.ts'

const {
  shop,
  owner,
  rider,
  other,
  packed,
  tap,
  taken,
  statusOf,
  mine,
  isReady,
  assignmentsOf,
  owedBy,
  numberOf,
  close,
} = await riderShop()
afterAll(close)

describe('taking', () => {
  test('a packed order is out for delivery, shows its address to its rider, and is mailed', async () => {
    const { id, shopper } = await packed()
    expect(await isReady(rider, id)).toBe(true)
    const { json } = await tap(rider, 'take', id)
    expect(json).toMatchObject({ success: true, message: 'Taken', owed: 0 })
    expect(json.mine).toEqual([
      {
        order: id,
        number: expect.any(Number),
        lines: 1,
        toCollect: 20.38,
        name: 'Somchai Jaidee',
        phone: '+66 81 234 5678',
        street: '88 Charoen Krung Rd',
        city: 'Bang Rak',
        state: 'Bangkok',
        zipcode: '10500',
        country: 'Thailand',
        takenAt: expect.any(String),
        attempts: 0,
      },
    ])
    expect(JSON.stringify(json)).not.toContain(shopper.user.email)
    expect(await isReady(rider, id)).toBe(false)
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order.status).toBe('Out for delivery')
    expect(await countJobs(shop.pool, { key: `step-mail:${id}:Out for delivery` })).toBe(1)
  })

  test('lists of what can be taken say neither name, street nor phone', async () => {
    const { id } = await packed()
    const { ready } = (await rider.get('/api/rider/trip')).json
    const found = ready.find(({ order }) => order === id)
    const shown = { number: expect.any(Number), city: 'Bang Rak', lines: 1, toCollect: 20.38, packed: false }
    expect(found).toEqual({ order: id, ...shown })
  })

  test('are listed by when they are due: by the promised time, or at the end of the window', async () => {
    const [windowed, asap, untimed, later] = [await packed(), await packed(), await packed(), await packed()]
    const due = (id: string, from: number | null, minutes: number) =>
      shop.pool.query(
        `update shop_order set deliver_from = now() + make_interval(mins => $2),
           promised_at = now() + make_interval(mins => $3) where id = $1`,
        [id, from, minutes],
      )
    await due(later.id, null, 65)
    await due(windowed.id, -60, 60)
    await due(asap.id, null, 41)
    const ids = [later, untimed, windowed, asap].map(({ id }) => id)
    const { ready } = (await rider.get('/api/rider/trip')).json
    const listed = ready.map(({ order }) => order as string).filter((order) => ids.includes(order))
    expect(listed).toEqual([asap, windowed, later, untimed].map(({ id }) => id))
  })

  test('are listed for three days after they were sent out without a rider, however early they were ordered', async () => {
    const { id } = await packed({ status: 'Out for delivery' })
    const age = (table: 'shop_order' | 'order_event', column: string, days: number) =>
      shop.pool.query(
        `update ${table} set ${column} = now() - make_interval(days => $2, mins => 5)
         where ${table === 'shop_order' ? 'id' : "status = 'Out for delivery' and order_id"} = $1`,
        [id, days],
      )
    await age('shop_order', 'created_at', 6)
    expect(await isReady(rider, id)).toBe(true)
    await age('order_event', 'at', 2)
    expect(await isReady(rider, id)).toBe(true)
    await age('order_event', 'at', 3)
    expect(await isReady(rider, id)).toBe(false)
  })

  test('of two riders at the same moment the first one has the order', async () => {
    const { id } = await packed()
    const take = (who: Rider) => () => tap(who, 'take', id)
    const replies = await inLockOrder(shop.pool, { table: 'shop_order', id }, take(other), take(rider))
    expect(replies.map(({ json }) => json.code ?? 'taken')).toEqual(['taken', 'taken_by_other'])
    expect(await assignmentsOf(id)).toMatchObject([{ rider: other.email, endedAt: null }])
  })

  test('a tap that is sent again, also at the same moment, is applied once', async () => {
    const { id } = await packed()
    const body = { id: newId(), order: id }
    const replies = await Promise.all([1, 2, 3].map(() => rider.post('/api/rider/take', body)))
    expect(replies.map(({ json }) => json.success)).toEqual([true, true, true])
    expect(await assignmentsOf(id)).toHaveLength(1)
    await tap(rider, 'return', id)
    // The phone's old tap arrives once more, and takes nothing again.
    expect((await rider.post('/api/rider/take', body)).json).toMatchObject({ success: true, mine: [] })
    expect(await statusOf(id)).toBe('Packing')
  })

  test('an id of another tap is refused, and leaves nothing behind', async () => {
    const [first, second] = [await packed(), await packed()]
    const id = newId()
    await rider.post('/api/rider/take', { id, order: first.id })
    for (const [who, order] of [
      [rider, second.id],
      [other, first.id],
    ] as const)
      expect((await who.post('/api/rider/take', { id, order })).json.code).toBe('id_reused')
    expect(await statusOf(second.id)).toBe('Packing')
  })

  test.each(['Order Placed', 'Confirmed', 'Delivered'] as const)('an order at %s is refused', async (status) => {
    const { id } = await packed({ status })
    expect((await tap(rider, 'take', id)).json.code).toBe('not_to_take')
    expect(await assignmentsOf(id)).toEqual([])
  })

  test('an order that its shopper refused can’t be taken until the shop sends it out again', async () => {
    const { id } = await taken(rider)
    await tap(rider, 'failed-attempt', id, { reason: 'refused' })
    expect(await isReady(other, id)).toBe(false)
    expect((await tap(other, 'take', id)).json.code).toBe('not_to_take')
    expect(await statusOf(id)).toBe('Packing')
    await owner.post('/api/order/take-step', { id, from: 'Packing', status: 'Out for delivery' })
    expect(await isReady(other, id)).toBe(true)
    expect((await tap(other, 'take', id)).json.success).toBe(true)
  })

  test('an order that came back for another reason can be taken again', async () => {
    const { id } = await taken(rider)
    await tap(rider, 'failed-attempt', id, { reason: 'another_time' })
    expect(await isReady(other, id)).toBe(true)
    expect((await tap(other, 'take', id)).json.success).toBe(true)
  })

  test('an order that a seller sent out can be taken too, without a second mail', async () => {
    const { id } = await packed({ status: 'Out for delivery' })
    expect(await isReady(rider, id)).toBe(true)
    expect((await tap(rider, 'take', id)).json.success).toBe(true)
    const { timeline } = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    expect(timeline.filter(({ status }) => status === 'Out for delivery')).toHaveLength(1)
  })

  test('an order that isn’t known is refused', async () => {
    for (const order of ['nothing', newId()]) expect((await tap(rider, 'take', order)).json.code).toBe('order_unknown')
  })
})

describe('orders that are out with a rider', () => {
  const idOf = async ({ email }: Rider): Promise<string> => {
    const { members } = (await owner.get('/api/staff/list')).json
    return members.find((member) => member.email === email).id
  }
  const changed = (call: 'remove' | 'change-role', id: string, role?: string) =>
    owner.post(`/api/staff/${call}`, { id, ...(role && { role }) })

  test('the owner sees how much of the shop’s cash a rider has who is about to be removed, to the cent', async () => {
    const { id } = await taken(rider)
    await tap(rider, 'delivered', id, { receivedBy: 'Mali', collected: 20.38 })
    const { members } = (await owner.get('/api/staff/list')).json
    const owed = (who: Rider) => members.find((member) => member.email === who.email).owed
    expect([owed(rider), owed(other)]).toEqual([20.38, 0])
  })

  test.each(['removed', 'given another role'])(
    'who is %s can be taken by another, and the owner sees how many',
    async (how) => {
      const [one, two, kept] = [await taken(rider), await taken(rider), await taken(other)]
      const { members } = (await owner.get('/api/staff/list')).json
      const of = (who: Rider) => members.find((member) => member.email === who.email)
      expect([of(rider).ordersOut, of(other).ordersOut]).toEqual([2, 1])
      expect([of(rider).owed, of(other).owed]).toEqual([await owedBy(rider), await owedBy(other)])
      const id = await idOf(rider)
      await (how === 'removed' ? changed('remove', id) : changed('change-role', id, 'picker'))
      expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['Out for delivery', 'Out for delivery'])
      expect((await assignmentsOf(one.id)).map(({ outcome }) => outcome)).toEqual(['ended by the shop'])
      const { json } = await tap(other, 'take', one.id)
      expect(json).toMatchObject({ success: true })
      expect(json.ready.map(({ order }: { order: string }) => order)).toContain(two.id)
      expect((await mine(other)).sort()).toEqual([one.id, kept.id].sort())
      expect((await tap(other, 'delivered', one.id, { receivedBy: 'Mali', collected: 20.38 })).json.success).toBe(true)
    },
  )

  test('are announced to open trips when their rider leaves, and when another takes them', async () => {
    const { id } = await taken(rider)
    const listener = await shop.pool.connect()
    const heard: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => void heard.push(payload))
    await listener.query('listen orders')
    const hears = expect.stringMatching(new RegExp(`^${id} \\S+ Out for delivery$`))
    await changed('change-role', await idOf(rider), 'picker')
    await expect.poll(() => heard).toEqual([hears])
    expect((await tap(other, 'take', id)).json).toMatchObject({ success: true })
    await expect.poll(() => heard).toEqual([hears, hears])
    listener.release(true)
  })

  test('who becomes a manager stay on the trip', async () => {
    const order = await taken(rider)
    await changed('change-role', await idOf(rider), 'manager')
    expect(await mine(rider)).toEqual([order.id])
  })

  test('have no rider either if they are taken just before the removal', async () => {
    const [order, id] = [await packed(), await idOf(rider)]
    const [take, remove] = [() => tap(rider, 'take', order.id), () => changed('remove', id)]
    const replies = await inLockOrder(shop.pool, { table: 'seller', id }, take, remove)
    expect(replies.map(({ json }) => json.success)).toEqual([true, true])
    expect(await assignmentsOf(order.id)).toMatchObject([
      { rider: rider.email, endedAt: expect.any(Date), outcome: 'ended by the shop' },
    ])
    expect((await tap(other, 'take', order.id)).json).toMatchObject({ success: true })
  })

  test('aren’t taken by a rider who is just being removed', async () => {
    const [order, id] = [await packed(), await idOf(rider)]
    const [take, remove] = [() => tap(rider, 'take', order.id), () => changed('remove', id)]
    const [removed, refused] = await inLockOrder(shop.pool, { table: 'seller', id }, remove, take)
    expect([removed.json.success, refused.json.code]).toEqual([true, 'role_forbids'])
    expect(await assignmentsOf(order.id)).toEqual([])
    expect(await statusOf(order.id)).toBe('Packing')
    expect((await tap(other, 'take', order.id)).json).toMatchObject({ success: true })
  })
})

test('an order has as many lines for its rider as have goods left after refunds by piece or weight', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const [milk, bread, rice] = [await aProduct(shop.db, {}), await aProduct(shop.db, {}), await aProduct(shop.db, {})]
  const items = [milk, bread, rice].map(({ id: product }) => ({ product, quantity: 2 }))
  const { orderId: id } = (await shopper.post('/api/order/cod', { address, items })).json
  await stepTo(owner, id, 'Packing')
  const linesOf = async () => (await owner.get('/api/rider/trip')).json.ready.find((each) => each.order === id).lines
  for (const [part, left] of [
    [{ product: bread.id, quantity: 1 }, 3],
    [{ product: bread.id, quantity: 1 }, 2],
    // Of two bags of 1 kg.
    [{ product: rice.id, measure: 1999 }, 2],
    [{ product: rice.id, measure: 1 }, 1],
  ] as const) {
    const before = (await owner.get(`/api/order/seller?q=${await numberOf(id)}`)).json.orders[0]
    const reduction = Math.round((before.amount - before.money.cost) * 100) / 100
    const refund = { id, lines: [part], reason: 'missing', seen: { reduction } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    expect(await linesOf()).toBe(left)
  }
})

test('taps of 90 days ago are forgotten', async () => {
  const { id } = await packed()
  const old = { id: newId(), order: id }
  await rider.post('/api/rider/take', old)
  const { id: second } = await taken(rider)
  await shop.pool.query("update rider_tap set at = now() - interval '91 days' where id = $1", [old.id])
  await deleteOldTaps(shop.db)
  const { rows } = await shop.pool.query('select what from rider_tap where rider = $1', [rider.email])
  expect(rows).toEqual([{ what: `take ${second}` }])
})
