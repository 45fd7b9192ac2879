import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop as shopConfig } from '../../shop.config.ts'
import { aBuyer, orderBy } from '../../testing/makers/buyer.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { aProduct } from '../../testing/makers/rows.ts'
import { type Person, seller, type TestShop, testShop } from '../../testing/shop.ts'

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

const today = async () => (await owner.get('/api/seller/today')).json

test('a shop without orders and products has thirty empty days, today the last', async () => {
  const overview = await today()
  expect(overview).toMatchObject({
    success: true,
    waiting: [
      { status: 'Order Placed', count: 0 },
      { status: 'Confirmed', count: 0 },
      { status: 'Packing', count: 0 },
      { status: 'Out for delivery', count: 0 },
    ],
    outOfStock: { products: [], count: 0 },
    lowStock: { products: [], count: 0 },
  })
  expect(overview.days).toHaveLength(30)
  for (const day of overview.days) expect(day).toMatchObject({ orders: 0, amount: 0, placed: 0 })
  const { timeZone } = shopConfig
  expect(overview.days.at(-1).day).toBe(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()))
})

test('a cash order is open when it is placed, and among the sales of today once it is delivered', async () => {
  const buyer = await aBuyer(shop)
  const product = await aProduct(shop.db, { offerPrice: 1050 })
  const placed = await orderBy(buyer, [{ product: product.id, quantity: 3 }])
  expect(placed.json).toMatchObject({ success: true })
  const { waiting, days } = await today()
  expect(waiting[0]).toEqual({ status: 'Order Placed', count: 1 })
  expect(days.at(-1)).toMatchObject({ orders: 0, amount: 0, placed: 1 })
  await deliver(owner, placed.json.orderId)
  await shop.runJobs()
  // 3 × 10.50 and 2% of it.
  expect((await today()).days.at(-1)).toMatchObject({ orders: 1, amount: 32.13, placed: 1 })
})

test('lists products that are sold out and not switched off, newest first, and those low on stock, fewest first', async () => {
  const name = (product: { name: string }) => product.name
  await aProduct(shop.db, { name: 'Plenty', stock: 6 })
  await aProduct(shop.db, { name: 'Switched off', inStock: false })
  await aProduct(shop.db, { name: 'Sold out', stock: 0 })
  await aProduct(shop.db, { name: 'Five', stock: 5 })
  await aProduct(shop.db, { name: 'One', stock: 1 })
  await aProduct(shop.db, { name: 'Few, but switched off', inStock: false, stock: 2 })
  await aProduct(shop.db, { name: 'Archived', stock: 0, archivedAt: new Date() })
  await aProduct(shop.db, { name: 'Archived with few', stock: 1, archivedAt: new Date() })
  await aProduct(shop.db, { name: 'Sold out and switched off', inStock: false, stock: 0 })
  const { outOfStock, lowStock } = await today()
  expect(outOfStock.count).toBe(1)
  expect(outOfStock.products.map(name)).toEqual(['Sold out'])
  expect(lowStock.count).toBe(2)
  expect(lowStock.products.map(name)).toEqual(['One', 'Five'])
})

test('lists eight products of each kind and counts the others', async () => {
  for (let n = 0; n < 9; n += 1) await aProduct(shop.db, { name: `Gone ${n}`, stock: 0 })
  const { outOfStock } = await today()
  expect(outOfStock.products).toHaveLength(8)
  expect(outOfStock.count).toBe(10)
})
