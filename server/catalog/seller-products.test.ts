import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SellerProduct } from '../../contract/entities/product.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { person, verified } from '../../testing/shop.ts'
import { formOf, sellerShop } from '../../testing/shops/seller-shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { takeStock } from '../orders/stock-queries.ts'

const { shop, seller, edit, added, now, rowOf } = await sellerShop()
afterAll(() => shop.close())

test('the newest products are first in the order in which they were added, also by servers whose clocks are wrong', async () => {
  const days = 24 * 3_600_000
  const ids: string[] = []
  try {
    for (const off of [0, 400 * days, -2 * days, 0, 0, 0]) {
      const now = Date.now()
      vi.spyOn(Date, 'now').mockReturnValue(now + off)
      ids.unshift((await added())._id)
      vi.restoreAllMocks()
      const time = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
      expect(Math.abs(time - now)).toBeLessThan(60_000)
    }
  } finally {
    vi.restoreAllMocks()
  }
  const { json } = await person(shop).get('/api/product/list?sort=newest&limit=6')
  expect(json.products.map(({ _id }) => _id)).toEqual(ids)
})

describe('the prices of a product', () => {
  const price = (id: string, body: object) => seller.post('/api/product/price', { id, ...body })
  const seen = { price: 25.5, offerPrice: 19.99 }

  test('prices are set if they still equal the seen ones, and the shop shows them at once', async () => {
    const product = await added({ stock: 3 })
    const visitor = person(shop)
    const shown = async () => (await visitor.get(`/api/product/get?id=${product._id}`)).json.product
    expect(await shown()).toMatchObject(seen)
    const { json } = await price(product._id, { price: '30', offerPrice: 24.5, seen })
    expect(json).toMatchObject({ success: true, message: 'Price saved', product: { price: 30, offerPrice: 24.5 } })
    expect(json.product).toMatchObject({ name: 'Potato', stock: 3, switchedOn: true })
    expect(await shown()).toMatchObject({ price: 30, offerPrice: 24.5 })
    expect(Date.parse(json.product.updatedAt)).toBeGreaterThan(Date.parse(product.updatedAt))
  })

  test('prices that were changed meanwhile are refused and stay unchanged', async () => {
    const product = await added()
    await price(product._id, { price: 30, offerPrice: 24.5, seen })
    const { status, json } = await price(product._id, { price: 40, offerPrice: 40, seen })
    expect([status, json.code]).toEqual([200, 'product_changed'])
    expect(await now(product._id)).toMatchObject({ price: 30, offerPrice: 24.5 })
  })

  test('prices are set though an order has taken stock meanwhile, and by one of several concurrent calls', async () => {
    const product = await added({ stock: 5 })
    await inTransaction(shop.db, (tx) => takeStock(tx, [{ product: product._id, quantity: 2 }]))
    const replies = await Promise.all(
      [21, 22, 23].map((each) => price(product._id, { price: each, offerPrice: 20, seen })),
    )
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual([
      'product_changed',
      'product_changed',
      'saved',
    ])
    expect(await now(product._id)).toMatchObject({ stock: 3, offerPrice: 20 })
  })

  test.each([
    [{ offerPrice: 25.51 }, { offerPrice: 'The offer price may not be above the price' }],
    [{ offerPrice: 0 }, { offerPrice: 'A price above zero, with at most two decimals' }],
    [{ offerPrice: '1,5' }, { offerPrice: 'A price above zero, with at most two decimals' }],
    [{ price: 99_999_999 }, { price: 'At most 9,999,999.99' }],
  ])('%j is refused at its field and changes nothing', async (input, fields) => {
    const product = await added()
    const { json } = await price(product._id, { ...seen, ...input, seen })
    expect([json.code, json.fields]).toEqual(['invalid_form', fields])
    expect(await now(product._id)).toMatchObject(seen)
  })

  test('prices of an unknown product are refused', async () => {
    for (const id of [newId(), 'x']) expect((await price(id, { ...seen, seen })).json.code).toBe('product_unknown')
    const product = await added()
    expect((await price(product._id, { ...seen, seen: { price: -1 } })).json.success).toBe(false)
  })
})

