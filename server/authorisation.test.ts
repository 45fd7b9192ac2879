import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '../contract/calls.ts'
import { documentOfOrderPath, documentReportPath } from '../contract/orders/documents.ts'
import { streams } from '../contract/paths/call-paths.ts'
import { mayCall, rights, roles } from '../contract/staff/staff-roles.ts'
import { cookieOf, type Person, person, seller, type TestShop, testShop, verified } from '../testing/shop.ts'
import { newId } from './common/ids.ts'

/*
 * Authorisation as a table: every call is tried by every kind of caller. `in` means that the caller is authorised,
 * whatever the call then answers to its empty body.
 */
type Outcome = 'in' | 401 | 403
const table: Record<
  string,
  {
    visitor: Outcome
    shopper: Outcome
    /** Of every seller; or the roles that are authorised, and the others are refused. */
    seller:
      | 'in'
      | 401
      | 'owner'
      | 'owner manager'
      | 'owner manager picker'
      | 'owner manager rider'
      | 'owner manager picker rider'
  }
> = {
  'shop.facts': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.isAuth': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.login': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.passkeyOptions': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.passkeyStep': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.secondStep': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.logout': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.sendResetOtp': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.verifyResetOtp': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.resetPassword': { visitor: 'in', shopper: 'in', seller: 'in' },
  'seller.today': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'report.sales': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'seller.health': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'user.isAuth': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.register': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.login': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.logout': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.sendVerifyOtp': { visitor: 401, shopper: 'in', seller: 401 },
  'user.verifyAccount': { visitor: 401, shopper: 'in', seller: 401 },
  'user.sendResetOtp': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.verifyResetOtp': { visitor: 'in', shopper: 'in', seller: 'in' },
  'user.resetPassword': { visitor: 'in', shopper: 'in', seller: 'in' },
  'product.list': { visitor: 'in', shopper: 'in', seller: 'in' },
  'product.get': { visitor: 'in', shopper: 'in', seller: 'in' },
  'product.byIds': { visitor: 'in', shopper: 'in', seller: 'in' },
  'product.suggest': { visitor: 'in', shopper: 'in', seller: 'in' },
  'product.add': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'product.stock': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'product.seller': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'product.edit': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'product.count': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'product.price': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'product.archive': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'product.usualTaxClasses': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'cart.update': { visitor: 401, shopper: 'in', seller: 401 },
  'address.get': { visitor: 401, shopper: 'in', seller: 401 },
  'address.add': { visitor: 401, shopper: 'in', seller: 401 },
  'address.edit': { visitor: 401, shopper: 'in', seller: 401 },
  'address.delete': { visitor: 401, shopper: 'in', seller: 401 },
  'address.default': { visitor: 401, shopper: 'in', seller: 401 },
  'order.cod': { visitor: 401, shopper: 'in', seller: 401 },
  'order.stripe': { visitor: 401, shopper: 'in', seller: 401 },
  'order.user': { visitor: 401, shopper: 'in', seller: 401 },
  'order.seller': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.get': { visitor: 401, shopper: 'in', seller: 401 },
  'order.byKey': { visitor: 401, shopper: 'in', seller: 401 },
  'order.cancel': { visitor: 401, shopper: 'in', seller: 401 },
  'order.waiting': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.packed': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.undoStep': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.pay': { visitor: 401, shopper: 'in', seller: 401 },
  'order.takeStep': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.promptPay': { visitor: 401, shopper: 'in', seller: 401 },
  'payment.promptPay': { visitor: 401, shopper: 'in', seller: 401 },
  'payment.slip': { visitor: 401, shopper: 'in', seller: 401 },
  'payment.slips': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'payment.confirm': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'payment.receivedAgain': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'payment.reject': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'search.synonyms': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'search.addSynonym': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'search.removeSynonym': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'search.notFound': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'search.dismiss': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'promotion.check': { visitor: 'in', shopper: 'in', seller: 'in' },
  'promotion.list': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'promotion.save': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'promotion.archive': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.options': { visitor: 'in', shopper: 'in', seller: 'in' },
  'delivery.places': { visitor: 'in', shopper: 'in', seller: 'in' },
  'delivery.zones': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.zone': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.saveZone': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.removeZone': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.reorderZones': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.hours': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.saveHours': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.asap': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.saveAsap': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.unconfirmed': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.saveUnconfirmed': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.promises': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.hold': { visitor: 401, shopper: 'in', seller: 401 },
  'delivery.release': { visitor: 401, shopper: 'in', seller: 401 },
  'delivery.templates': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.saveTemplate': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.removeTemplate': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'delivery.board': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'order.windows': { visitor: 401, shopper: 'in', seller: 401 },
  'order.moveWindow': { visitor: 401, shopper: 'in', seller: 401 },
  'order.track': { visitor: 401, shopper: 'in', seller: 401 },
  'order.correctAddress': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.windowsAsSeller': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.moveWindowAsSeller': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'staff.list': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.invite': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.withdraw': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.changeRole': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.remove': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.resetFactors': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.factorRoles': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.saveFactorRoles': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.factors': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.confirmPassword': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.beginApp': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.finishApp': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.removeApp': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.beginPasskey': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.addPasskey': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.removePasskey': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.recoveryCodes': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.audit': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.settings': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.saveSettings': { visitor: 401, shopper: 403, seller: 'owner' },
  'staff.sessions': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.endSession': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'staff.invitation': { visitor: 'in', shopper: 'in', seller: 'in' },
  'staff.accept': { visitor: 'in', shopper: 'in', seller: 'in' },
  'notice.devices': { visitor: 401, shopper: 403, seller: 'owner manager picker rider' },
  'notice.saveDevice': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'notice.removeDevice': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'notice.tryDevice': { visitor: 401, shopper: 403, seller: 'owner manager picker' },
  'notice.line': { visitor: 401, shopper: 403, seller: 'owner' },
  'notice.saveLine': { visitor: 401, shopper: 403, seller: 'owner' },
  'notice.removeLine': { visitor: 401, shopper: 403, seller: 'owner' },
  'notice.tryLine': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.promptPay': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.savePromptPay': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.categories': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.saveCategories': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.shop': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.saveShop': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.tax': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.saveTax': { visitor: 401, shopper: 403, seller: 'owner' },
  'settings.picture': { visitor: 401, shopper: 403, seller: 'owner' },
  'order.refund': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.recordPayout': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.collect': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.counterInvoice': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'rider.trip': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.take': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.returnToShop': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.delivered': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.photo': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.failedAttempt': { visitor: 401, shopper: 403, seller: 'owner manager rider' },
  'rider.cash': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'rider.countIn': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'rider.takeBackCount': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'rider.backInShop': { visitor: 401, shopper: 403, seller: 'owner manager' },
  'order.invoice': { visitor: 401, shopper: 'in', seller: 401 },
}

