import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers/rows.ts'
import { salesErrors } from '../../testing/makers/sales.ts'
import { type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { updateSaleAndDocuments } from '../documents/update-sale-and-documents.ts'
import { bookEarlierSales } from './book-sales.ts'

let shop: TestShop
let owner: Person
let mali: Awaited<ReturnType<typeof verified>>
beforeAll(async () => {
  shop = await testShop({ shop: bangkokShop })
  owner = await seller(shop)
  mali = await verified(shop)
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await salesErrors(shop.db)).toEqual([])
  expect(await ledgerErrors(shop.db)).toEqual([])
})

type SoldProduct = { offerPrice: number; quantity?: number; taxClass?: string; category?: string }

/** Places an order; returns it with its products. */
async function order(kind: 'cod' | 'stripe', wanted: readonly SoldProduct[], more: { code?: string } = {}) {
  const items: { product: string; quantity: number }[] = []
  for (const { quantity = 1, taxClass, ...fields } of wanted) {
    const { id } = await aProduct(shop.db, fields)
    if (taxClass) await shop.db.updateTable('product').set({ taxClass }).where('id', '=', id).execute()
    items.push({ product: id, quantity })
  }
  const address = await anAddress(shop.db, mali.user._id)
  const { json } = await mali.post(`/api/order/${kind}`, { address, items, ...more })
  expect(json).toMatchObject({ success: true })
  return {
    id: json.orderId as string,
    products: items.map(({ product }) => product),
    path: 'url' in json ? json.url : undefined,
  }
}

async function payAtSandbox(url: string | undefined) {
  const headers = { origin: shop.publicUrl, 'content-type': 'application/x-www-form-urlencoded' }
  await shop.app.inject({
    method: 'POST',
    url: new URL(url ?? '', shop.publicUrl).pathname,
    headers,
    payload: 'act=pay',
  })
  await shop.runJobs()
}

async function deliverAndBook(id: string) {
  await deliver(owner, id)
  await shop.runJobs()
}
async function delivered(wanted: readonly SoldProduct[]) {
  const made = await order('cod', wanted)
  await deliverAndBook(made.id)
  return made
}

async function refund(id: string, about: { lines?: { product: string; quantity: number }[]; amount?: number }) {
  const { reduction } = await shop.db
    .selectFrom('shopOrder')
    .select('reductionCents as reduction')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { json } = await owner.post('/api/order/refund', {
    id,
    ...about,
    reason: 'damaged',
    seen: { reduction: reduction / 100 },
  })
  expect(json).toMatchObject({ success: true })
  await shop.runJobs()
}

