import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '../../../contract/values/day.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { salesErrors } from '../../../testing/makers/sales.ts'
import { cookieOf, type Person, seller, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { updateSaleAndDocuments } from '../../documents/update-sale-and-documents.ts'

/*
 * Cash in baht, of which 25 satang is the smallest coin. An order costs 355.27, in two lines of 20.38 and 334.89;
 * 355.25 of it can be paid.
 */

let shop: TestShop
let owner: Person
let rider: Person
beforeAll(async () => {
  shop = await testShop({ shop: bangkokShop })
  owner = await seller(shop)
})
afterAll(async () => {
  await shop.runJobs()
  expect(await ledgerErrors(shop.db)).toEqual([])
  expect(await salesErrors(shop.db)).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  rider = await seller(shop, 'rider')
})

async function ordered({ prices = [2038, 33_489], call = 'cod' } = {}) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const products = []
  for (const offerPrice of prices) products.push(await aProduct(shop.db, { offerPrice }))
  const items = products.map(({ id: product }) => ({ product, quantity: 1 }))
  const { json } = await shopper.post(`/api/order/${call}`, { address, items })
  if (!json.success) throw new Error(json.message)
  return { id: json.orderId as string, shopper, product: products[0]?.id ?? '' }
}

const tap = (what: string, order: string, more: object = {}) =>
  rider.post(`/api/rider/${what}`, { id: newId(), order, ...more })

/** An order that a rider has taken. */
async function onItsWay(prices?: number[]) {
  const order = await ordered(prices && { prices })
  await stepTo(owner, order.id, 'Packing')
  const { json } = await tap('take', order.id)
  expect(json).toMatchObject({ success: true })
  return { ...order, toCollect: json.mine[0].toCollect as number }
}

async function delivered(collected = 355.25) {
  const order = await onItsWay()
  expect((await tap('delivered', order.id, { receivedBy: 'Mali', collected })).json).toMatchObject({ success: true })
  return order
}