describe('counted stock', () => {
  const count = (id: string, stock: number | null, seen: number | null, headers = {}) =>
    seller.post('/api/product/count', { id, stock, seen }, headers)

  test('the stock is set if it still equals the seen one, to zero, to not counted and back', async () => {
    const product = await added()
    for (const [stock, seen] of [
      [5, null],
      [0, 5],
      [null, 0],
    ] as const) {
      const { json } = await count(product._id, stock, seen)
      expect(json).toMatchObject({ success: true, product: { stock, inStock: stock !== 0, switchedOn: true } })
    }
    await count(product._id, 0, null)
    const shown = (await person(shop).get(`/api/product/get?id=${product._id}`)).json.product
    expect(shown).toMatchObject({ stock: 0, inStock: false })
  })

  test('says how many pieces are in orders that aren’t packed yet', async () => {
    const product = await added({ stock: 20 })
    const buyer = await verified(shop)
    const address = await anAddress(shop.db, buyer.user._id)
    const ordered = async (quantity: number) => {
      const body = { address, items: [{ product: product._id, quantity }] }
      return (await buyer.post('/api/order/cod', body)).json.orderId
    }
    const [, packed, gone, unpaid] = [await ordered(1), await ordered(2), await ordered(3), await ordered(4)]
    const set = (id: string, values: { status: string }) =>
      shop.db.updateTable('shopOrder').set(values).where('id', '=', id).execute()
    await set(packed, { status: 'Packing' })
    await shop.db.insertInto('orderPacked').values({ orderId: packed, packedBy: 'picker@shop.example' }).execute()
    await set(gone, { status: 'Out for delivery' })
    await set(unpaid, { status: 'Awaiting payment' })
    expect((await count(product._id, 5, 10)).json.message).toBe(
      'Saved: 5 for sale. 5 more are in orders that aren’t packed yet: don’t count those.',
    )
    expect((await count(product._id, null, 5)).json.message).toBe('Stock Updated')
  })

  test('a count that changed meanwhile is refused with the current one', async () => {
    const product = await added({ stock: 3 })
    const { status, json } = await count(product._id, 10, 4)
    expect([status, json.code]).toEqual([200, 'stock_changed'])
    expect(json.message).toContain('it is now 3')
    await count(product._id, null, 3)
    expect((await count(product._id, 10, 3)).json.message).toContain('it is now not counted')
    const thai = await count(product._id, 10, 3, { 'accept-language': 'th' })
    expect(thai.json.message).toContain('ขณะนี้คือ ไม่ได้นับจำนวน')
    expect((await now(product._id)).stock).toBeNull()
  })

  test('never undoes what concurrent orders take', async () => {
    const product = await added({ stock: 50 })
    const orders = Array.from({ length: 8 }, () =>
      inTransaction(shop.db, (tx) => takeStock(tx, [{ product: product._id, quantity: 1 }])),
    )
    const [reply] = await Promise.all([count(product._id, 100, 50), ...orders])
    const saved = reply.json.success
    if (!saved) expect(reply.json.code).toBe('stock_changed')
    expect((await now(product._id)).stock).toBe(saved ? 92 : 42)
  })

  test.each([{ stock: 1.5 }, { stock: '5' }, { stock: true }, {}])('refuses %j', async (input) => {
    const product = await added({ stock: 3 })
    const { status, json } = await seller.post('/api/product/count', { id: product._id, seen: 3, ...input })
    expect([status, json.code]).toEqual([400, 'malformed'])
    expect((await now(product._id)).stock).toBe(3)
  })

  test('below zero or above a million is refused at its field, and so is an unknown product', async () => {
    const product = await added({ stock: 3 })
    for (const stock of [-1, 1_000_001]) expect((await count(product._id, stock, 3)).json.code).toBe('invalid_form')
    for (const id of [newId(), 'x']) expect((await count(id, 1, null)).json.code).toBe('product_unknown')
  })
})

