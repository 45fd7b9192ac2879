import { expect, test } from 'vitest'
import type { ShopConfig } from '../contract/settings/shop.ts'
import { bangkokShop } from '../demo/bangkok/shop.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { sealedMails } from '../testing/database/jobs.ts'
import { aPicture, productForm } from '../testing/makers/product-form.ts'
import { passwordOfTests, person, type TestShop, testShop } from '../testing/shop.ts'
import { createSeller } from './accounts/sellers/sellers.ts'
import { isId, newId } from './common/ids.ts'
import { openCodeMail } from './mail/queue-mail.ts'

/*
 * The 22 calls that clients of others make, with the payloads that they send: one session of a shopper and a seller.
 */

/** The fields of a reply that the clients read, by the call's path. */
const read: Record<string, readonly string[]> = {
  '/api/seller/is-auth': [],
  '/api/user/is-auth': ['user'],
  '/api/product/list': ['products'],
  '/api/cart/update': ['message'],
  '/api/user/logout': ['message'],
  '/api/user/send-verify-otp': ['message'],
  '/api/seller/logout': ['message'],
  '/api/address/get': ['addresses'],
  '/api/address/add': ['message'],
  '/api/order/cod': ['message'],
  '/api/order/stripe': ['url'],
  '/api/order/user': ['orders'],
  '/api/product/add': ['message'],
  '/api/product/stock': ['message'],
  '/api/order/seller': ['orders'],
  '/api/user/login': ['user'],
  '/api/user/register': ['user'],
  '/api/seller/login': ['message'],
  '/api/user/verify-account': ['message'],
  '/api/user/send-reset-otp': ['message'],
  '/api/user/verify-reset-otp': [],
  '/api/user/reset-password': ['message'],
}

/** The session's calls in order, with their HTTP status and `success`, or the code of their refusal. */
const outcomes = [
  '/api/seller/is-auth 200 not_signed_in',
  '/api/seller/login 200 invalid_credentials',
  '/api/seller/login 200 success',
  '/api/seller/is-auth 200 success',
  '/api/product/add 200 success',
  '/api/product/list 200 success',
  '/api/product/stock 200 success',
  '/api/product/stock 200 success',
  '/api/order/seller 200 success',
  '/api/seller/logout 200 success',
  '/api/user/is-auth 200 not_signed_in',
  '/api/order/cod 401 not_signed_in',
  '/api/user/register 200 success',
  '/api/order/cod 403 forbidden',
  '/api/user/send-verify-otp 200 success',
  '/api/user/verify-account 200 invalid_form',
  '/api/user/verify-account 200 success',
  '/api/user/is-auth 200 success',
  '/api/cart/update 200 success',
  '/api/user/is-auth 200 success',
  '/api/address/add 200 success',
  '/api/address/get 200 success',
  '/api/order/cod 200 address_missing',
  '/api/order/cod 200 success',
  '/api/order/stripe 200 success',
  '/api/order/user 200 success',
  '/api/user/logout 200 success',
  '/api/user/send-reset-otp 200 success',
  '/api/user/verify-reset-otp 200 invalid_form',
  '/api/user/verify-reset-otp 200 success',
  '/api/user/reset-password 200 success',
  '/api/user/login 200 invalid_credentials',
  '/api/user/login 200 success',
  '/api/user/logout 200 success',
  '/api/seller/login 200 success',
  '/api/order/seller 200 success',
]

test('the 22 calls of other clients answer as these expect, and alike in both demos', async () => {
  const [plain, bangkok] = [await session(shopConfig), await session(bangkokShop)]
  expect(plain.map(({ path, status, reply }) => `${path} ${status} ${reply.code ?? 'success'}`)).toEqual(outcomes)
  expect(new Set(plain.map(({ path }) => path))).toEqual(new Set(Object.keys(read)))
  expect(Object.keys(read)).toHaveLength(22)
  for (const { path, reply } of plain)
    if (reply.success === 'true')
      expect(Object.keys(reply), path).toEqual(expect.arrayContaining([...(read[path] ?? [])]))
  expect(bangkok).toEqual(plain)
})

type Answered = { path: string; status: number; reply: Record<string, unknown> }

