import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '../contract/calls.ts'
import type { User } from '../contract/entities/user.ts'
import { slipPicturePath, streams, webhookPath } from '../contract/paths/call-paths.ts'
import { reportCsvPath } from '../contract/reports/report.ts'
import { lineEventsPath } from '../contract/staff/notices.ts'
import { anAddress, aProduct } from '../testing/makers/rows.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../testing/shop.ts'

/*
 * Everything that a session protects, tried with every kind of invalid cookie: expired, ended, forged, changed, of
 * another kind of user. And one person's records, requested by another.
 */

let shop: TestShop
let owner: Person
beforeAll(async () => {
  shop = await testShop()
  owner = await seller(shop)
})
afterAll(() => shop.close())

type Shopper = Person & { user: User }
const cookies = { shopper: 'talad_shopper', seller: 'talad_seller' } as const
type Kind = keyof typeof cookies

const guarded = [
  ...everyCall()
    .filter(({ access }) => access !== 'anyone')
    .map(({ method, url, access }) => ({ method, url, access: access as Kind })),
  { method: 'GET' as const, url: streams.shopper, access: 'shopper' as const },
  { method: 'GET' as const, url: streams.seller, access: 'seller' as const },
  { method: 'GET' as const, url: slipPicturePath, access: 'seller' as const },
  { method: 'GET' as const, url: reportCsvPath, access: 'seller' as const },
]

/** A user of a kind with an invalid session. */
const badSessions: Record<string, (kind: Kind) => Promise<Person>> = {
  'that has run out': async (kind) => {
    const someone = await signedIn(kind)
    await changeNewest(kind, 'expires_at', new Date(Date.now() - 1000))
    return someone
  },
  'that is older than any may be': async (kind) => {
    const someone = await signedIn(kind)
    await changeNewest(kind, 'created_at', new Date(Date.now() - 31 * 86_400_000))
    return someone
  },
  'that was ended': async (kind) => {
    const someone = await signedIn(kind)
    const token = tokenOf(someone, kind)
    if (kind === 'shopper') await someone.post('/api/user/logout')
    else await someone.get('/api/seller/logout')
    someone.jar.set(cookies[kind], token)
    return someone
  },
  'with an unknown token': async (kind) => withToken(kind, 'A'.repeat(43)),
  'with one letter changed': async (kind) => {
    const token = tokenOf(await signedIn(kind), kind)
    return withToken(kind, (token.startsWith('A') ? 'B' : 'A') + token.slice(1))
  },
  'that is what the database keeps of it': async (kind) => {
    const someone = await signedIn(kind)
    const { rows } = await shop.pool.query<{ token: string }>(
      `select token from ${kind}_session order by created_at desc limit 1`,
    )
    expect(tokenOf(someone, kind)).not.toBe(rows[0]?.token)
    return withToken(kind, rows[0]?.token ?? '')
  },
  'of the other kind': async (kind) => {
    const other: Kind = kind === 'shopper' ? 'seller' : 'shopper'
    return withToken(kind, tokenOf(await signedIn(other), other))
  },
  'with SQL in it': async (kind) => withToken(kind, "' or 1=1 --"),
  'of ten thousand letters': async (kind) => withToken(kind, 'A'.repeat(10_000)),
}

async function signedIn(kind: Kind): Promise<Person> {
  return kind === 'shopper' ? verified(shop) : seller(shop)
}
const tokenOf = (someone: Person, kind: Kind) => someone.jar.get(cookies[kind]) ?? ''
function withToken(kind: Kind, token: string): Person {
  const someone = person(shop)
  someone.jar.set(cookies[kind], encodeURIComponent(token))
  return someone
}

/** Changes the newest session of a kind: that of the user who has just signed in. */
async function changeNewest(kind: Kind, column: 'expires_at' | 'created_at', to: Date): Promise<void> {
  await shop.pool.query(
    `update ${kind}_session set ${column} = $1
     where id = (select id from ${kind}_session order by created_at desc limit 1)`,
    [to],
  )
}

describe.each(Object.keys(badSessions))('a session %s', (name) => {
  test.each(['shopper', 'seller'] as const)('allows nothing that a %s may do', async (kind) => {
    const someone = await badSessions[name]?.(kind)
    const token = tokenOf(someone as Person, kind)
    for (const { method, url } of guarded.filter(({ access }) => access === kind)) {
      someone?.jar.set(cookies[kind], token)
      const reply = await someone?.request(method, url, method === 'POST' ? {} : undefined)
      expect([reply?.status, reply?.json.code], url).toEqual([401, 'not_signed_in'])
    }
  })
})

