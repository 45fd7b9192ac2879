import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SellerProduct } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { aProduct } from '../../testing/makers.ts'
import { aPicture, encoded, type FormFile, productForm } from '../../testing/product-form.ts'
import { type Person, person, seller as signedInSeller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { takeStock } from '../checkout/queries.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'

let shop: TestShop
let seller: Person
beforeAll(async () => {
  shop = await testShop()
  seller = await signedInSeller(shop)
})
afterAll(() => shop.close())

const potato = {
  name: ' Potato ',
  nameTh: 'มันฝรั่ง',
  description: ['Fresh', ' ', 'Good for frying'],
  category: 'vegetables',
  price: '25.50',
  offerPrice: 19.99,
}

async function send(url: string, productData: unknown, files: FormFile[] = [], by = seller) {
  const { body, headers } = await productForm(productData, files)
  return by.post(url, body, headers)
}
const add = (productData: unknown, files?: FormFile[], by?: Person) => send('/api/product/add', productData, files, by)
const edit = (productData: unknown, files?: FormFile[], by?: Person) =>
  send('/api/product/edit', productData, files, by)

async function added(changes: object = {}, files: FormFile[] = []): Promise<SellerProduct> {
  const { json } = await add({ ...potato, ...changes }, files)
  expect(json).toMatchObject({ success: true, message: 'Product Added' })
  return now(json.product._id)
}
/** The form of a product as the edit screen sends it. */
const formOf = (product: SellerProduct) => ({
  ...potato,
  id: product._id,
  image: product.image,
  seenAt: product.updatedAt,
})
async function now(id: string): Promise<SellerProduct> {
  return (await seller.get(`/api/product/seller?id=${id}`)).json.products[0]
}
const rowOf = (id: string) => shop.db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const storedFiles = async () => (await readdir(shop.pictures)).sort()

describe('a new product', () => {
  test('is in the shop at once, with its texts trimmed and its pictures in order', async () => {
    await person(shop).get('/api/product/list')
    const { json } = await add({ ...potato, stock: 7, Weight: ' 1 kg ' }, [
      await aPicture('#aa0000'),
      await aPicture('#00aa00'),
    ])
    expect(json.product).toMatchObject({
      name: 'Potato',
      nameTh: 'มันฝรั่ง',
      description: ['Fresh', 'Good for frying'],
      descriptionTh: null,
      category: 'Vegetables',
      price: 25.5,
      offerPrice: 19.99,
      inStock: true,
      stock: 7,
      Weight: '1 kg',
    })
    expect(json.product.image).toHaveLength(2)
    expect(new Set(json.product.image).size).toBe(2)
    for (const url of json.product.image) expect((await shop.app.inject(url)).statusCode).toBe(200)
    const list = (await person(shop).get('/api/product/list')).json.products
    expect(list.find((each: { _id: string }) => each._id === json.product._id)).toEqual(json.product)
  })

  test('is accepted from other clients: picture slots as text, empty files, JSON with a content type, an empty description', async () => {
    const form = new FormData()
    form.append('images', 'undefined')
    form.append('images', new File([], ''))
    form.append(
      'productData',
      new Blob([JSON.stringify({ ...potato, description: [''] })], { type: 'application/json' }),
    )
    form.append('userId', newId())
    const { body, headers } = await encoded(form)
    const { json } = await seller.post('/api/product/add', body, headers)
    expect(json.product).toMatchObject({ description: [], image: [] })
  })

  test('is found by its name in any Unicode form, letter case and spacing', async () => {
    const mark = newId().slice(-8)
    const { name } = await added({ name: ` Cafe\u0301  au\tLAIT ${mark}`, nameTh: `ΟΔΟΣ  İ ${mark}` })
    expect(name).toBe(`Caf\u00e9 au LAIT ${mark}`)
    for (const q of [name, `Cafe\u0301 au lait ${mark}`, `CAFÉ  AU LAIT ${mark}`, `ΟΔΟΣ İ ${mark}`, `οδοσ i ${mark}`]) {
      const { json } = await seller.get(`/api/product/list?q=${encodeURIComponent(q)}`)
      expect(
        json.products.map((each: { name: string }) => each.name),
        q,
      ).toEqual([name])
    }
  })

  test('is accepted with prices in every form that a browser’s number field allows', async () => {
    expect(await added({ price: '1.', offerPrice: '.5' })).toMatchObject({ price: 1, offerPrice: 0.5 })
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ category: 'Toys' }, 'category'],
    [{ category: '__proto__' }, 'category'],
    [{ price: 0 }, 'price'],
    [{ price: '0x10' }, 'price'],
    [{ price: 10_000_000 }, 'price'],
    [{ offerPrice: 1.999 }, 'offerPrice'],
    [{ offerPrice: 25.51 }, 'offerPrice'],
    [{ description: Array(51).fill('a') }, 'description'],
    [{ stock: -1 }, 'stock'],
    [{ Weight: 'x'.repeat(51) }, 'Weight'],
  ])('with %j is refused at its field, and neither it nor its pictures are stored', async (input, field) => {
    const before = await storedFiles()
    const count = () => shop.db.selectFrom('product').select('id').execute()
    const products = (await count()).length
    const { status, json } = await add({ ...potato, ...input }, [await aPicture(`#${newId().slice(-6)}`)])
    expect([status, json.success, json.code, Object.keys(json.fields)]).toEqual([200, false, 'invalid_form', [field]])
    expect(await storedFiles()).toEqual(before)
    expect(await count()).toHaveLength(products)
  })

  test.each([
    ['no form', { body: { productData: potato }, headers: {} }, 415],
    ['text that is no JSON', { text: '{' }, 400],
    ['a list', { text: '[]' }, 400],
    ['no productData', { text: undefined }, 400],
    ['a JSON too deep', { text: '['.repeat(30) }, 400],
  ] as const)('as %s is refused as malformed', async (_what, given, expected) => {
    let sent: { body: unknown; headers: Record<string, string> }
    if ('body' in given) sent = given
    else {
      const form = new FormData()
      if (given.text !== undefined) form.append('productData', given.text)
      else form.append('other', 'x')
      sent = await encoded(form)
    }
    const { status, json } = await seller.post('/api/product/add', sent.body, sent.headers)
    expect([status, json.success]).toEqual([expected, false])
  })

  test('is refused as malformed if its form is truncated or has no boundary', async () => {
    const { body, headers } = await productForm(potato, [await aPicture('#123456')])
    const cutOff = await seller.post('/api/product/add', body.subarray(0, body.length - 60), headers)
    expect([cutOff.status, cutOff.json.code]).toEqual([400, 'malformed'])
    const bare = await seller.post('/api/product/add', body, { 'content-type': 'multipart/form-data' })
    expect([bare.status, bare.json.code]).toEqual([400, 'malformed'])
  })

  test.each([5, 6, 9])('with %i pictures is refused at the pictures’ field', async (count) => {
    const files = await Promise.all(Array.from({ length: count }, (_, at) => aPicture(`#00000${at}`)))
    const { status, json } = await add(potato, files)
    expect([status, json.code, json.fields]).toEqual([200, 'invalid_form', { images: 'At most 4 pictures' }])
  })

  test('whose second file is no picture is refused with that file’s name, and the first isn’t stored', async () => {
    const before = await storedFiles()
    const text = { name: 'notes.png', bytes: Buffer.from('Potatoes are cheap today') }
    const { json } = await add(potato, [await aPicture('#314159'), text])
    expect(json).toMatchObject({
      code: 'invalid_form',
      fields: { 'images.1': 'notes.png is not a JPEG, PNG, WebP or AVIF picture' },
    })
    expect(await storedFiles()).toEqual(before)
  })

  test('with a file over 12 MB is refused with that file’s name', async () => {
    const { json } = await add(potato, [{ name: 'huge.jpg', bytes: Buffer.alloc(limits.pictureBytes + 5) }])
    expect(json.fields).toEqual({ 'images.0': 'huge.jpg is larger than 12 MB' })
  })

  test.each(['../../etc/passwd', '..\\..\\x.png', 'a\u0000.png', `${'long'.repeat(75)}.png`, 'con', '/x.png'])(
    'stores its picture under a name of the server’s choice, whatever the file is called (%j)',
    async (name) => {
      const picture = await aPicture(`#${newId().slice(-6)}`)
      const { body, headers } = await productForm(potato, [{ ...picture, name }])
      const { json } = await seller.post('/api/product/add', body, headers)
      expect(json.product.image).toEqual([expect.stringMatching(/^\/pictures\/[0-9a-f]{32}-8x6\.webp$/)])
      for (const file of await storedFiles()) expect(file).toMatch(/^[0-9a-f]{32}-\d+x\d+\.(avif|webp)$/)
    },
  )

  test('is refused with the name of a broken file shortened and without control characters', async () => {
    const { json } = await add(potato, [{ name: `\u202egnp.${'x'.repeat(300)}.png`, bytes: Buffer.from('text') }])
    const words = String(json.fields['images.0'])
    expect(words).not.toContain('\u202e')
    expect(words.length).toBeLessThan(160)
  })
})