let shop: TestShop
const callers: Record<string, Person> = {}
beforeAll(async () => {
  shop = await testShop()
  callers.visitor = person(shop)
  callers.shopper = await verified(shop)
  callers.seller = await seller(shop)
  for (const role of roles) callers[role] = await seller(shop, role)
})
afterAll(() => shop.close())

test('the table names every call of the contract', () => {
  expect(Object.keys(table).sort()).toEqual(
    everyCall()
      .map((call) => call.name)
      .sort(),
  )
})

test('the table of roles names every call of the staff once, and no other', () => {
  const routes = ['stream.orders', 'document.ofOrder', 'document.report', 'delivery.photo']
  expect(Object.keys(rights).sort()).toEqual(
    [...everyCall().flatMap(({ name, access }) => (access === 'seller' ? [name] : [])), ...routes].sort(),
  )
})

test('a call that is not in the table is refused to every role', () => {
  for (const role of roles) for (const name of ['no.call', '', 'constructor']) expect(mayCall(role, name)).toBe(false)
})

describe.each(['visitor', 'shopper', ...roles] as const)('a %s', (kind) => {
  // Signing in and out changes the session, so those calls use a new account.
  const changesCaller = new Set(['user.login', 'user.register', 'user.logout', 'seller.login', 'seller.logout'])
  test.each(everyCall().map((call) => [call.name, call] as const))('calls %s', async (name, call) => {
    const caller = (changesCaller.has(name) ? person(shop) : callers[kind]) as Person
    const { status, json } = call.method === 'GET' ? await caller.get(call.url) : await caller.post(call.url, {})
    const row = table[name] as (typeof table)[string]
    const isStaff = kind !== 'visitor' && kind !== 'shopper'
    const expected = isStaff ? row.seller : row[kind]
    if (typeof expected === 'string' && expected !== 'in') {
      const isAuthorised = expected.split(' ').includes(kind)
      expect([name, json.code === 'role_forbids']).toEqual([name, !isAuthorised])
      if (isAuthorised) expect([401, 403, 500]).not.toContain(status)
      else expect([status, json.success]).toEqual([403, false])
    } else if (expected === 'in') expect([401, 403, 500]).not.toContain(status)
    else {
      expect(status).toBe(expected)
      expect(json).toMatchObject({ success: false, code: expected === 401 ? 'not_signed_in' : 'forbidden' })
    }
  })
})