describe('the records of one shopper', () => {
  let mali: Shopper
  let somchai: Shopper
  let address: string
  let order: string
  let unpaid: string
  beforeAll(async () => {
    ;[mali, somchai] = [await verified(shop), await verified(shop)]
    address = await anAddress(shop.db, mali.user._id)
    const product = await aProduct(shop.db)
    const items = [{ product: product.id, quantity: 1 }]
    order = (await mali.post('/api/order/cod', { address, items })).json.orderId
    unpaid = (await mali.post('/api/order/stripe', { address, items: [{ product: product.id, quantity: 2 }] })).json
      .orderId
    await mali.post('/api/cart/update', { cartItems: { [product.id]: 3 } })
  })

  test('are in no list of another', async () => {
    for (const url of ['/api/order/user', '/api/order/user?awaiting=true', '/api/address/get', '/api/user/is-auth']) {
      const { json } = await somchai.get(url)
      for (const id of [mali.user._id, address, order, unpaid]) expect(JSON.stringify(json), url).not.toContain(id)
    }
    // A cursor continues the shopper's own list only.
    const { json } = await somchai.get(`/api/order/user?awaiting=true&limit=10&cursor=${order}`)
    expect(json.orders).toEqual([])
  })

  test('can’t be used by another: address, order, idempotency key', async () => {
    const product = await aProduct(shop.db)
    const items = [{ product: product.id, quantity: 1 }]
    expect((await somchai.post('/api/order/cod', { address, items })).json.code).toBe('address_missing')
    expect((await somchai.post('/api/order/stripe', { address, items })).json.code).toBe('address_missing')
    expect((await somchai.post('/api/order/pay', { orderId: unpaid })).json.code).toBe('order_unknown')
    const headers = { 'idempotency-key': 'the same words' }
    const own = await mali.post('/api/order/cod', { address, items }, headers)
    const other = { address: await anAddress(shop.db, somchai.user._id), items }
    const theirs = await somchai.post('/api/order/cod', other, headers)
    expect(theirs.json.success).toBe(true)
    expect(theirs.json.orderId).not.toBe(own.json.orderId)
  })

  test('can’t be changed by another who knows the id', async () => {
    const stolen = { ...anAddressInput, _id: address, userId: mali.user._id }
    expect((await somchai.post('/api/address/add', { address: stolen })).json.success).toBe(true)
    for (const [url, body] of [
      ['/api/address/edit', { id: address, address: anAddressInput }],
      ['/api/address/default', { id: address }],
      ['/api/address/delete', { id: address }],
    ] as const) {
      const { status, json } = await somchai.post(url, body)
      expect([status, json.code], url).toEqual([200, 'address_unknown'])
    }
    const saved = (await mali.get('/api/address/get')).json.addresses
    expect(saved).toHaveLength(1)
    expect(saved[0].isDefault).toBe(false)
    expect(saved[0].street).toBe('88 Charoen Krung Rd')
  })

  test('the seller’s records can’t be changed by a shopper who knows the id', async () => {
    const { status, json } = await mali.post('/api/order/take-step', {
      id: order,
      from: 'Order Placed',
      status: 'Delivered',
    })
    expect([status, json.code]).toEqual([403, 'forbidden'])
    const list = (await owner.get('/api/order/seller?limit=100')).json.orders
    expect(list.find((each) => each._id === order).status).toBe('Order Placed')
  })
})

const anAddressInput = {
  firstName: 'Somchai',
  lastName: 'Jaidee',
  street: 'Elsewhere 1',
  city: 'Bang Rak',
  state: 'Bangkok',
  zipcode: 10500,
  country: 'Thailand',
  phone: '0812345678',
}

describe('a page of another site', () => {
  const changing = [...guarded, { method: 'POST' as const, url: '/api/user/login' }]
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => url)
  test.each([
    ['by its origin', { origin: 'https://evil.example' }],
    ['without one', { origin: 'null' }],
    ['by what the browser says of it', { 'sec-fetch-site': 'cross-site' }],
    ['that calls itself us', { origin: 'https://127.0.0.1:3000.evil.example', host: '127.0.0.1:3000.evil.example' }],
  ])('changes nothing, recognised %s', async (_name, headers) => {
    const [shopper] = [await verified(shop)]
    for (const url of changing) {
      const who = url.startsWith('/api/product') || url.includes('seller') ? owner : shopper
      const { status, json } = await who.post(url, {}, headers as Record<string, string>)
      expect([status, json.code], url).toEqual([403, 'cross_site'])
    }
    const logout = await owner.get('/api/seller/logout', headers as Record<string, string>)
    expect(logout.status).toBe(403)
    expect((await owner.get('/api/seller/is-auth')).json.success).toBe(true)
  })
})

describe('a wrong method', () => {
  const everyPair = everyCall().map(({ method, url }) => `${method} ${url}`)
  const wrong = everyCall()
    .map(({ method, url }) => [method === 'GET' ? 'POST' : 'GET', url] as const)
    // Logging out takes both methods.
    .filter((pair) => !everyPair.includes(pair.join(' ')) && pair[1] !== '/api/user/logout')
  test.each(wrong)('%s %s is refused in the envelope', async (method, url) => {
    const { status, json } = await owner.request(method, url, method === 'POST' ? {} : undefined)
    expect([status, json.success, json.code]).toEqual([405, false, 'method_not_allowed'])
  })
})

test('the webhooks ignore sessions: a seller’s cookie doesn’t help', async () => {
  for (const who of [owner, person(shop)]) {
    expect((await who.post(webhookPath, { type: 'checkout.session.completed' })).status).toBe(400)
    expect((await who.post(lineEventsPath, { events: [] })).status).toBe(400)
  }
})
