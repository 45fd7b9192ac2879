import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'

let shop: TestShop
let owner: Person & { email: string }
beforeAll(async () => {
  shop = await testShop()
  owner = (await seller(shop)) as Person & { email: string }
})
afterAll(() => shop.close())

async function anOrder(status: 'Order Placed' | 'Confirmed' | 'Packing' | 'Delivered') {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { address, items }, { 'idempotency-key': newId() })
  await stepTo(owner, json.orderId, status)
  return { id: json.orderId as string, number: json.orderNumber as number, shopper }
}
const mark = async (id: string, packed = true) => (await owner.post('/api/order/packed', { id, packed })).json
const ofSeller = async (number: number) => (await owner.get(`/api/order/seller?q=${number}`)).json.orders[0]
const ready = async (id: string) => (await owner.get('/api/rider/trip')).json.ready.find(({ order }) => order === id)

test('an order is marked as packed and back; sellers and riders see it, its shopper the same status as before', async () => {
  const { id, number, shopper } = await anOrder('Packing')
  expect(await ready(id)).toMatchObject({ packed: false })
  expect(await ofSeller(number)).not.toHaveProperty('packed')
  const { order } = await mark(id)
  expect(order).toMatchObject({
    status: 'Packing',
    packed: { at: expect.any(String), by: expect.stringContaining('@') },
  })
  // Again, as after a lost reply: the first time counts.
  expect((await mark(id)).order.packed).toEqual(order.packed)
  expect(await ready(id)).toMatchObject({ packed: true })
  const [seen] = (await shopper.get('/api/order/user')).json.orders
  expect(seen).toMatchObject({ status: 'Packing' })
  expect(seen).not.toHaveProperty('packed')
  expect((await mark(id, false)).order).not.toHaveProperty('packed')
  expect(await ready(id)).toMatchObject({ packed: false })
})

test('an unmarked order counts as packed once a rider takes it or a seller sends it out', async () => {
  const [taken, sent] = [await anOrder('Packing'), await anOrder('Packing')]
  await owner.post('/api/rider/take', { id: newId(), order: taken.id })
  await owner.post('/api/order/take-step', { id: sent.id, from: 'Packing', status: 'Out for delivery' })
  for (const { number } of [taken, sent]) {
    const { packed, timeline } = await ofSeller(number)
    expect(packed).toEqual({ at: timeline.at(-1).at })
  }
  await owner.post('/api/order/undo-step', { id: sent.id, from: 'Out for delivery' })
  expect(await ready(sent.id)).toMatchObject({ packed: false })
})

test('an unmarked order that comes back counts as packed if it couldn’t be handed over, not if it is returned', async () => {
  const { id: order } = await anOrder('Packing')
  await owner.post('/api/rider/take', { id: newId(), order })
  await owner.post('/api/rider/return', { id: newId(), order })
  expect(await ready(order)).toMatchObject({ packed: false })
  await owner.post('/api/rider/take', { id: newId(), order })
  await owner.post('/api/rider/failed-attempt', { id: newId(), order, reason: 'wrong_address' })
  expect(await ready(order)).toMatchObject({ packed: true })
})

test('keeps the time that a picker has said when a rider takes it later', async () => {
  const { id, number } = await anOrder('Packing')
  const { order } = await mark(id)
  await owner.post('/api/rider/take', { id: newId(), order: id })
  expect((await ofSeller(number)).packed).toEqual(order.packed)
})

test('refuses orders that aren’t being packed, or aren’t there, and changes nothing', async () => {
  for (const status of ['Order Placed', 'Confirmed', 'Delivered'] as const) {
    const { id, number } = await anOrder(status)
    const before = await ofSeller(number)
    expect(await mark(id)).toMatchObject({ success: false, code: 'status_changed' })
    expect(await mark(id, false)).toMatchObject({ success: false, code: 'status_changed' })
    expect(await ofSeller(number)).toEqual(before)
  }
  for (const id of [newId(), 'x', '']) expect(await mark(id)).toMatchObject({ success: false, code: 'order_unknown' })
})

test('is in the audit log, but not when it leaves unmarked', async () => {
  const [marked, taken] = [await anOrder('Packing'), await anOrder('Packing')]
  await mark(marked.id)
  await owner.post('/api/rider/take', { id: newId(), order: taken.id })
  const entries = async (id: string) =>
    (await shop.pool.query("select action from audit_entry where subject_id = $1 and after ? 'packed_at'", [id])).rows
      .length
  expect(await entries(marked.id)).toBe(1)
  expect(await entries(taken.id)).toBe(0)
})