describe('one of the staff who has to set up a second factor', () => {
  const left = [
    'staff.factors',
    'staff.confirmPassword',
    'staff.beginApp',
    'staff.finishApp',
    'staff.beginPasskey',
    'staff.addPasskey',
  ]
  let bound: TestShop
  const members: Record<string, Person> = {}
  beforeAll(async () => {
    bound = await testShop()
    for (const role of roles) members[role] = await seller(bound, role)
    const value = JSON.stringify({ roles })
    await bound.pool.query("insert into setting (topic, value) values ('second-factor', $1)", [value])
  })
  afterAll(() => bound.close())

  test.each(roles)('makes no other call of the staff: %s', async (role) => {
    for (const { name, method, url, access } of everyCall()) {
      if (access !== 'seller') continue
      const { status, json } = await (members[role] as Person).request(method, url, method === 'GET' ? undefined : {})
      const isLeft = left.includes(name)
      expect([name, json.code === 'second_step_required']).toEqual([name, !isLeft])
      expect([name, [401, 403].includes(status)]).toEqual([name, !isLeft])
    }
  })

  test.each(roles)('reads no page, photo or stream of the staff: %s', async (role) => {
    const cookie = cookieOf(members[role] as Person)
    const get = async (url: string) => {
      const { statusCode, headers } = await bound.app.inject({ url, headers: { cookie } })
      return [statusCode, headers.location]
    }
    expect(await get(streams.seller)).toEqual([403, undefined])
    // As to a visitor.
    expect(await get(documentReportPath)).toEqual([302, '/seller'])
    expect(await get(`${documentReportPath}.csv?month=2026-11`)).toEqual([302, '/seller'])
    expect(await get(documentOfOrderPath(newId()))).toEqual([302, '/my-orders'])
  })

  test.each(roles)('is signed in without a role: %s', async (role) => {
    const { json } = await (members[role] as Person).get('/api/seller/is-auth')
    expect([json.success, json.role, typeof json.email]).toEqual([true, undefined, 'string'])
  })
})

describe('a request without a cookie is refused whatever its body', () => {
  const guarded = everyCall().filter((call) => call.method === 'POST' && call.access !== 'anyone')
  test.each(guarded.map((call) => [call.name, call] as const))(
    'a request of %s without a cookie is refused',
    async (_name, { url }) => {
      const bodies = [
        ['application/json', '{'],
        ['application/json', `"${'x'.repeat(300_000)}"`],
        ['text/plain', 'hello'],
        ['multipart/form-data', 'no boundary'],
      ] as const
      for (const [type, payload] of bodies) {
        const reply = await shop.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
        expect([reply.statusCode, reply.json().code], `${type} ${payload.slice(0, 9)}`).toEqual([401, 'not_signed_in'])
      }
    },
  )

  test('a request without a cookie is refused before its body arrives', async () => {
    const address = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
    const head =
      'POST /api/product/add HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\n'
    const socket = connect(Number(address.port), '127.0.0.1').setEncoding('utf8')
    socket.write(`${head}content-length: 1000000\r\n\r\n`)
    const [reply] = await once(socket, 'data')
    expect(reply).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })
})

describe('a userId that is not the session’s', () => {
  const others = ['login', 'register'].map((name) => `user.${name}`)
  test.each(everyCall().map((call) => [call.name, call] as const))('is refused by %s', async (name, call) => {
    const shopper = callers.shopper as Person & { user: { _id: string } }
    const caller =
      call.access === 'seller' ? (callers.seller as Person) : others.includes(name) ? person(shop) : shopper
    const other = newId()
    const claims = [other, [shopper.user._id], [shopper.user._id, other], 1, null, { id: other }, '']
    for (const userId of claims) {
      const { status, json } =
        call.method === 'GET'
          ? await caller.get(`${call.url}?userId=${shopper.user._id}&userId=${other}`)
          : call.multipart
            ? await caller.post(`${call.url}?userId=${other}`, {})
            : await caller.post(call.url, { userId })
      expect([status, json.code], JSON.stringify(userId)).toEqual([403, 'forbidden'])
    }
    const query = await caller.request(call.method, `${call.url}?userId=${other}`)
    expect([query.status, query.json.code]).toEqual([403, 'forbidden'])
  })

  test('is refused to a visitor by public calls too; the session’s own is accepted', async () => {
    const shopper = callers.shopper as Person & { user: { _id: string } }
    const { _id: own } = shopper.user
    for (const url of ['/api/user/is-auth', '/api/seller/is-auth', '/api/product/list', '/api/seller/logout']) {
      expect((await person(shop).get(`${url}?userId=${own}`)).status, url).toBe(403)
      expect((await shopper.get(`${url}?userId=${own}`)).status, url).toBe(200)
    }
    expect((await person(shop).post('/api/user/logout', { userId: own })).status).toBe(403)
  })
})