describe('the archive', () => {
  const archive = (id: string, archived: unknown) => seller.post('/api/product/archive', { id, archived })

  test('removes a product from every list of the shop, and restores it', async () => {
    const product = await added({ name: `Rare ${newId()}` })
    const visitor = person(shop)
    const shown = async () => {
      const all = (await visitor.get('/api/product/list')).json.products
      const found = (await visitor.get(`/api/product/list?q=${encodeURIComponent(product.name)}`)).json.products
      const one = (await visitor.get(`/api/product/get?id=${product._id}`)).status
      const cart = (await visitor.get(`/api/product/by-ids?ids=${product._id}`)).json.products
      return [all.some((each) => each._id === product._id), found.length, one, cart.length]
    }
    expect(await shown()).toEqual([true, 1, 200, 1])
    const gone = (await archive(product._id, true)).json
    expect(gone).toMatchObject({ success: true, message: 'Product archived', product: { _id: product._id } })
    const { archivedAt } = await rowOf(product._id)
    expect(gone.product.archivedAt).toBe(archivedAt?.toISOString())
    expect(Math.abs(Date.parse(gone.product.archivedAt) - Date.now())).toBeLessThan(60_000)
    expect(await shown()).toEqual([false, 0, 404, 0])
    // A cart that has it can name it.
    const named = (await visitor.get(`/api/product/by-ids?ids=${product._id},${newId()}`)).json
    expect(named).toMatchObject({ products: [], gone: [{ _id: product._id, name: product.name }] })
    const again = (await archive(product._id, true)).json
    expect([again.success, again.product]).toEqual([true, gone.product])
    const back = (await archive(product._id, false)).json
    expect(back).toMatchObject({ message: 'Product is back in the shop', product: { archivedAt: null } })
    expect(await shown()).toEqual([true, 1, 200, 1])
    expect((await archive(product._id, false)).json).toMatchObject({ success: true, product: { archivedAt: null } })
  })

  test('refuses unknown products, and anything but a boolean', async () => {
    for (const id of [newId(), 'x']) expect((await archive(id, true)).json.code).toBe('product_unknown')
    const product = await added()
    expect((await archive(product._id, 'true')).status).toBe(400)
    expect((await now(product._id)).archivedAt).toBeNull()
  })
})