async function session(settings: ShopConfig): Promise<Answered[]> {
  const shop = await testShop({ shop: settings })
  try {
    const answered: Answered[] = []
    const client = person(shop)
    const call = async (method: 'GET' | 'POST', url: string, body?: unknown, headers = {}) => {
      const { status, json } = await client.request(method, url, body, { 'accept-language': 'en', ...headers })
      answered.push({ path: url.replace(/\?.*/, ''), status, reply: briefly(json) })
      return json
    }
    const get = (url: string) => call('GET', url)
    const post = (url: string, body?: unknown) => call('POST', url, body)
    const email = `mali-${newId()}@shopper.example`
    const code = () => newestCode(shop, email)

    const boss = `boss-${newId()}@seller.example`
    await createSeller(shop.db, { email: boss, password: passwordOfTests, name: 'Boss' })
    await get('/api/seller/is-auth')
    await post('/api/seller/login', { email: boss, password: 'not the password' })
    await post('/api/seller/login', { email: boss, password: passwordOfTests })
    await get('/api/seller/is-auth')
    const productData = {
      name: 'Rice',
      description: ['Fresh', 'Good'],
      category: 'Grains',
      price: '120.50',
      offerPrice: '100',
    }
    const form = await productForm(productData, [await aPicture('#00ff00')])
    await call('POST', '/api/product/add', form.body, form.headers)
    const [{ _id: product }] = (await get('/api/product/list')).products
    await post('/api/product/stock', { id: product, inStock: false })
    await post('/api/product/stock', { id: product, inStock: true })
    await get('/api/order/seller')
    await get('/api/seller/logout')

    await get('/api/user/is-auth')
    await post('/api/order/cod', { userId: '', items: [], address: '' })
    await post('/api/user/register', { name: 'Mali', email, password: passwordOfTests })
    await post('/api/order/cod', { userId: '', items: [{ product, quantity: 1 }], address: '' })
    await post('/api/user/send-verify-otp')
    await post('/api/user/verify-account', { otp: '12345' })
    await post('/api/user/verify-account', { otp: await code() })
    const { user } = await get('/api/user/is-auth')
    await post('/api/cart/update', { cartItems: { [product]: 2 }, userId: user._id })
    await get('/api/user/is-auth')
    const address = {
      firstName: 'Mali',
      lastName: 'Rak',
      street: '12 Charoen Krung Road',
      city: 'Bang Rak',
      state: 'Bangkok',
      zipcode: 10500,
      country: 'Thailand',
      phone: '0812345678',
    }
    await post('/api/address/add', { address, userId: user._id })
    const [{ _id: saved }] = (await get(`/api/address/get?userId=${user._id}`)).addresses
    const order = { userId: user._id, items: [{ product, quantity: 2 }], address: saved }
    await post('/api/order/cod', { ...order, address: null })
    await post('/api/order/cod', order)
    await post('/api/order/stripe', order)
    await get(`/api/order/user?userId=${user._id}`)
    await post('/api/user/logout')

    await post('/api/user/send-reset-otp', { email })
    await post('/api/user/verify-reset-otp', { email, otp: '000' })
    await post('/api/user/verify-reset-otp', { email, otp: await code() })
    const newPassword = 'a river runs through it'
    await post('/api/user/reset-password', { email, otp: await code(), newPassword })
    await post('/api/user/login', { email, password: passwordOfTests })
    await post('/api/user/login', { email, password: newPassword })
    await post('/api/user/logout')
    await post('/api/seller/login', { email: boss, password: passwordOfTests })
    await get('/api/order/seller')
    return answered
  } finally {
    await shop.close()
  }
}

/** Returns the code of the newest mail to an address. */
async function newestCode(shop: TestShop, email: string): Promise<string> {
  const sealed = await sealedMails(shop.pool, { task: 'send-code' })
  const mail = sealed.map((each) => openCodeMail(shop.secret, each)).findLast((each) => each.email === email)
  if (!mail) throw new Error(`no code for ${email}`)
  return mail.code
}

/** Fields whose value a client acts on; of all others the type counts. */
const compared = new Set(['success', 'code', 'message', 'status', 'paymentType', 'isPaid', 'quantity', 'inStock'])

/** Returns a reply with the types of its values instead of the values. */
function briefly(json: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      isId(key) ? 'id' : key,
      compared.has(key) ? String(value) : typeOf(value),
    ]),
  )
}

function typeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typeOf)
  if (value === null) return 'null'
  return typeof value === 'object' ? briefly(value as Record<string, unknown>) : typeof value
}
