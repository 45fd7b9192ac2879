import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SellerProduct } from '../../../contract/entities/product.ts'
import { limits } from '../../../contract/values/limits.ts'
import { aPicture, encoded, type FormFile, productForm } from '../../../testing/makers/product-form.ts'
import { type Person, person, seller as signedInSeller, verified } from '../../../testing/shop.ts'
import { formOf, potato, sellerShop } from '../../../testing/shops/seller-shop.ts'
import { newId } from '../../common/ids.ts'

const { shop, seller, send, add, edit, added, storedFiles } = await sellerShop()
afterAll(() => shop.close())

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
    expect(list.find((each) => each._id === json.product._id)).toEqual(json.product)
  })

  test('is accepted as other clients send it, with empty picture slots and JSON with a content type', async () => {
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
    // One word, whatever its digits: the search may leave out a number.
    const mark = `zq${newId().slice(-8)}x`
    const { name } = await added({ name: ` Cafe\u0301  au\tLAIT ${mark}`, nameTh: `ΟΔΟΣ  İ ${mark}` })
    expect(name).toBe(`Caf\u00e9 au LAIT ${mark}`)
    for (const q of [name, `Cafe\u0301 au lait ${mark}`, `CAFÉ  AU LAIT ${mark}`, `ΟΔΟΣ İ ${mark}`, `οδοσ i ${mark}`]) {
      const { json } = await seller.get(`/api/product/list?q=${encodeURIComponent(q)}`)
      expect(
        json.products.map((each) => each.name),
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

  test.each([5, 6, 9])('a new product with %i pictures is refused at the pictures’ field', async (count) => {
    const files = await Promise.all(Array.from({ length: count }, (_, index) => aPicture(`#00000${index}`)))
    const { status, json } = await add(potato, files)
    expect([status, json.code, json.fields]).toEqual([200, 'invalid_form', { images: 'At most 4 pictures' }])
  })

  test('a new product whose second file is no picture is refused with that file’s name, and the first isn’t stored', async () => {
    const before = await storedFiles()
    const text = { name: 'notes.png', bytes: Buffer.from('Potatoes are cheap today') }
    const { json } = await add(potato, [await aPicture('#314159'), text])
    expect(json).toMatchObject({
      code: 'invalid_form',
      fields: { 'images.1': 'notes.png is not a JPEG, PNG, WebP or AVIF picture' },
    })
    expect(await storedFiles()).toEqual(before)
  })

  test('a new product with a file over 12 MB is refused with that file’s name', async () => {
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

  test('two requests with one Idempotency-Key add one product, and both replies are the same', async () => {
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

  test('another product or picture under the same Idempotency-Key is refused, and adds nothing', async () => {
    const [key, name] = [newId(), `Twin ${newId()}`]
    await addAs(key, { name }, [await aPicture('#1a2b3c')])
    for (const again of [
      await addAs(key, { name: `${name} other` }, [await aPicture('#1a2b3c')]),
      await addAs(key, { name }, [await aPicture('#1a2b3d')]),
      await addAs(key, { name }),
    ])
      expect([again.status, again.json.code]).toEqual([422, 'idempotency_key_reused'])
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
    const of = async (person: Person, idempotencyKey: string) =>
      (await person.get(`/api/product/seller?idempotencyKey=${idempotencyKey}`)).json.products.map(
        (each: SellerProduct) => each.name,
      )
    expect(await of(seller, key)).toEqual([])
    await addAs(key, { name })
    expect(await of(seller, key)).toEqual([name])
    expect(await of(await signedInSeller(shop), key)).toEqual([])
  })

  test('a product without an Idempotency-Key, or with one that another seller used, is another product', async () => {
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
    const [reply] = await once(socket, 'data')
    socket.destroy()
    expect(String(reply)).toMatch(/^HTTP\/1\.1 401 /)
    const shopper = await verified(shop)
    const { status, json } = await send(url, potato, [await aPicture('#777777')], shopper)
    expect([status, json.code]).toEqual([403, 'forbidden'])
  })
})