describe('the seller’s list', () => {
  // A category of its own, so that products of other tests aren't in its lists.
  const category = `Category-${newId()}`
  const list = async (query = '') => (await seller.get(`/api/product/seller?category=${category}${query}`)).json
  const names = (reply: { products: SellerProduct[] }) => reply.products.map((product) => product.name)
  let dear: { id: string }
  beforeAll(async () => {
    dear = await aProduct(shop.db, { name: 'Dear', category, price: 9900, offerPrice: 9000 })
    await aProduct(shop.db, { name: 'Cheap', category, offerPrice: 100 })
    await aProduct(shop.db, { name: 'Switched off', category, offerPrice: 200, inStock: false })
    await aProduct(shop.db, { name: 'Sold out', category, offerPrice: 300, stock: 0 })
    await aProduct(shop.db, { name: 'Archived', category, archivedAt: new Date('2026-01-02T03:04:05.678Z') })
  })

  test('the seller’s list has the products that shoppers see, and switched-off and sold-out ones, marked as such', async () => {
    const reply = await list()
    expect(names(reply)).toEqual(['Dear', 'Cheap', 'Switched off', 'Sold out'])
    expect(reply).toMatchObject({ success: true, total: 4, nextCursor: null })
    expect(reply.products.map((each: SellerProduct) => [each.inStock, each.switchedOn, each.archivedAt])).toEqual([
      [true, true, null],
      [true, true, null],
      [false, false, null],
      [false, true, null],
    ])
  })

  test('the seller’s list can be searched, filtered and sorted', async () => {
    expect(names(await list('&q=SWITCH'))).toEqual(['Switched off'])
    expect(await list('&q=nothing')).toEqual({ success: true, products: [], nextCursor: null, total: 0 })
    expect(names(await list('&inStock=true'))).toEqual(['Dear', 'Cheap'])
    expect(names(await list('&inStock=false'))).toEqual(['Switched off', 'Sold out'])
    expect(names(await list('&sort=price'))).toEqual(['Cheap', 'Switched off', 'Sold out', 'Dear'])
    expect(names(await list('&sort=newest'))).toEqual(['Sold out', 'Switched off', 'Cheap', 'Dear'])
    const archived = await list('&archived=true')
    expect(archived.products).toMatchObject([{ name: 'Archived', archivedAt: '2026-01-02T03:04:05.678Z' }])
    expect(names(await list('&archived=false'))).toEqual(names(await list()))
  })

  test.each(['featured', 'newest', 'price', '-price'])('sorted by %s has all of them, page by page', async (sort) => {
    const whole = names(await list(`&sort=${sort}`))
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const reply = await list(`&sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`)
      found.push(...names(reply))
      expect(reply.total).toBe(4)
      if (reply.nextCursor === null) break
      cursor = reply.nextCursor
    }
    expect(found).toEqual(whole)
  })

  test('the seller’s list with an id has only that product, archived or not, or none', async () => {
    const reply = await list(`&id=${dear.id}&archived=true&q=zzz`)
    expect(reply).toMatchObject({ products: [{ _id: dear.id }], nextCursor: null, total: 1 })
    for (const id of [newId(), 'x', ''])
      expect((await seller.get(`/api/product/seller?id=${id}`)).json).toMatchObject({ products: [], total: 0 })
  })

  test('searched for a name has the products with these words, and what they may mean only without them', async () => {
    for (const name of ['Loaf 35972784', 'Loaf 11112222']) await added({ name })
    const found = async (q: string) => names((await seller.get(`/api/product/seller?q=${encodeURIComponent(q)}`)).json)
    expect(await found('loaf 35972784')).toEqual(['Loaf 35972784'])
    expect(await found('loafs 35972784')).toContain('Loaf 35972784')
  })

  test.each(['loaf 53844316', 'loafs 53844316', 'loaf 41'])('has nothing for %s if none has the number', async (q) => {
    await added({ name: 'Loaf 35972785' })
    expect((await seller.get(`/api/product/seller?q=${encodeURIComponent(q)}`)).json).toMatchObject({ products: [] })
  })

  test('the seller’s list has products whose size is the typed number, though their names lack it', async () => {
    await added({ name: 'Barrel cola', Weight: '325 ml' })
    expect(names((await seller.get('/api/product/seller?q=barrel+cola+325')).json)).toEqual(['Barrel cola'])
  })

  test('the seller’s list is current after every change and never cached', async () => {
    const product = await added({ name: 'Fresh' })
    const seen = async () => (await now(product._id)) as SellerProduct
    await seller.post('/api/product/stock', { id: product._id, inStock: false })
    expect(await seen()).toMatchObject({ switchedOn: false, inStock: false })
    await seller.post('/api/product/count', { id: product._id, stock: 4, seen: null })
    expect(await seen()).toMatchObject({ stock: 4, switchedOn: false })
    const shown = async () => (await person(shop).get(`/api/product/get?id=${product._id}`)).json.product
    expect(await shown()).toMatchObject({ stock: 4, inStock: false, switchedOff: true })
    await seller.post('/api/product/count', { id: product._id, stock: 0, seen: 4 })
    expect(await shown()).toMatchObject({ stock: 0, inStock: false, switchedOff: true })
    await seller.post('/api/product/stock', { id: product._id, inStock: true })
    expect(await shown()).not.toHaveProperty('switchedOff')
    await edit({ ...formOf(await seen()), name: 'Fresher' })
    expect(await seen()).toMatchObject({ name: 'Fresher' })
    const reply = await seller.get(`/api/product/seller?id=${product._id}`)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers.etag).toBeUndefined()
  })

  test.each(['sort=name', 'cursor=1.x', 'limit=-1', 'archived=yes', 'id=a&id=b'])('refuses ?%s', async (query) => {
    const { status, json } = await seller.get(`/api/product/seller?${query}`)
    expect([status, json.code]).toEqual([400, 'malformed'])
  })
})
