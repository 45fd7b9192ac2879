import { afterAll, describe, expect, test } from 'vitest'
import { aPicture } from '../../../testing/makers/product-form.ts'
import { anAddress } from '../../../testing/makers/rows.ts'
import { person, verified } from '../../../testing/shop.ts'
import { formOf, sellerShop } from '../../../testing/shops/seller-shop.ts'
import { newId } from '../../common/ids.ts'
import { inTransaction } from '../../database/database.ts'
import { takeStock } from '../../orders/stock-queries.ts'

const { shop, seller, edit, added, now, rowOf, storedFiles } = await sellerShop()
afterAll(() => shop.close())

describe('editing a product', () => {
  test('changes the fields of the form, and the shop shows them at once', async () => {
    const before = await added({ stock: 3, Weight: '1 kg' })
    const visitor = person(shop)
    const url = `/api/product/get?id=${before._id}`
    expect((await visitor.get(url)).json.product.name).toBe('Potato')
    const { json } = await edit({
      ...formOf(before),
      name: 'Sweet potato',
      nameTh: '',
      description: ['Sweet'],
      category: 'Fruits',
      price: 30,
      offerPrice: '29.5',
    })
    expect(json).toMatchObject({ success: true, message: 'Product Saved' })
    expect(json.product).toEqual({
      _id: before._id,
      name: 'Sweet potato',
      nameTh: null,
      description: ['Sweet'],
      descriptionTh: null,
      category: 'Fruits',
      price: 30,
      offerPrice: 29.5,
      image: [],
      inStock: true,
      stock: 3,
      createdAt: before.createdAt,
      updatedAt: expect.any(String),
      switchedOn: true,
      archivedAt: null,
    })
    expect(await now(before._id)).toEqual(json.product)
    expect((await visitor.get(url)).json.product).toMatchObject({ name: 'Sweet potato', price: 30 })
  })

  test('reorders pictures, leaves some out and adds new ones in their positions', async () => {
    const product = await added({}, [await aPicture('#110000'), await aPicture('#220000'), await aPicture('#330000')])
    const [first = '', second = '', third = ''] = product.image
    const { json } = await edit({ ...formOf(product), image: [third, 'new', first, 'new'] }, [
      await aPicture('#440000'),
      await aPicture('#550000'),
    ])
    expect(json.product.image).toEqual([third, expect.any(String), first, expect.any(String)])
    expect(new Set([second, ...json.product.image]).size).toBe(5)
    for (const url of [second, ...json.product.image]) expect((await shop.app.inject(url)).statusCode).toBe(200)
    const none = await edit({ ...formOf(json.product), image: [] })
    expect(none.json.product.image).toEqual([])
  })

  test('doesn’t change the stock switch, the count and the archived state', async () => {
    const product = await added({ stock: 3 })
    await seller.post('/api/product/stock', { id: product._id, inStock: false })
    await seller.post('/api/product/archive', { id: product._id, archived: true })
    const { json } = await edit({ ...formOf(await now(product._id)), name: 'Put away', stock: 99, inStock: true })
    expect(json.product).toMatchObject({ name: 'Put away', stock: 3, switchedOn: false })
    expect(json.product.archivedAt).not.toBeNull()
  })

  test('succeeds while orders take stock, and doesn’t undo that', async () => {
    const product = await added({ stock: 5 })
    await inTransaction(shop.db, (tx) => takeStock(tx, [{ product: product._id, quantity: 2 }]))
    const { json } = await edit(formOf(product))
    expect([json.success, json.product.stock]).toEqual([true, 3])
  })

  test('editing a product that was changed meanwhile is refused and changes nothing', async () => {
    const product = await added()
    expect((await edit({ ...formOf(product), name: 'First' })).json.success).toBe(true)
    const before = await storedFiles()
    const { status, json } = await edit({ ...formOf(product), name: 'Second', image: ['new'] }, [
      await aPicture('#667788'),
    ])
    expect([status, json.code]).toEqual([200, 'product_changed'])
    expect((await now(product._id)).name).toBe('First')
    expect(await storedFiles()).toEqual(before)
  })

  test('sent again after a lost reply returns the saved product, until another edit', async () => {
    const product = await added()
    const form = { ...formOf(product), name: 'Sent twice', image: ['new'] }
    const picture = await aPicture('#1a2b3c')
    const first = await edit(form, [picture])
    expect(first.json.success).toBe(true)
    const before = await storedFiles()
    expect((await edit(form, [picture])).json).toEqual(first.json)
    const together = await Promise.all([edit(form, [picture]), edit(form, [picture])])
    for (const { json } of together) expect(json.product).toEqual(first.json.product)
    expect(await storedFiles()).toEqual(before)

    // The stock switch and prices set in the list aren't edits by the form.
    await seller.post('/api/product/stock', { id: product._id, inStock: false })
    expect((await edit(form, [picture])).json.product).toMatchObject({ name: 'Sent twice', switchedOn: false })
    expect((await edit({ ...form, name: 'Another' }, [picture])).json.code).toBe('product_changed')
    await edit({ ...formOf(await now(product._id)), name: 'A colleague’s' })
    expect((await edit(form, [picture])).json.code).toBe('product_changed')
    expect((await now(product._id)).name).toBe('A colleague’s')
  })

  test('concurrently succeeds once', async () => {
    const product = await added()
    const replies = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => edit({ ...formOf(product), name })))
    expect(replies.map(({ json }) => json.code ?? 'saved').sort()).toEqual([
      'product_changed',
      'product_changed',
      'product_changed',
      'saved',
    ])
    const saved = replies.find(({ json }) => json.success)
    expect((await now(product._id)).name).toBe(saved?.json.product.name)
  })

  test('tells changes within one millisecond apart, as the API sends milliseconds', async () => {
    const product = await added()
    const fine = new Date(Date.now() + 60_000).toISOString().replace('Z', '499Z')
    await shop.pool.query('update product set updated_at = $1 where id = $2', [fine, product._id])
    const seen = await now(product._id)
    expect(seen.updatedAt).toBe(fine.replace('499Z', 'Z'))
    const saved = await edit({ ...formOf(seen), name: 'First' })
    expect(saved.json.success).toBe(true)
    expect(Date.parse(saved.json.product.updatedAt) - Date.parse(seen.updatedAt)).toBe(1)
    expect((await edit({ ...formOf(seen), name: 'Second' })).json.code).toBe('product_changed')
  })

  test.each([
    ['of another product', { image: ['/pictures/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-8x6.webp'] }, 0, 'image'],
    ['from elsewhere', { image: ['https://pictures.example/x.png'] }, 0, 'image'],
    ['that are promised but not sent', { image: ['new'] }, 0, 'images'],
    ['that are sent without a position', { image: [] }, 1, 'images'],
    ['more than four', { image: ['new', 'new', 'new', 'new', 'new'] }, 5, 'images'],
  ])('refuses pictures %s', async (_what, input, sent, field) => {
    const product = await added()
    const before = [await storedFiles(), await rowOf(product._id)]
    const files = await Promise.all(Array.from({ length: sent }, (_, index) => aPicture(`#9${index}8877`)))
    const { status, json } = await edit({ ...formOf(product), ...input }, files)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([200, 'invalid_form', [field]])
    expect([await storedFiles(), await rowOf(product._id)]).toEqual(before)
  })

  test('is refused with the index of the file that is no picture', async () => {
    const product = await added({}, [await aPicture('#0a0b0c')])
    const { json } = await edit({ ...formOf(product), image: ['new', ...product.image, 'new'] }, [
      await aPicture('#0d0e0f'),
      { name: 'broken.jpg', bytes: Buffer.from('\xff\xd8\xff<html>', 'latin1') },
    ])
    expect(json.fields).toEqual({ 'images.1': 'broken.jpg is damaged and cannot be read' })
    expect((await now(product._id)).image).toEqual(product.image)
  })

  test('refuses invalid prices, unknown products and malformed forms', async () => {
    const product = await added()
    const above = await edit({ ...formOf(product), offerPrice: 26 })
    expect(above.json.fields).toEqual({ offerPrice: 'The offer price may not be above the price' })
    for (const id of [newId(), 'x', '']) {
      const { status, json } = await edit({ ...formOf(product), id })
      expect([status, json.code]).toEqual([200, 'product_unknown'])
    }
    const malformed = await edit({ ...formOf(product), seenAt: 5 })
    expect([malformed.status, malformed.json.code]).toEqual([400, 'malformed'])
    expect((await edit({ ...formOf(product), seenAt: 'yesterday' })).json.code).toBe('product_changed')
  })

  test('doesn’t change orders that were placed before', async () => {
    const product = await added({}, [await aPicture('#a1b2c3')])
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    await shopper.post('/api/order/cod', { address, items: [{ product: product._id, quantity: 2 }] })
    const saved = await edit({ ...formOf(product), name: 'Another', price: 99, offerPrice: 98, image: [] })
    expect(saved.json.success).toBe(true)
    await seller.post('/api/product/archive', { id: product._id, archived: true })
    const { orders } = (await shopper.get('/api/order/user')).json
    // 2 × 19.99 = 39.98, and 2% of it rounded down.
    expect(orders[0]).toMatchObject({ amount: 40.77 })
    expect(orders[0].items[0].product).toMatchObject({ name: 'Potato', offerPrice: 19.99, image: product.image })
  })
})