const brief = async (id: string) =>
  (
    await shop.db
      .selectFrom('moneyMovement')
      .select(['kind', 'method', 'cents', 'reason'])
      .where('orderId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, method, cents, reason }) => [kind, method, cents, reason].filter(Boolean).join(' '))
const owedByRider = async () => (await rider.get('/api/rider/trip')).json.owed
const ofSeller = async (id: string) =>
  (await owner.get('/api/order/seller?limit=100')).json.orders.find(({ _id }) => _id === id)
const report = async () => {
  const day = dayIn(bangkokShop.timeZone)
  return (await owner.get(`/api/report/sales?view=method&from=${day}&to=${day}`)).json
}

describe('an order in cash', () => {
  test('is delivered for what coins can pay, is settled, and the report adds up', async () => {
    const before = (await report()).rounded
    const { id, shopper, toCollect } = await onItsWay()
    expect(toCollect).toBe(355.25)
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order).toMatchObject({ amount: 355.27, cash: 355.25 })

    await tap('delivered', id, { receivedBy: 'Mali', collected: toCollect })
    expect(await brief(id)).toEqual(['cost 35527', 'received cash 35525', 'rounded 2'])
    expect(await owedByRider()).toBe(355.25)
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ amount: 355.27, isPaid: true, rounded: 0.02 })
    expect([order.cash, order.owed]).toEqual([undefined, undefined])
    expect((await ofSeller(id)).money).toMatchObject({ cost: 355.27, received: 355.25, balance: 0 })

    await updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)
    const { rows, rounded } = await report()
    expect(rows.find(({ key }) => key === 'cash')).toMatchObject({ orders: 1, net: 355.27 })
    expect(rounded - before).toBeCloseTo(0.02, 10)
    const day = dayIn(bangkokShop.timeZone)
    const { body } = await shop.app.inject({
      url: `/api/report/sales.csv?view=method&from=${day}&to=${day}&lang=en`,
      headers: { cookie: cookieOf(owner) },
    })
    const lines = body.trim().split('\r\n')
    expect(lines.slice(-2)).toEqual(['Cash rounded down to coins,,,,,,,,,-0.02,', 'Sum after rounding,,,,,,,,,355.25,'])
  })

  test.each([355.27, 355.26])('is delivered for 355.25 by a client that sends %s', async (collected) => {
    const { id } = await delivered(collected)
    expect(await brief(id)).toEqual(['cost 35527', 'received cash 35525', 'rounded 2'])
  })

  test.each([355, 355.24, 355.5, 0])('isn’t delivered for %s, and nothing changes', async (collected) => {
    const { id } = await onItsWay()
    const { json } = await tap('delivered', id, { receivedBy: 'Mali', collected })
    expect(json).toMatchObject({ success: false, code: 'balance_changed' })
    expect(json.message).toContain('฿355.25')
    expect(await brief(id)).toEqual(['cost 35527'])
  })

  test('is delivered by a seller for the sum that was shown, and isn’t once it costs less', async () => {
    const { id } = await onItsWay()
    await owner.post('/api/order/refund', { id, amount: 20.38, reason: 'damaged', seen: { reduction: 0 } })
    const deliver = async (toCollect: number) =>
      (await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered', toCollect })).json
    expect(await deliver(355.25)).toMatchObject({
      success: false,
      code: 'balance_changed',
      message: expect.stringContaining('฿334.75'),
    })
    expect(await ofSeller(id)).toMatchObject({ status: 'Out for delivery', isPaid: false })
    expect(await deliver(334.75)).toMatchObject({ success: true, order: { isPaid: true, cost: 334.89 } })
    expect(await brief(id)).toEqual(['cost 35527', 'cost -2038 damaged', 'received cash 33475', 'rounded 14'])
  })

  test('is delivered once for two taps of the same id', async () => {
    const { id } = await onItsWay()
    const body = { id: newId(), order: id, receivedBy: 'Mali', collected: 355.25 }
    await Promise.all([rider.post('/api/rider/delivered', body), rider.post('/api/rider/delivered', body)])
    expect(await brief(id)).toEqual(['cost 35527', 'received cash 35525', 'rounded 2'])
  })

  test('owes all of it again when its delivery is undone', async () => {
    const { id } = await delivered()
    expect((await owner.post('/api/order/undo-step', { id })).json).toMatchObject({ success: true })
    expect((await brief(id)).slice(3)).toEqual(['received cash -35525 undone', 'rounded -2'])
    expect(await owedByRider()).toBe(0)
    expect(await ofSeller(id)).toMatchObject({ isPaid: false, cash: 355.25, money: { received: 0, balance: 355.27 } })
    // Cancelled then, it owes nothing.
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
    expect(await ofSeller(id)).toMatchObject({ status: 'Cancelled', money: { cost: 0, received: 0, balance: 0 } })
  })

  test('is delivered by the seller for what coins can pay', async () => {
    const { id } = await ordered()
    await stepTo(owner, id, 'Delivered')
    expect(await brief(id)).toEqual(['cost 35527', 'received cash 35525', 'rounded 2'])
  })

  test('of whole coins isn’t rounded', async () => {
    const { id } = await onItsWay([10_025])
    await tap('delivered', id, { receivedBy: 'Mali', collected: 100.25 })
    expect(await brief(id)).toEqual(['cost 10025', 'received cash 10025'])
    const order = await ofSeller(id)
    expect([order.cash, order.rounded]).toEqual([undefined, undefined])
  })

  test('of less than a coin costs nothing at the door', async () => {
    const { id, toCollect } = await onItsWay([20])
    expect(toCollect).toBe(0)
    expect((await tap('delivered', id, { receivedBy: 'Mali', collected: 0 })).json).toMatchObject({ success: true })
    expect(await brief(id)).toEqual(['cost 20', 'rounded 20'])
    await owner.post('/api/order/undo-step', { id })
    expect(await ledgerErrors(shop.db)).toEqual([])
  })

  test('whose rider took more than it now costs owes the shopper whole coins', async () => {
    const { id } = await onItsWay()
    const refund = { id, amount: 20.38, reason: 'damaged', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json).toMatchObject({
      success: true,
      order: { cash: 334.75 },
    })
    await tap('delivered', id, { receivedBy: 'Mali', collected: 355.25 })
    expect(await ofSeller(id)).toMatchObject({ owed: 20.5, rounded: 0.14 })
  })

  test('that was cancelled on the way is delivered all the same for what coins can pay', async () => {
    const { id } = await onItsWay()
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
    const { mine } = (await rider.get('/api/rider/trip')).json
    expect(mine[0]).toMatchObject({ order: id, cancelled: true, toCollect: 355.25 })
    await tap('delivered', id, { receivedBy: 'Mali', collected: 355.25 })
    expect(await ofSeller(id)).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      rounded: 0.02,
      money: { balance: 0 },
    })
  })
})

test('a receipt says by how much cash was rounded down, and what was paid', async () => {
  const { id, shopper } = await delivered()
  const documented = { ...bangkokShop, issuer: { taxId: '0105561000006', vatRegistered: true } }
  await updateSaleAndDocuments({ db: shop.db, shop: documented }, id)
  const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
  const { body } = await shop.app.inject({
    url: `/documents/${order.documents[0].id}`,
    headers: { cookie: cookieOf(shopper) },
  })
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Total ฿355.27')
  expect(text).toContain('Rounded down to coins −฿0.02')
  expect(text).toContain('Paid ฿355.25')
})