type Row = { kind: string; method: string; total: number; tax: number; refund: number; refundTax: number }
async function entriesOf(id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select kind, method, sum((part->>'total')::int)::int as total, sum((part->>'tax')::int)::int as tax,
      sum((part->>'refund')::int)::int as refund, sum((part->>'refundTax')::int)::int as refund_tax
    from sale_entry, jsonb_array_elements(parts) as part
    where order_id = ${id} group by id order by id`.execute(shop.db)
  return rows
}

/** Days around the test, which may run at midnight. */
const [from, to] = [dayAfter(dayIn(bangkokShop.timeZone), -1), dayAfter(dayIn(bangkokShop.timeZone), 1)]
const sale = { kind: 'sale', refund: 0, refundTax: 0 }
const refunded = { kind: 'refund', total: 0, tax: 0 }

const rowsOf = async (view: string, keys: readonly string[]) => {
  const { json } = await owner.get(`/api/report/sales?view=${view}&from=${from}&to=${to}`)
  return json.rows.filter(({ key }) => keys.includes(key))
}

describe('a cash order', () => {
  test('is a sale once it is delivered, with the tax in its taxed lines', async () => {
    const { id } = await order('cod', [
      { offerPrice: 10700, quantity: 2 },
      { offerPrice: 5000, taxClass: 'exempt' },
    ])
    await shop.runJobs()
    expect(await entriesOf(id)).toEqual([])
    await deliverAndBook(id)
    expect(await entriesOf(id)).toEqual([{ ...sale, method: 'cash', total: 26400, tax: 1400 }])
  })

  test('is no sale if it is cancelled before it is paid', async () => {
    const { id } = await order('cod', [{ offerPrice: 10700 }])
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    expect(await entriesOf(id)).toEqual([])
  })

  test('is no sale any more once its delivery is undone, and one again once it is delivered again', async () => {
    const { id } = await delivered([{ offerPrice: 10700 }])
    await owner.post('/api/order/undo-step', { id })
    await shop.runJobs()
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    await shop.runJobs()
    expect(await entriesOf(id)).toEqual([
      { ...sale, method: 'cash', total: 10700, tax: 700 },
      { ...sale, kind: 'undone', method: 'cash', total: -10700, tax: -700 },
      { ...sale, method: 'cash', total: 10700, tax: 700 },
    ])
  })

  test('pieces refunded before the payment lower the sale, and a later refund is a refund', async () => {
    const { id, products } = await order('cod', [
      { offerPrice: 10700, quantity: 2 },
      { offerPrice: 5000, taxClass: 'exempt' },
    ])
    await refund(id, { lines: [{ product: products[0] ?? '', quantity: 1 }] })
    expect(await entriesOf(id)).toEqual([])
    await deliverAndBook(id)
    expect(await entriesOf(id)).toEqual([{ ...sale, method: 'cash', total: 15700, tax: 700 }])
    await refund(id, { lines: [{ product: products[0] ?? '', quantity: 1 }] })
    await updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)
    expect((await entriesOf(id))[1]).toEqual({ ...refunded, method: 'cash', refund: 10700, refundTax: 700 })
  })
})

test('a refund of pieces takes them off their product, with their tax, and one of an amount off no product', async () => {
  const { id, products } = await delivered([
    { offerPrice: 10700, quantity: 2 },
    { offerPrice: 5000, taxClass: 'exempt' },
  ])
  await refund(id, { lines: [{ product: products[0] ?? '', quantity: 1 }] })
  await refund(id, { amount: 10 })
  const [, pieces, amount] = await entriesOf(id)
  expect(pieces).toEqual({ ...refunded, method: 'cash', refund: 10700, refundTax: 700 })
  // 10.00 of the remaining 157.00, of which 107.00 are taxed: 6.82 with 0.45 of tax.
  expect(amount).toEqual({ ...refunded, method: 'cash', refund: 1000, refundTax: 45 })
  const { rows } = await sql<{ key: string; pieces: number; net: number }>`
    select key, pieces, (total_cents - refund_cents)::int as net from sales_sum
    where view = 'product' and key = any(${products})`.execute(shop.db)
  expect(rows).toContainEqual({ key: products[0], pieces: 1, net: 10700 })
  expect(rows).toContainEqual({ key: products[1], pieces: 1, net: 5000 })
})

test('an entry is made once however often the job runs, also at the same instant', async () => {
  const { id } = await order('cod', [{ offerPrice: 5000 }])
  await deliver(owner, id)
  await Promise.all(Array.from({ length: 8 }, () => updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)))
  expect(await entriesOf(id)).toHaveLength(1)
})

describe('an order with a code', () => {
  test('is reported by its promotion, with what that took off', async () => {
    const { id: promotion } = await aPromotion(shop.db, { code: 'TEN', name: 'Welcome', nameTh: 'ต้อนรับ' })
    const { id } = await order('cod', [{ offerPrice: 10700, quantity: 2 }], { code: 'TEN' })
    await deliverAndBook(id)
    // 214.00 less 21.40; 192.60 × 7 / 107 = 12.60.
    expect(await entriesOf(id)).toEqual([{ ...sale, method: 'cash', total: 19260, tax: 1260 }])
    const { json } = await owner.get(`/api/report/sales?view=promotion&from=${from}&to=${to}`)
    expect(json.rows).toContainEqual(
      expect.objectContaining({
        key: promotion,
        name: 'Welcome (TEN)',
        nameTh: 'ต้อนรับ (TEN)',
        orders: 1,
        discount: 21.4,
        total: 192.6,
      }),
    )
  })

  const nothing = { orders: 0, pieces: 0, discount: 0, net: 0 }
  async function paidWith(code: string) {
    const promotion = await aPromotion(shop.db, { code, name: code })
    const made = await order('stripe', [{ offerPrice: 10700, quantity: 2 }], { code })
    await payAtSandbox(made.path)
    return { ...made, promotion }
  }

  test('has no discount on pieces that were taken off before it was paid', async () => {
    const promotion = await aPromotion(shop.db, { code: 'MISSING', name: 'Missing' })
    const goods = [{ offerPrice: 10700, quantity: 2 }, { offerPrice: 5000 }]
    const { id, products } = await order('cod', goods, { code: 'MISSING' })
    await refund(id, { lines: [{ product: products[0] ?? '', quantity: 1 }] })
    await refund(id, { lines: [{ product: products[1] ?? '', quantity: 1 }] })
    await deliverAndBook(id)
    // 264.00 less 26.40, and then less 96.30 and 45.00.
    expect(await rowsOf('promotion', [promotion.id])).toMatchObject([{ orders: 1, discount: 10.7, total: 96.3 }])
    expect(await rowsOf('product', products)).toEqual([
      expect.objectContaining({ key: products[0], pieces: 1, discount: 10.7, total: 96.3 }),
      expect.objectContaining({ key: products[1], pieces: 0, discount: 0, total: 0 }),
    ])
  })

  test('is reversed in every view when it is cancelled after its payment: 21.40 of discount and 192.60', async () => {
    const { id, products, promotion } = await paidWith('GONE')
    const piece = { lines: [{ product: products[0] ?? '', quantity: 1 }] }
    await refund(id, piece)
    await refund(id, { amount: 10 })
    // 192.60 less 96.30 and 10.00; its tax is 7/107 of that.
    expect(await rowsOf('promotion', [promotion.id])).toMatchObject([
      { orders: 1, pieces: 1, total: 192.6, refund: 106.3, net: 86.3, discount: 21.4, tax: 12.6, refundTax: 6.95 },
    ])
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    const whole = { ...nothing, total: 192.6, refund: 192.6, tax: 12.6, refundTax: 12.6 }
    expect(await rowsOf('promotion', [promotion.id])).toMatchObject([whole])
    const [row] = await rowsOf('product', products)
    // The amount that was refunded has a row of its own, from which it is taken again.
    expect(row).toMatchObject(whole)
  })

  test('is an order without pieces and discounts once it is fully refunded', async () => {
    const promotion = await aPromotion(shop.db, { code: 'EMPTY' })
    const { id, products } = await order('cod', [{ offerPrice: 10700, quantity: 2 }], { code: 'EMPTY' })
    await deliverAndBook(id)
    await refund(id, { lines: [{ product: products[0] ?? '', quantity: 2 }] })
    const whole = { ...nothing, orders: 1, total: 192.6, refund: 192.6 }
    expect(await rowsOf('promotion', [promotion.id])).toMatchObject([whole])
    expect(await rowsOf('product', products)).toMatchObject([whole])
  })

  test('is a sale of zero with its discount if the code makes it free', async () => {
    await aPromotion(shop.db, { code: 'FREE', terms: { kind: 'percent', basisPoints: 10_000 } })
    const { id } = await order('cod', [{ offerPrice: 4444 }], { code: 'FREE' })
    await deliverAndBook(id)
    expect(await entriesOf(id)).toEqual([{ ...sale, method: 'none', total: 0, tax: 0 }])
  })
})

test('an undone delivery after a refund is reversed once in its rates', async () => {
  const rates = () => rowsOf('rate', ['700'])
  const [before = { orders: 0, net: 0 }] = await rates()
  const { id } = await delivered([{ offerPrice: 10700 }])
  await refund(id, { amount: 7 })
  await owner.post('/api/order/undo-step', { id })
  await shop.runJobs()
  expect(await rates()).toMatchObject([{ orders: before.orders, net: before.net }])
})

test('orders from before there were entries get those that they would have had, each at its moment', async () => {
  const { id, products } = await delivered([
    { offerPrice: 10700, quantity: 2 },
    { offerPrice: 5000, taxClass: 'exempt' },
  ])
  await refund(id, { lines: [{ product: products[0] ?? '', quantity: 1 }] })
  await refund(id, { amount: 10 })
  const undone = await delivered([{ offerPrice: 10700 }])
  await owner.post('/api/order/undo-step', { id: undone.id })
  await shop.runJobs()
  const paid = await order('cod', [{ offerPrice: 900 }])
  await owner.post('/api/order/take-step', { id: paid.id, from: 'Order Placed', status: 'Cancelled' })
  const ids = [id, undone.id, paid.id]
  const before = await Promise.all(ids.map(entriesOf))
  const all = async () => (await shop.pool.query('select * from sales_sum order by view, day, key')).rows
  const sums = await all()

  await shop.pool.query('truncate sale_entry, sales_sum')
  await shop.pool.query('insert into sale_to_book select id from shop_order')
  const report = () => owner.get(`/api/report/sales?view=day&from=${from}&to=${to}`)
  expect((await report()).json).toMatchObject({ complete: false, sums: { orders: 0 } })
  while ((await bookEarlierSales(shop.db, bangkokShop.timeZone)) > 0);
  expect((await report()).json.complete).toBe(true)
  expect(await Promise.all(ids.map(entriesOf))).toEqual(before)
  expect(await all()).toEqual(sums)
})