describe('a new product that is sent twice', () => {
  async function addAs(key: string, changes: object = {}, files: FormFile[] = [], by = seller) {
    const { body, headers } = await productForm({ ...potato, ...changes }, files)
    return by.post('/api/product/add', body, { ...headers, 'idempotency-key': key })
  }
  const named = async (name: string) =>
    (await shop.db.selectFrom('product').select('id').where('name', '=', name).execute()).map(({ id }) => id)

  test('with one Idempotency-Key is one product, and both replies are the same', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    const first = await addAs(key, { name }, [await aPicture('#1a2b3c')])
    const second = await addAs(key, { name }, [await aPicture('#1a2b3c', 'renamed.png')])
    expect(first.json.success).toBe(true)
    expect(second.json).toEqual(first.json)
    expect(await named(name)).toEqual([first.json.product._id])
  })

  test('concurrently is one product', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    const picture = await aPicture('#3c2b1a')
    const replies = await Promise.all([1, 2, 3, 4].map(() => addAs(key, { name }, [picture])))
    const ids = await named(name)
    expect(ids).toHaveLength(1)
    for (const { json } of replies) expect([json.success, json.product._id]).toEqual([true, ids[0]])
  })

  test('with another product or picture under the same key is refused, and adds nothing', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    await addAs(key, { name }, [await aPicture('#1a2b3c')])
    for (const again of [
      await addAs(key, { name: `${name} other` }, [await aPicture('#1a2b3c')]),
      await addAs(key, { name }, [await aPicture('#1a2b3d')]),
      await addAs(key, { name }),
    ])
      expect([again.status, again.json.code]).toEqual([422, 'attempt_reused'])
    expect([await named(name), await named(`${name} other`)]).toEqual([[expect.any(String)], []])
  })

  test('is returned as it is now if it was changed in between', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    const { product } = (await addAs(key, { name })).json
    const changed = await edit({ ...formOf(product), name: `${name} renamed` })
    expect(changed.json.success).toBe(true)
    const again = await addAs(key, { name })
    expect(again.json.product).toMatchObject({ _id: product._id, name: `${name} renamed` })
  })

  test('is found by its key for the seller who sent it only', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    const of = async (person: Person, attempt: string) =>
      (await person.get(`/api/product/seller?attempt=${attempt}`)).json.products.map((each: SellerProduct) => each.name)
    expect(await of(seller, key)).toEqual([])
    await addAs(key, { name })
    expect(await of(seller, key)).toEqual([name])
    expect(await of(await signedInSeller(shop), key)).toEqual([])
  })

  test('with a key that another seller used, or with none, is another product', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    await addAs(key, { name })
    await addAs(key, { name }, [], await signedInSeller(shop))
    await add({ ...potato, name })
    expect(new Set(await named(name)).size).toBe(3)
    expect((await addAs(' ', { name })).json.code).toBe('malformed')
    expect(new Set(await named(name)).size).toBe(3)
  })

  test('is added by the second request if the first was refused', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    expect((await addAs(key, { name, offerPrice: 99 })).json.code).toBe('invalid_form')
    expect((await addAs(key, { name })).json.success).toBe(true)
    expect(await named(name)).toHaveLength(1)
  })
})