describe('a refund of an order that was paid in cash', () => {
  const refund = (id: string, product: string, reduction = 0) =>
    owner.post('/api/order/refund', { id, lines: [{ product, quantity: 1 }], reason: 'damaged', seen: { reduction } })
  const payOut = (id: string, amount: number, method = 'cash') =>
    owner.post('/api/order/payout', { id, method, amount })

  test('is paid out in whole coins: the rest costs what it would have cost', async () => {
    const { id, product } = await delivered()
    expect((await refund(id, product)).json).toMatchObject({ success: true, order: { owed: 20.5, rounded: 0.14 } })
    expect((await payOut(id, 20.5)).json).toMatchObject({
      success: true,
      order: { paidOut: 20.5, money: { cost: 334.89, received: 355.25, balance: 0 } },
    })
    expect((await brief(id)).slice(3)).toEqual(['cost -2038 damaged', 'rounded 12', 'paid out cash 2050'])
    // The rest of it: all that was paid goes back, and nothing is rounded any more.
    const rest = { id, amount: 334.89, reason: 'damaged', seen: { reduction: 20.38 } }
    const { json } = await owner.post('/api/order/refund', rest)
    expect(json).toMatchObject({ success: true, order: { owed: 334.75 } })
    expect(json.order.rounded).toBeUndefined()
    expect((await payOut(id, 334.75, 'transfer')).json.order).toMatchObject({ paidOut: 355.25, money: { balance: 0 } })
  })

  test('before it is paid lowers the cash', async () => {
    const { id, product } = await onItsWay()
    expect((await refund(id, product)).json).toMatchObject({ success: true, order: { cost: 334.89, cash: 334.75 } })
  })
})

describe('money collected by hand', () => {
  const collect = (id: string, method: string, amount: number) =>
    owner.post('/api/order/collect', { id, method, amount })

  test.each([355.25, 355.27])('in cash is what coins can pay, for a client that sends %s', async (amount) => {
    const { id } = await ordered()
    expect((await collect(id, 'cash', amount)).json).toMatchObject({ success: true, order: { isPaid: true } })
    expect(await brief(id)).toEqual(['cost 35527', 'received cash 35525 collected by hand', 'rounded 2'])
  })

  test('of less than a coin is a sale, though nothing is taken', async () => {
    const { id } = await ordered({ prices: [20] })
    expect((await collect(id, 'cash', 0)).json).toMatchObject({ success: true, order: { isPaid: true } })
    expect(await brief(id)).toEqual(['cost 20', 'rounded 20'])
    await shop.runJobs()
    expect(await salesErrors(shop.db)).toEqual([])
  })

  test('by transfer is all of it', async () => {
    const { id } = await ordered()
    expect((await collect(id, 'transfer', 355.25)).json).toMatchObject({ success: false, code: 'balance_changed' })
    expect((await collect(id, 'transfer', 355.27)).json).toMatchObject({ success: true })
    expect(await brief(id)).toEqual(['cost 35527', 'received transfer 35527 collected by hand'])
  })

  test('of an order that was cancelled, paid out and handed over nevertheless is what coins can pay', async () => {
    const { id } = await onItsWay()
    await collect(id, 'transfer', 355.27)
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
    await owner.post('/api/order/payout', { id, method: 'transfer', amount: 355.27 })
    expect((await tap('delivered', id, { receivedBy: 'Mali', collected: 0 })).json).toMatchObject({ success: true })
    const balance = (cents: number) =>
      shop.pool.query('update shop_order set balance_cents = $2 where id = $1', [id, cents])
    await balance(100)
    expect((await ofSeller(id)).money).not.toHaveProperty('waived')
    await balance(0)
    expect((await ofSeller(id)).money).toMatchObject({ cost: 0, waived: 355.27 })
    expect((await collect(id, 'cash', 355)).json).toMatchObject({ success: false, code: 'balance_changed' })
    expect((await collect(id, 'cash', 355.25)).json).toMatchObject({
      success: true,
      order: { rounded: 0.02, money: { cost: 355.27, balance: 0 } },
    })
  })

  test('goes back whole when the order is cancelled', async () => {
    const { id } = await ordered()
    await collect(id, 'cash', 355.25)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    expect(await ofSeller(id)).toMatchObject({ owed: 355.25, money: { cost: 0, balance: -355.25 } })
  })
})
