import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { promptPayShop } from '../../testing/shops/promptpay-shop.ts'
import { newId } from '../common/ids.ts'
import { eraseShopper } from './erase-shopper.ts'
import { findShopperData } from './shopper-data-queries.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

/** A shopper with an address, a cart and an order. */
async function customer() {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, {})
  const items = [{ product: product.id, quantity: 1 }]
  const { json } = await shopper.post('/api/order/cod', { items, address })
  await shopper.post('/api/cart/update', { cartItems: { [product.id]: 2 } })
  return { shopper, email: shopper.user.email, orderId: json.orderId as string, number: json.orderNumber as number }
}

/** Every row of the shop's tables that contains a text, as text. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await shop.pool.query(
    "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await shop.pool.query(`select to_jsonb(each)::text as row from ${name} each`)
      return rows.map(({ row }) => `${name} ${row}`).filter((row) => row.toLowerCase().includes(text.toLowerCase()))
    }),
  )
  return found.flat()
}

test('a delivered and settled shopper is erased, and can neither sign in nor be found by the seller', async () => {
  const { shopper, email, orderId, number } = await customer()
  await stepTo(owner, orderId, 'Delivered')
  const before = await findShopperData(shop.db, email)
  expect(before).toMatchObject({ account: { email }, orders: [{ number, email }] })
  expect(JSON.stringify(before)).toContain('Charoen Krung')
  expect(await rowsWith(email)).not.toEqual([])

  expect(await eraseShopper(shop.db, email)).toEqual({ kind: 'erased', orders: 1 })
  expect(await rowsWith(email)).toEqual([])
  expect(await rowsWith('Charoen Krung')).toEqual([])
  expect((await shopper.get('/api/user/is-auth')).json.success).toBe(false)
  expect(await findShopperData(shop.db, email)).toBeUndefined()
  const { json } = await owner.get(`/api/order/seller?q=${number}`)
  expect(json.orders).toMatchObject([{ number, status: 'Delivered', address: { firstName: '—', phone: '' } }])
  expect(JSON.stringify(json.orders)).not.toContain(email)
  expect(await eraseShopper(shop.db, email)).toEqual({ kind: 'unknown' })
})

test('nothing that names the shopper, or who took the goods, stays with a delivered order', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  await shop.db.updateTable('address').set({ note: 'Ring at the green gate' }).where('id', '=', address).execute()
  const { id: product } = await aProduct(shop.db, { name: 'Jackfruit' })
  const { json } = await shopper.post('/api/order/cod', { items: [{ product, quantity: 1 }], address })
  await stepTo(owner, json.orderId, 'Packing')
  const rider = await seller(shop, 'rider')
  await rider.post('/api/rider/take', { id: newId(), order: json.orderId })
  const { mine } = (await rider.get('/api/rider/trip')).json
  const collected = mine[0].toCollect
  const delivered = { id: newId(), order: json.orderId, receivedBy: 'Aunt Wilai', collected }
  expect((await rider.post('/api/rider/delivered', delivered)).json).toMatchObject({ success: true })
  const { email } = shopper.user
  const counter = `sign-in:shopper:${email}:known`
  await shop.pool.query('insert into rate_limit_counter (key, tries, resets_at) values ($1, 1, now())', [counter])
  expect(await findShopperData(shop.db, email)).toMatchObject({
    orders: [{ lines: [{ name: 'Jackfruit', quantity: 1 }], receivedBy: ['Aunt Wilai'], documents: [] }],
  })
  const personal = ['Aunt Wilai', 'green gate', 'Charoen Krung', email]
  for (const text of personal) expect(await rowsWith(text), text).not.toEqual([])
  expect((await eraseShopper(shop.db, email)).kind).toBe('erased')
  for (const text of personal) expect(await rowsWith(text), text).toEqual([])
})

test('an address that a seller corrected is shown and erased, as it was before and is now', async () => {
  const { email, orderId } = await customer()
  const address = {
    ...{ firstName: 'Malee', lastName: 'Suksan', street: '99/1 Wongwian Yai', phone: '0891112222' },
    ...{ city: 'Bang Rak', state: 'Bangkok', zipcode: '10500', country: 'Thailand', note: 'Behind the temple' },
  }
  await owner.post('/api/order/correct-address', { id: orderId, address, seen: 1 })
  const corrected = { ...address, street: '77 Corrected Lane' }
  await owner.post('/api/order/correct-address', { id: orderId, address: corrected, seen: 2 })
  await stepTo(owner, orderId, 'Delivered')
  expect(await findShopperData(shop.db, email)).toMatchObject({
    orders: [
      {
        address: { street: '77 Corrected Lane' },
        addressCorrections: [
          { before: { firstName: 'Somchai', phone: '+66 81 234 5678' }, after: { note: 'Behind the temple' } },
          { before: { street: '99/1 Wongwian Yai' }, after: { street: '77 Corrected Lane' } },
        ],
      },
    ],
  })
  const personal = ['Malee', 'Suksan', 'Wongwian', 'Corrected Lane', '0891112222', 'Behind the temple', email]
  const rows = async () => {
    const found = await Promise.all(personal.map(rowsWith))
    return found.flat().filter((row) => row.includes(orderId) || row.includes(email))
  }
  expect(await rows()).not.toEqual([])
  expect((await eraseShopper(shop.db, email)).kind).toBe('erased')
  for (const text of personal) expect(await rowsWith(text), text).toEqual([])
  // The steps of the order stay in the audit log.
  const { entries } = (await owner.get(`/api/staff/audit?q=${orderId}`)).json
  expect(entries.map(({ after }: { after: object }) => Object.keys(after))).toContainEqual(['status'])
})

test('a shopper’s data has the slips, refunds and payouts of the orders', async () => {
  const open = await promptPayShop()
  const { shopper, order } = await open.anOrder({ quantity: 2 })
  await open.sendSlip(shopper, order.orderId, { reference: 'SHOWN1' })
  const { id: slip } = await open.slipOf(order.orderId)
  expect((await open.confirm({ id: slip, amount: order.amount })).json.success).toBe(true)
  const refund = { id: order.orderId, amount: 5, reason: 'damaged', seen: { reduction: 0 } }
  expect((await open.owner.post('/api/order/refund', refund)).json.success).toBe(true)
  const payout = { id: order.orderId, method: 'transfer', amount: 5, reference: 'K+ 77' }
  expect((await open.owner.post('/api/order/payout', payout)).json.success).toBe(true)
  const at = expect.any(String)
  const [picture] = await open.slipPicturesStored()
  const data = await findShopperData(open.shop.db, shopper.user.email)
  await open.shop.close()
  expect(data).toMatchObject({
    orders: [
      {
        slips: [{ at, state: 'confirmed', bank: '004', reference: 'SHOWN1', reason: null, picture }],
        refunds: [{ at, cents: 500, reason: 'damaged' }],
        payouts: [{ at, cents: 500, method: 'transfer', reference: 'K+ 77' }],
      },
    ],
  })
})

test('an order under way, or money that is owed, refuses it, and nothing is changed', async () => {
  const { shopper, email, orderId, number } = await customer()
  expect(await eraseShopper(shop.db, email)).toEqual({ kind: 'unfinished', orders: [number] })
  await stepTo(owner, orderId, 'Delivered')
  await owner.post('/api/order/refund', { id: orderId, amount: 0.5, reason: 'late', seen: { reduction: 0 } })
  expect(await eraseShopper(shop.db, email)).toEqual({ kind: 'unfinished', orders: [number] })
  expect((await shopper.get('/api/user/is-auth')).json.success).toBe(true)
  expect((await rowsWith('Charoen Krung')).length).toBeGreaterThan(1)
})

test('the address can have a new account, which finds nothing of the old one', async () => {
  const { email, orderId } = await customer()
  await stepTo(owner, orderId, 'Delivered')
  await eraseShopper(shop.db, email)
  const again = person(shop)
  const { json } = await again.post('/api/user/register', {
    name: 'Again',
    email,
    password: 'kettle on the blue stove',
  })
  expect(json.success).toBe(true)
  expect((await again.get('/api/order/user')).json.orders).toEqual([])
})

test('what a shopper saves and orders while the account is erased is erased, too', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { shopper, email, orderId } = await customer()
    await stepTo(owner, orderId, 'Delivered')
    const street = `Yaowarat Lane ${newId()}`
    const address = {
      firstName: 'Somchai',
      lastName: 'Jaidee',
      phone: '0812345678',
      street,
      city: 'Bang Rak',
      state: 'Bangkok',
      zipcode: 10500,
      country: 'Thailand',
    }
    const saves = Array.from({ length: 6 }, () => shopper.post('/api/address/add', { address }))
    const [erased] = await Promise.all([eraseShopper(shop.db, email), ...saves])
    expect(erased.kind).toBe('erased')
    expect(await rowsWith(street)).toEqual([])
    expect(await rowsWith(email)).toEqual([])
  }
})
