import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '../contract/calls.ts'
import type { User } from '../contract/entities/user.ts'
import { slipPicturePath, streams, webhookPath } from '../contract/paths/call-paths.ts'
import { reportCsvPath } from '../contract/reports/report.ts'
import { lineEventsPath } from '../contract/staff/notices.ts'
import { bangkokShop } from '../demo/bangkok/shop.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { aProduct } from '../testing/makers/rows.ts'
import { type Person, person, type TestShop, testShop, verified } from '../testing/shop.ts'
import { newId } from './common/ids.ts'
import { deliveryPhotoPath } from './domain/delivery-photo.ts'

const home = {
  firstName: 'Somchai',
  lastName: 'Jaidee',
  street: '88 Charoen Krung Rd',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: 10500,
  country: 'Thailand',
  phone: '0812345678',
}

// Foreign clients call both demos alike.
describe.each([
  ['the shop of shop.config.ts', shopConfig],
  ['the demo in Bangkok', bangkokShop],
])('in %s', (_name, settings) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop({ shop: settings })
  })
  afterAll(() => shop.close())

  async function withAddress(): Promise<{ shopper: Person & { user: User }; address: string }> {
    const shopper = await verified(shop)
    const reply = await shopper.post('/api/address/add', { address: home, userId: shopper.user._id })
    return { shopper, address: reply.json.address._id }
  }

  describe('the table of calls and the routes', () => {
    test('agree: every call has its route', () => {
      for (const call of everyCall())
        expect(shop.app.hasRoute({ method: call.method, url: call.url }), call.url).toBe(true)
    })

    test('agree: every route under /api is a call of the table, or one of these exceptions', () => {
      const named = new Set([
        ...everyCall().map((call) => `${call.method} ${call.url}`),
        'GET /api/user/logout',
        `POST ${webhookPath}`,
        `POST ${lineEventsPath}`,
        ...[...Object.values(streams), slipPicturePath, deliveryPhotoPath, reportCsvPath].map((url) => `GET ${url}`),
      ])
      const unnamed = shop.routes.filter(
        (route) => /^(GET|POST) \/api\//.test(route) && !route.includes('/api/docs') && !named.has(route),
      )
      expect(unnamed).toEqual([])
    })

    test('the reference at /api/docs has the same calls as the table', async () => {
      const response = await shop.app.inject('/api/docs/openapi.json')
      const { paths } = response.json()
      const page = (await shop.app.inject('/api/docs')).body
      for (const call of everyCall()) {
        const printed = paths[call.url]?.[call.method.toLowerCase()]
        expect(printed?.summary, call.url).toBe(call.schema.summary)
        expect(Object.keys(printed.responses)).toEqual(['200', '4XX', '5XX'])
        expect(page).toContain(`<code>${call.method} ${call.url}</code>`)
      }
      const register = paths['/api/user/register'].post.requestBody.content['application/json'].schema
      expect(register.required).toEqual(['name', 'email', 'password'])
      expect(paths['/api/product/list'].get.parameters.map(({ name }: { name: string }) => name)).toContain('cursor')
      expect(paths['/api/product/add'].post.requestBody.content).toHaveProperty(['multipart/form-data'])
      expect(page).not.toMatch(/<script|\$schema/)
    })

    test('the reference has streams, files, forms, sessions and keys, so that a generated client can use them', async () => {
      const { paths, components } = (await shop.app.inject('/api/docs/openapi.json')).json()
      const others = [...Object.values(streams), slipPicturePath, deliveryPhotoPath, reportCsvPath]
      for (const url of others) expect(Object.keys(paths[url].get.responses['200'].content)).toHaveLength(1)
      const documented = Object.keys(paths).map((url) => url.replace('{', ':').replace('}', ''))
      const documents = shop.routes.filter((route) => route.startsWith('GET /documents/'))
      expect(documents.length).toBeGreaterThan(0)
      for (const route of documents) expect(documented).toContain(route.replace('GET ', ''))

      const { parameters, security } = paths['/api/order/cod'].post
      expect(parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }])
      expect(security).toEqual([{ shopper: [] }])
      const signedIn = await verified(shop)
      expect(signedIn.jar.has(components.securitySchemes.shopper.name)).toBe(true)
      const form = paths['/api/payment/slip'].post.requestBody.content['multipart/form-data'].schema
      expect(Object.keys(form.properties)).toEqual(['orderId', 'unread', 'image'])
      expect(form.required).toEqual(['orderId', 'image'])
      const { productData } =
        paths['/api/product/add'].post.requestBody.content['multipart/form-data'].schema.properties
      expect(productData.contentSchema.required).toContain('name')
    })
  })

  describe('GET /api/product/list', () => {
    test('without a query returns every product, with prices in the shop’s currency', async () => {
      const potato = await aProduct(shop.db, { name: 'Potato', price: 2500, offerPrice: 1999 })
      const gone = await aProduct(shop.db, { inStock: false })
      const { json } = await person(shop).get('/api/product/list')
      expect(json.success).toBe(true)
      const found = json.products.find((product) => product._id === potato.id)
      expect(found).toMatchObject({ name: 'Potato', price: 25, offerPrice: 19.99, inStock: true, Weight: '1 kg' })
      expect(found.description).toEqual(['Fresh from the market', 'Good for frying'])
      expect(json.products.find((product) => product._id === gone.id).inStock).toBe(false)
      expect(json.nextCursor).toBeUndefined()
    })

    test('answers 304 to a client that has it, and 200 after a change', async () => {
      const first = await shop.app.inject('/api/product/list')
      const headers = { 'if-none-match': String(first.headers.etag) }
      expect((await shop.app.inject({ url: '/api/product/list', headers })).statusCode).toBe(304)
      await aProduct(shop.db)
      await shop.catalogueNotified()
      const again = await shop.app.inject({ url: '/api/product/list', headers })
      expect(again.statusCode).toBe(200)
      expect(again.json().products).toHaveLength(first.json().products.length + 1)
    })

    test('with a query returns pages, which together have all products', async () => {
      const category = `Category-${newId()}`
      for (const name of ['a', 'b', 'c']) await aProduct(shop.db, { name, category })
      await shop.catalogueNotified()
      const visitor = person(shop)
      const first = (await visitor.get(`/api/product/list?category=${category}&limit=2`)).json
      expect(first).toMatchObject({ total: 3, products: [{ name: 'a' }, { name: 'b' }] })
      const second = (await visitor.get(`/api/product/list?category=${category}&limit=2&cursor=${first.nextCursor}`))
        .json
      expect(second).toMatchObject({ products: [{ name: 'c' }], nextCursor: null })
    })

    test.each(['category=%00', 'sort=best', 'cursor=zero', 'cursor=1.x', 'limit=-1', 'inStock=yes', 'q=a&q=b'])(
      'refuses ?%s in the envelope',
      async (query) => {
        const { status, json } = await person(shop).get(`/api/product/list?${query}`)
        expect([status, json.success, json.code]).toEqual([400, false, 'malformed'])
      },
    )

    test('accepts a trailing slash and unknown parameters', async () => {
      expect((await person(shop).get('/api/product/list/?utm=x')).json.success).toBe(true)
    })
  })

  describe('the cart', () => {
    test('is saved, and returned with the user', async () => {
      const shopper = await verified(shop)
      const [potato, mango] = [await aProduct(shop.db), await aProduct(shop.db)]
      const cartItems = { [potato.id]: 2, [mango.id]: 0, [newId()]: 1, constructor: 3, 'not-an-id': 1 }
      const saved = await shopper.post('/api/cart/update', { cartItems, userId: shopper.user._id })
      expect(saved.json).toMatchObject({ success: true, message: expect.any(String) })
      expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({ [potato.id]: 2 })
    })

    test('survives the empty update that some clients send after signing in', async () => {
      const shopper = await verified(shop)
      const potato = await aProduct(shop.db)
      await shopper.post('/api/cart/update', { cartItems: { [potato.id]: 2 } })
      expect((await shopper.post('/api/cart/update', { cartItems: {} })).json.success).toBe(true)
      expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({ [potato.id]: 2 })
      await shopper.post('/api/cart/update', { cartItems: {}, userId: shopper.user._id })
      expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({})
    })

    test.each([
      [{ cartItems: [] }],
      [{ cartItems: null }],
      [{ cartItems: 'none' }],
      [{}],
      [{ cartItems: { a: '2' } }],
      [{ cartItems: { a: 1.5 } }],
      [{ cartItems: { a: true } }],
    ])('refuses %j as malformed', async (body) => {
      const shopper = await verified(shop)
      const { status, json } = await shopper.post('/api/cart/update', body)
      expect([status, json.code]).toEqual([400, 'malformed'])
    })

    test('has at most 99 of a product and 200 products', async () => {
      const shopper = await verified(shop)
      const many = Object.fromEntries(Array.from({ length: 201 }, () => [newId(), 1]))
      for (const cartItems of [{ [newId()]: 100 }, { [newId()]: -1 }, many]) {
        const { status, json } = await shopper.post('/api/cart/update', { cartItems })
        expect([status, json.code]).toEqual([200, 'invalid_form'])
      }
    })
  })

  describe('addresses', () => {
    test('are saved, and listed for their shopper only', async () => {
      const { shopper, address } = await withAddress()
      const other = await verified(shop)
      const listed = await shopper.get(`/api/address/get?userId=${shopper.user._id}`)
      expect(listed.json.addresses).toEqual([
        { _id: address, userId: shopper.user._id, ...home, label: null, note: null, isDefault: false, version: 1 },
      ])
      expect((await other.get('/api/address/get')).json.addresses).toEqual([])
    })

    test('with missing or wrong fields are refused, naming each, and not saved', async () => {
      const shopper = await verified(shop)
      const { status, json } = await shopper.post('/api/address/add', {
        address: { ...home, firstName: '  ', phone: '1', zipcode: '12/45', city: 'x'.repeat(201) },
      })
      expect([status, json.code]).toEqual([200, 'invalid_form'])
      // In plain language, for clients that show only the message.
      expect(json.message).toContain('(Please enter the first name)')
      expect(json.message).not.toMatch(/firstName|zipcode/)
      expect(Object.keys(json.fields).sort()).toEqual([
        'address.city',
        'address.firstName',
        'address.phone',
        'address.zipcode',
      ])
      expect((await shopper.get('/api/address/get')).json.addresses).toEqual([])
    })

    test('take a postcode in Thai digits, and keep it as 0 to 9', async () => {
      const shopper = await verified(shop)
      const { json } = await shopper.post('/api/address/add', { address: { ...home, zipcode: ' ๑๐๑๑๐ ' } })
      expect(json.address).toMatchObject({ zipcode: 10110 })
    })

    test('belong to the session’s shopper, whatever ids the payload has', async () => {
      const shopper = await verified(shop)
      const { json } = await shopper.post('/api/address/add', {
        address: { ...home, _id: newId(), userId: newId(), zipcode: '00123' },
      })
      expect(json.address).toMatchObject({ userId: shopper.user._id, zipcode: '00123' })
    })

    test('are edited, made the default and deleted', async () => {
      const { shopper, address } = await withAddress()
      const edited = { ...home, street: '99 Silom Rd', label: 'Work', note: 'Leave it with the guard' }
      expect((await shopper.post('/api/address/edit', { id: address, address: edited })).json).toMatchObject({
        success: true,
        message: 'Address saved',
        address: { _id: address, ...edited, isDefault: false },
      })
      expect((await shopper.post('/api/address/default', { id: address })).json).toMatchObject({ success: true })
      expect((await shopper.get('/api/address/get')).json.addresses).toMatchObject([{ ...edited, isDefault: true }])
      await shopper.post('/api/address/default', { id: address, isDefault: false })
      expect((await shopper.get('/api/address/get')).json.addresses).toMatchObject([{ ...edited, isDefault: false }])
      const deleted = await shopper.post('/api/address/delete', { id: address })
      expect(deleted.json).toEqual({ success: true, message: 'Address deleted' })
      expect((await shopper.get('/api/address/get')).json.addresses).toEqual([])
    })

    test('limit the label to 30 and the note to 300 characters', async () => {
      const { shopper, address } = await withAddress()
      const long = { ...home, label: 'x'.repeat(31), note: 'x'.repeat(301) }
      const { json } = await shopper.post('/api/address/edit', { id: address, address: long })
      expect([json.code, Object.keys(json.fields).sort()]).toEqual(['invalid_form', ['address.label', 'address.note']])
    })
  })

  describe('POST /api/order/cod', () => {
    test('places an order that both order lists contain', async () => {
      const { shopper, address } = await withAddress()
      const potato = await aProduct(shop.db, { offerPrice: 1999 })
      const placed = await shopper.post('/api/order/cod', {
        userId: shopper.user._id,
        address,
        items: [{ product: potato.id, quantity: 3, price: 0 }],
        amount: 1,
        isPaid: true,
        status: 'Delivered',
      })
      expect(placed.json).toMatchObject({ success: true, message: 'Order placed successfully' })
      const { json } = await shopper.get(`/api/order/user?userId=${shopper.user._id}`)
      expect(json.orders).toHaveLength(1)
      expect(json.orders[0]).toMatchObject({
        _id: placed.json.orderId,
        subtotal: 59.97,
        ...(settings.tax.mode === 'added' ? { tax: 1.19, amount: 61.16 } : { tax: 3.92, amount: 59.97 }),
        paymentType: 'COD',
        status: 'Order Placed',
        isPaid: false,
        address: home,
        items: [{ quantity: 3, product: { _id: potato.id, offerPrice: 19.99 } }],
      })
    })

    test('returns the same order again for one Idempotency-Key, and 422 for a different order', async () => {
      const { shopper, address } = await withAddress()
      const potato = await aProduct(shop.db)
      const body = { address, items: [{ product: potato.id, quantity: 1 }] }
      const headers = { 'idempotency-key': 'click-1' }
      const first = await shopper.post('/api/order/cod', body, headers)
      expect((await shopper.post('/api/order/cod', body, headers)).json).toMatchObject({ orderId: first.json.orderId })
      const other = { address, items: [{ product: potato.id, quantity: 2 }] }
      const refused = await shopper.post('/api/order/cod', other, headers)
      expect([refused.status, refused.json.code]).toEqual([422, 'idempotency_key_reused'])
    })

    test('asks an unverified shopper to verify first', async () => {
      const shopper = await person(shop).register()
      const { status, json } = await shopper.post('/api/order/cod', { items: [], address: '' })
      expect([status, json.code, json.message]).toEqual([200, 'email_unverified', 'กรุณา ยืนยันอีเมลก่อนทำการสั่งซื้อ'])
    })

    test('asks a visitor to log in', async () => {
      const { status, json } = await person(shop).post('/api/order/cod', { items: [], address: '' })
      expect([status, json.code, json.message]).toEqual([401, 'not_signed_in', 'กรุณา Login ก่อน'])
    })

    test('asks for an address', async () => {
      const shopper = await verified(shop)
      for (const body of [{ items: [] }, { items: [], address: null }]) {
        const { json } = await shopper.post('/api/order/cod', body)
        expect([json.code, json.message]).toEqual(['address_missing', 'Please select an address'])
      }
    })
  })

  test('orders are listed page by page', async () => {
    const { shopper, address } = await withAddress()
    const placed: string[] = []
    for (const quantity of [1, 2, 3]) {
      const potato = await aProduct(shop.db)
      const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: potato.id, quantity }] })
      placed.unshift(json.orderId)
    }
    const first = (await shopper.get('/api/order/user?limit=2')).json
    expect(first.orders.map((order) => order._id)).toEqual(placed.slice(0, 2))
    const second = (await shopper.get(`/api/order/user?limit=2&cursor=${first.nextCursor}`)).json
    expect(second.orders.map((order) => order._id)).toEqual(placed.slice(2))
    expect(second.nextCursor).toBeNull()
    expect((await shopper.get('/api/order/user?limit=3')).json.nextCursor).toBeNull()
  })
})