describe('the prices of a product', () => {
  const price = (id: string, body: object) => seller.post('/api/product/price', { id, ...body })
  const seen = { price: 25.5, offerPrice: 19.99 }

  test('are set if they still are what the seller saw, and the shop shows them at once', async () => {
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

  test('that were changed meanwhile are refused and stay unchanged', async () => {
    const product = await added()
    await price(product._id, { price: 30, offerPrice: 24.5, seen })
    const { status, json } = await price(product._id, { price: 40, offerPrice: 40, seen })
    expect([status, json.code]).toEqual([200, 'product_changed'])
    expect(await now(product._id)).toMatchObject({ price: 30, offerPrice: 24.5 })
  })

  test('are set though an order has taken stock meanwhile, and by one of several concurrent calls', async () => {
    const product = await added({ stock: 5 })
    await inTransaction(shop.db, (tx) => takeStock([{ productId: product._id, quantity: 2 }]).execute(tx))
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

  test('of an unknown product are refused', async () => {
    for (const id of [newId(), 'x']) expect((await price(id, { ...seen, seen })).json.code).toBe('product_unknown')
    const product = await added()
    expect((await price(product._id, { ...seen, seen: { price: -1 } })).json.success).toBe(false)
  })
})

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

  test('reorders pictures, leaves some out and adds new ones in their places', async () => {
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
    await inTransaction(shop.db, (tx) => takeStock([{ productId: product._id, quantity: 2 }]).execute(tx))
    const { json } = await edit(formOf(product))
    expect([json.success, json.product.stock]).toEqual([true, 3])
  })

  test('that was changed meanwhile is refused and changes nothing', async () => {
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
    ['that are sent without a place', { image: [] }, 1, 'images'],
    ['more than four', { image: ['new', 'new', 'new', 'new', 'new'] }, 5, 'images'],
  ])('refuses pictures %s', async (_what, input, sent, field) => {
    const product = await added()
    const before = [await storedFiles(), await rowOf(product._id)]
    const files = await Promise.all(Array.from({ length: sent }, (_, at) => aPicture(`#9${at}8877`)))
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
    const home = {
      firstName: 'Somchai',
      lastName: 'Jaidee',
      street: '88 Charoen Krung Rd',
      city: 'Bang Rak',
      state: 'Bangkok',
      zipcode: '10500',
      country: 'Thailand',
      phone: '0812345678',
    }
    const address = (await shopper.post('/api/address/add', { address: home })).json.address._id
    await shopper.post('/api/order/cod', { address, items: [{ product: product._id, quantity: 2 }] })
    const saved = await edit({ ...formOf(product), name: 'Another', price: 99, offerPrice: 98, image: [] })
    expect(saved.json.success).toBe(true)
    await seller.post('/api/product/archive', { id: product._id, archived: true })
    const { orders } = (await shopper.get('/api/order/user')).json
    expect(orders[0]).toMatchObject({ amount: 40.77 }) // 2 × 19.99 = 39.98, and 2% of it rounded down
    expect(orders[0].items[0].product).toMatchObject({ name: 'Potato', offerPrice: 19.99, image: product.image })
  })
})

describe('counted stock', () => {
  const count = (id: string, stock: number | null, seen: number | null, headers = {}) =>
    seller.post('/api/product/count', { id, stock, seen }, headers)

  test('is set if it still is what the seller saw, to zero, to not counted and back', async () => {
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

  test('that changed meanwhile is refused with the current count', async () => {
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
      inTransaction(shop.db, (tx) => takeStock([{ productId: product._id, quantity: 1 }]).execute(tx)),
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
      return [all.some((each: { _id: string }) => each._id === product._id), found.length, one, cart.length]
    }
    expect(await shown()).toEqual([true, 1, 200, 1])
    const gone = (await archive(product._id, true)).json
    expect(gone).toMatchObject({ success: true, message: 'Product archived', product: { _id: product._id } })
    expect(Date.parse(gone.product.archivedAt)).toBeGreaterThan(0)
    expect(await shown()).toEqual([false, 0, 404, 0])
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
  const category = `Shelf-${newId()}`
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

  test('has products that shoppers see and those switched off or sold out, marked as such', async () => {
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

  test('is searched, filtered and sorted', async () => {
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

  test('with an id has that product only, archived or not, or none', async () => {
    const reply = await list(`&id=${dear.id}&archived=true&q=zzz`)
    expect(reply).toMatchObject({ products: [{ _id: dear.id }], nextCursor: null, total: 1 })
    for (const id of [newId(), 'x', ''])
      expect((await seller.get(`/api/product/seller?id=${id}`)).json).toMatchObject({ products: [], total: 0 })
  })

  test('is current after every change and never cached', async () => {
    const product = await added({ name: 'Fresh' })
    const seen = async () => (await now(product._id)) as SellerProduct
    await seller.post('/api/product/stock', { id: product._id, inStock: false })
    expect(await seen()).toMatchObject({ switchedOn: false, inStock: false })
    await seller.post('/api/product/count', { id: product._id, stock: 4, seen: null })
    expect(await seen()).toMatchObject({ stock: 4, switchedOn: false })
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

describe('a request of a visitor or a shopper', () => {
  let port = 0
  beforeAll(async () => {
    port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  test.each(['/api/product/add', '/api/product/edit'])('is refused by %s before the form is read', async (url) => {
    const socket = connect(port, '127.0.0.1')
    // Headers that announce 40 MB, of which nothing is sent.
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 40000000\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
    const shopper = await verified(shop)
    const { status, json } = await send(url, potato, [await aPicture('#777777')], shopper)
    expect([status, json.code]).toEqual([403, 'forbidden'])
  })
})
