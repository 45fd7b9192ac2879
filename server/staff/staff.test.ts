import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../contract/calls/staff.ts'
import { streams } from '../../contract/paths/call-paths.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { queuedJobs, runTask } from '../../testing/database/jobs.ts'
import { eventually } from '../../testing/eventually.ts'
import { mailsOf } from '../../testing/mails.ts'
import { stepTo } from '../../testing/makers/orders.ts'
import { productForm } from '../../testing/makers/product-form.ts'
import { anAddress, aProduct, aZone } from '../../testing/makers/rows.ts'
import { withApp } from '../../testing/makers/second-factor.ts'
import {
  cookieOf,
  type Person,
  passwordOfTests,
  person,
  seller,
  type TestShop,
  testShop,
  verified,
} from '../../testing/shop.ts'
import { potato } from '../../testing/shops/seller-shop.ts'
import { newId } from '../common/ids.ts'
import { openStaffMail } from '../mail/queue-mail.ts'
import { removeSeller } from './manage-staff.ts'

let shop: TestShop
let address: string
beforeAll(async () => {
  shop = await testShop()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

let owner: Person
beforeEach(async () => {
  await shop.db.deleteFrom('setting').where('topic', '=', 'second-factor').execute()
  await shop.db.deleteFrom('staffInvitation').execute()
  await shop.db.deleteFrom('seller').execute()
  owner = await seller(shop)
})

const aStaffEmail = () => `staff-${newId()}@seller.example`
const membersAs = async (who: Person) => (await who.get('/api/staff/list')).json.members as Record<string, unknown>[]
const emailOf = async (who: Person): Promise<string> => (await who.get('/api/seller/is-auth')).json.email
const idOf = async (who: Person): Promise<string> => {
  const { id } = await shop.db
    .selectFrom('seller')
    .select('id')
    .where('email', '=', await emailOf(who))
    .executeTakeFirstOrThrow()
  return id
}

const queuedMails = () => queuedJobs<{ sealed: string; tokenHash: string }>(shop.pool, { task: 'send-staff-mail' })

/** Invites an address and returns the token of the mailed link. */
async function invite(email: string, role: Role = 'picker', by = owner): Promise<string> {
  const { json } = await by.post('/api/staff/invite', { email, role })
  expect(json).toMatchObject({ success: true, message: 'Invitation sent' })
  const mails = (await queuedMails()).map(({ payload }) => openStaffMail(shop.secret, payload.sealed))
  const { token = '' } = mails.findLast((mail) => mail.email === email) ?? {}
  shop.noteSecrets([token])
  return token
}
const accept = (who: Person, token: string) =>
  who.post('/api/staff/accept', { token, name: 'Nok', newPassword: passwordOfTests })

test('the list and the sessions say when a person was last seen, to five minutes', async () => {
  const ago = (minutes: number) =>
    shop.pool.query(
      `with gone as (update seller_session set updated_at = now() - make_interval(mins => $1))
       update seller set last_seen_at = now() - make_interval(mins => $1)`,
      [minutes],
    )
  const seen = async () => {
    const [{ lastSeenAt } = {}] = await membersAs(owner)
    const [{ seenAt }] = (await owner.get('/api/staff/sessions')).json.sessions
    return [lastSeenAt, seenAt].map((at) => Math.round((Date.now() - Date.parse(String(at))) / 60_000))
  }
  await ago(4)
  expect(await seen()).toEqual([4, 4])
  await ago(40)
  expect(await seen()).toEqual([0, 0])
})

describe('an invitation', () => {
  test('makes an account with its role, once, and signs in', async () => {
    const email = aStaffEmail()
    const token = await invite(email)
    const nok = person(shop)
    expect((await nok.post('/api/staff/invitation', { token })).json).toMatchObject({ email, role: 'picker' })
    expect((await accept(nok, token)).json).toMatchObject({ success: true, message: 'Welcome to the team!' })
    expect((await nok.get('/api/seller/is-auth')).json).toEqual({ success: true, email, role: 'picker' })
    expect((await nok.get('/api/order/seller?limit=1')).status).toBe(200)
    const refused = await nok.get('/api/seller/today')
    expect([refused.status, refused.json.code]).toEqual([403, 'role_forbids'])

    expect((await accept(person(shop), token)).json.code).toBe('invitation_closed')
    expect((await membersAs(owner)).map(({ name, role, self }) => [name, role, self])).toEqual([
      ['Seller', 'owner', true],
      ['Nok', 'picker', false],
    ])
    const login = await person(shop).post('/api/seller/login', { email, password: passwordOfTests })
    expect(login.json.success).toBe(true)
  })

  test('is used up by one of two concurrent calls', async () => {
    const token = await invite(aStaffEmail())
    const replies = await Promise.all([accept(person(shop), token), accept(person(shop), token)])
    expect(replies.map(({ json }) => json.success).sort()).toEqual([false, true])
    expect(await membersAs(owner)).toHaveLength(2)
  })

  test('ends when it is withdrawn, sent again, expired, or its owner is one no more', async () => {
    const email = aStaffEmail()
    const first = await invite(email)
    const second = await invite(email, 'manager')
    expect((await accept(person(shop), first)).json.code).toBe('invitation_closed')
    const { invitations } = (await owner.get('/api/staff/list')).json
    expect(invitations).toMatchObject([{ email, role: 'manager' }])
    const days = (Date.parse(invitations[0].expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(3, 2)
    expect((await owner.post('/api/staff/withdraw', { id: invitations[0].id })).json.success).toBe(true)
    expect((await accept(person(shop), second)).json.code).toBe('invitation_closed')
    expect((await owner.post('/api/staff/withdraw', { id: invitations[0].id })).json.code).toBe('invitation_closed')

    const late = await invite(email)
    await shop.pool.query("update staff_invitation set expires_at = now() - interval '1 second'")
    expect((await accept(person(shop), late)).json.code).toBe('invitation_closed')
    expect((await owner.get('/api/staff/list')).json.invitations).toEqual([])

    const other = await seller(shop)
    const theirs = await invite(aStaffEmail(), 'owner', other)
    await owner.post('/api/staff/change-role', { id: await idOf(other), role: 'manager' })
    expect((await accept(person(shop), theirs)).json.code).toBe('invitation_closed')
    expect(await membersAs(owner)).toHaveLength(2)
  })

  test('is refused for an address of the staff, and with an easy password', async () => {
    const { json } = await owner.post('/api/staff/invite', { email: await emailOf(owner), role: 'picker' })
    expect([json.code, Object.keys(json.fields)]).toEqual(['staff_member', ['email']])
    const token = await invite(aStaffEmail())
    const easy = await person(shop).post('/api/staff/accept', { token, name: 'Nok', newPassword: 'password1' })
    expect(easy.json.code).toBe('password_common')
    expect((await accept(person(shop), token)).json.success).toBe(true)
  })

  test('of a full shop can be sent again, but none to another address', async () => {
    const email = aStaffEmail()
    const first = await invite(email)
    await shop.pool.query(
      `insert into staff_invitation (id, email, role, token_hash, invited_by, expires_at)
       select gen_random_uuid(), place || email, role, place || token_hash, invited_by, expires_at
       from staff_invitation, generate_series(1, $1) as place`,
      [serverLimits.staff - 2],
    )
    const { json } = await owner.post('/api/staff/invite', { email: aStaffEmail(), role: 'picker' })
    expect([json.code, json.message]).toEqual(['staff_full', 'A shop can have at most 200 staff'])
    const second = await invite(email)
    expect((await accept(person(shop), first)).json.code).toBe('invitation_closed')
    expect((await accept(person(shop), second)).json.success).toBe(true)
  })

  test('says so if its link was cut off', async () => {
    const token = await invite(aStaffEmail())
    const nok = person(shop)
    for (const part of [token.slice(0, 40), '', `${token}x`]) {
      const { json } = await nok.post('/api/staff/invitation', { token: part })
      expect([json.code, json.message]).toEqual([
        'invitation_incomplete',
        expect.stringContaining('link isn’t complete'),
      ])
      expect((await accept(nok, part)).json.code).toBe('invitation_incomplete')
    }
    expect((await accept(nok, `${token[0] === 'x' ? 'y' : 'x'}${token.slice(1)}`)).json.code).toBe('invitation_closed')
    expect((await accept(nok, token)).json.success).toBe(true)
  })

  test('is mailed in both languages with the link, unless it was replaced; its token is stored as a hash', async () => {
    const email = aStaffEmail()
    await invite(email)
    const token = await invite(email)
    const { tasks, sent } = mailsOf(shop)
    for (const { payload, id } of await queuedMails()) await runTask(tasks, 'send-staff-mail', payload, { id })
    const mail = sent.filter(({ to }) => to === email)
    expect(mail).toHaveLength(1)
    expect(mail[0]?.text).toContain(`https://shop.example/seller#join=${token}`)
    expect(mail[0]?.text).toContain(`${await emailOf(owner)} invites you to work at Talad as picker.`)
    expect(mail[0]?.text).toContain('พนักงานจัดสินค้า')
    const { rows } = await shop.pool.query('select row_to_json(staff_invitation)::text as text from staff_invitation')
    expect(rows[0].text).not.toContain(token)
  })
})

describe('an owner', () => {
  test('changes a role, which applies to open sessions at once', async () => {
    const nok = await seller(shop, 'picker')
    const reply = await owner.post('/api/staff/change-role', { id: await idOf(nok), role: 'manager' })
    expect(reply.json.success).toBe(true)
    expect((await nok.get('/api/seller/today')).status).toBe(200)
    expect((await nok.get('/api/seller/is-auth')).json.role).toBe('manager')
  })

  test('removes staff: the sessions end at once, and so do open streams', async () => {
    const nok = await seller(shop, 'picker')
    const cookie = cookieOf(nok)
    const stream = await fetch(`${address}${streams.seller}`, { headers: { cookie } })
    const ended = stream.text()
    const id = await idOf(nok)
    expect((await owner.post('/api/staff/remove', { id })).json.success).toBe(true)
    expect((await nok.get('/api/order/waiting')).status).toBe(401)
    await ended
    expect((await owner.post('/api/staff/remove', { id })).json.code).toBe('staff_unknown')
  })

  test.each(['removed', 'made a rider'])(
    'a form that is on its way when its sender is %s changes nothing',
    async (how) => {
      const nok = await seller(shop, 'manager')
      const id = await idOf(nok)
      const name = `Halfway rice ${newId()}`
      const { body, headers } = await productForm({ ...potato, name })
      const cookie = cookieOf(nok)
      const looked = vi.spyOn(pg.Client.prototype, 'query')
      const sending = httpRequest(`${address}/api/product/add`, {
        method: 'POST',
        headers: { ...headers, cookie, 'content-length': body.length },
      })
      sending.write(body.subarray(0, 100))
      const statements = () => JSON.stringify(looked.mock.calls.map(([statement]) => statement))
      await vi.waitFor(() => expect(statements()).toContain('seller_session'), eventually)
      looked.mockRestore()
      const { json } =
        how === 'removed'
          ? await owner.post('/api/staff/remove', { id })
          : await owner.post('/api/staff/change-role', { id, role: 'rider' })
      expect(json.success).toBe(true)
      sending.end(body.subarray(100))
      const [response] = (await once(sending, 'response')) as [IncomingMessage]
      expect(response.statusCode).toBe(how === 'removed' ? 401 : 403)
      response.resume()
      expect(await shop.db.selectFrom('product').select('id').where('name', '=', name).execute()).toEqual([])
    },
  )

  test('removed by the operator, a rider leaves the orders to others, and an owner no invitations', async () => {
    await aZone(shop.db)
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const product = await aProduct(shop.db)
    const { json } = await shopper.post('/api/order/cod', { address, items: [{ product: product.id, quantity: 1 }] })
    await stepTo(owner, json.orderId, 'Packing')
    const [first, second] = [await seller(shop, 'rider'), await seller(shop, 'rider')]
    const take = (rider: Person) => rider.post('/api/rider/take', { id: newId(), order: json.orderId })
    expect((await take(first)).json.success).toBe(true)
    const isRiderGone = async () =>
      (await owner.get('/api/order/seller')).json.orders.find((order: { _id: string }) => order._id === json.orderId)
        .riderGone
    expect(await isRiderGone()).toBeUndefined()
    expect((await take(second)).json.code).toBe('taken_by_other')
    expect(await removeSeller(shop.db, await emailOf(first))).toBe(true)
    expect(await isRiderGone()).toBe(true)
    expect((await take(second)).json.success).toBe(true)
    expect(await isRiderGone()).toBeUndefined()

    const token = await invite(aStaffEmail(), 'owner')
    expect(await removeSeller(shop.db, await emailOf(owner))).toBe(true)
    expect((await accept(person(shop), token)).json.code).toBe('invitation_closed')
  })

  test('who is the last one is neither removed nor given another role', async () => {
    await seller(shop, 'manager')
    const id = await idOf(owner)
    expect((await owner.post('/api/staff/remove', { id })).json.code).toBe('last_owner')
    expect((await owner.post('/api/staff/change-role', { id, role: 'manager' })).json.code).toBe('last_owner')
    expect((await owner.get('/api/seller/is-auth')).json.role).toBe('owner')
  })

  test.each([
    ['remove', '/api/staff/remove', {}],
    ['demote', '/api/staff/change-role', { role: 'manager' }],
  ])('of two owners who %s each other at the same moment, one stays', async (_name, url, body) => {
    const other = await seller(shop)
    const [mine, theirs] = [await idOf(owner), await idOf(other)]
    const replies = await Promise.all([
      owner.post(url, { id: theirs, ...body }),
      other.post(url, { id: mine, ...body }),
    ])
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    const { rows } = await shop.pool.query("select from seller where role = 'owner'")
    expect(rows).toHaveLength(1)
  })
})

describe('a lost second factor', () => {
  test('is removed by an owner, who typed the password lately: the member is signed out, and the password is enough', async () => {
    const nok = await seller(shop, 'picker')
    const [id, email] = [await idOf(nok), await emailOf(nok)]
    await withApp(shop, nok)
    expect((await membersAs(owner)).map(({ secondFactors }) => secondFactors)).toEqual([[], ['app']])
    const login = () => person(shop).post('/api/seller/login', { email, password: passwordOfTests })
    const half = person(shop)
    await half.post('/api/seller/login', { email, password: passwordOfTests })

    for (const role of ['manager', 'picker'] as const) {
      const refused = await (await seller(shop, role)).post('/api/staff/reset-factors', { id })
      expect([refused.status, refused.json.code]).toEqual([403, 'role_forbids'])
    }
    await shop.pool.query("update seller_session set confirmed_at = now() - interval '11 minutes'")
    expect((await owner.post('/api/staff/reset-factors', { id })).json.code).toBe('confirm_password')
    expect((await login()).json.code).toBe('second_factor_needed')
    await owner.post('/api/staff/confirm-password', { password: passwordOfTests })
    expect((await owner.post('/api/staff/reset-factors', { id: newId() })).json.code).toBe('staff_unknown')
    expect((await owner.post('/api/staff/reset-factors', { id })).json.success).toBe(true)

    expect((await nok.get('/api/order/waiting')).status).toBe(401)
    expect((await half.post('/api/seller/second-step', { otp: '123456' })).json.code).toBe('sign_in_expired')
    expect((await login()).json.success).toBe(true)
    const { entries } = (await owner.get(`/api/staff/audit?q=${email}`)).json
    expect(
      entries.some(
        ({ by, before, after }: AuditEntry) => by !== email && before.second_factors && !after.second_factors,
      ),
    ).toBe(true)
    const own = await emailOf(owner)
    expect(entries.find(({ before }: AuditEntry) => before.second_factors).by).toBe(own)
  })
})

describe('a second factor that is required of a role', () => {
  const save = (roles: readonly Role[], seen = 0, by = owner) => by.post('/api/staff/factor-roles', { roles, seen })
  const isFree = async (who: Person) => (await who.get('/api/order/waiting')).status === 200
  test('applies to open sessions at once, until one is set up', async () => {
    const [nok, fon] = [await seller(shop, 'picker'), await seller(shop, 'manager')]
    expect((await owner.get('/api/staff/factor-roles')).json).toMatchObject({ settings: { roles: [] }, version: 0 })
    expect((await save(['picker', 'rider', 'picker'])).json).toMatchObject({
      success: true,
      settings: { roles: ['picker', 'rider'] },
      version: 1,
    })
    const refused = await nok.get('/api/order/waiting')
    expect([refused.status, refused.json.code]).toEqual([403, 'second_step_required'])
    expect([await isFree(fon), await isFree(owner)]).toEqual([true, true])
    expect((await nok.get('/api/staff/factors')).json.required).toBe(true)

    const { secret } = await withApp(shop, nok)
    expect(await isFree(nok)).toBe(true)
    expect((await nok.get('/api/seller/is-auth')).json.role).toBe('picker')
    expect((await nok.post('/api/staff/remove-app')).json.code).toBe('second_step_stays')
    expect((await nok.get('/api/staff/factors')).json).toMatchObject({ app: true, recoveryCodesLeft: 10 })
    await save([], 1)
    expect((await nok.post('/api/staff/remove-app')).json.success).toBe(true)
    shop.noteSecrets([secret])
  })

  test('leads the next sign-in, an accepted invitation, a changed role and a reset to the set-up', async () => {
    const email = aStaffEmail()
    const token = await invite(email)
    await save(['picker'])
    const nok = person(shop)
    expect((await accept(nok, token)).json.success).toBe(true)
    expect([(await nok.get('/api/seller/is-auth')).json, await isFree(nok)]).toEqual([{ success: true, email }, false])
    const again = person(shop)
    expect((await again.post('/api/seller/login', { email, password: passwordOfTests })).json.success).toBe(true)
    expect(await isFree(again)).toBe(false)
    await withApp(shop, again)
    expect([await isFree(again), await isFree(nok)]).toEqual([true, false])

    await owner.post('/api/staff/reset-factors', { id: await idOf(again) })
    const third = person(shop)
    expect((await third.post('/api/seller/login', { email, password: passwordOfTests })).json.success).toBe(true)
    expect(await isFree(third)).toBe(false)

    const fon = await seller(shop, 'manager')
    expect(await isFree(fon)).toBe(true)
    await owner.post('/api/staff/change-role', { id: await idOf(fon), role: 'picker' })
    expect(await isFree(fon)).toBe(false)
  })

  test('ends the streams of those who have none', async () => {
    const nok = await seller(shop, 'picker')
    const cookie = cookieOf(nok)
    const stream = await fetch(`${address}${streams.seller}`, { headers: { cookie } })
    expect(stream.status).toBe(200)
    const ended = stream.text()
    await save(['picker'])
    await ended
  })

  test('is set by owners only, who have one themselves, with the password, and not over a colleague’s change', async () => {
    const refused = await save(['rider'], 0, await seller(shop, 'manager'))
    expect([refused.status, refused.json.code]).toEqual([403, 'role_forbids'])
    expect((await save(['owner', 'rider'])).json.code).toBe('own_step_first')
    await shop.pool.query("update seller_session set confirmed_at = now() - interval '11 minutes'")
    expect((await save(['rider'])).json.code).toBe('confirm_password')
    expect((await owner.get('/api/staff/factor-roles')).json).toMatchObject({ settings: { roles: [] }, version: 0 })
    await owner.post('/api/staff/confirm-password', { password: passwordOfTests })
    await withApp(shop, owner)
    expect((await save(['owner', 'rider'])).json.success).toBe(true)
    expect((await save(['picker'], 0)).json.code).toBe('setting_changed')
    expect(await isFree(owner)).toBe(true)
    const { entries } = (await owner.get('/api/staff/audit?q=second-factor')).json
    expect(entries[0]).toMatchObject({ by: await emailOf(owner), after: { value: { roles: ['owner', 'rider'] } } })
  })
})

describe('sessions', () => {
  const sessionsAs = async (who: Person, query = '') =>
    (await who.get(`/api/staff/sessions${query}`)).json.sessions as { id: string; client: string; current: boolean }[]

  test('are listed with their browser, and ended, one’s own by everyone', async () => {
    const nok = await seller(shop, 'picker')
    const phone = person(shop)
    const agent = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36' }
    await phone.post('/api/seller/login', { email: await emailOf(nok), password: passwordOfTests }, agent)
    const listed = await sessionsAs(nok)
    expect(listed.map(({ client, current }) => [client, current])).toEqual([
      ['', true],
      ['Chrome, Android', false],
    ])
    expect((await nok.post('/api/staff/end-session', { id: listed[1]?.id })).json.success).toBe(true)
    expect((await phone.get('/api/order/waiting')).status).toBe(401)
    expect((await nok.post('/api/staff/end-session', { id: listed[1]?.id })).json.code).toBe('session_unknown')
    expect(await sessionsAs(nok)).toHaveLength(1)
  })

  test('only owners list and end the sessions of others', async () => {
    const [nok, fon] = [await seller(shop, 'picker'), await seller(shop, 'manager')]
    const [id, email] = [await idOf(nok), await emailOf(nok)]
    const refused = await fon.get(`/api/staff/sessions?id=${id}`)
    expect([refused.status, refused.json.code]).toEqual([403, 'role_forbids'])
    const [session] = await sessionsAs(owner, `?id=${id}`)
    expect((await fon.post('/api/staff/end-session', { id: session?.id })).json.code).toBe('session_unknown')
    expect((await nok.get('/api/order/waiting')).status).toBe(200)
    expect((await owner.post('/api/staff/end-session', { id: session?.id })).json.success).toBe(true)
    expect((await nok.get('/api/order/waiting')).status).toBe(401)
    const { entries } = (await owner.get(`/api/staff/audit?q=${id}`)).json
    const ended = {
      kind: 'staff',
      action: 'changed',
      by: await emailOf(owner),
      subject: email,
      before: { client: null },
    }
    expect(entries).toEqual([expect.objectContaining(ended)])
    // One's own logout is no change.
    const other = await emailOf(fon)
    await fon.post('/api/seller/logout', {})
    expect((await owner.get(`/api/staff/audit?q=${other}`)).json.entries).toEqual([])
  })
})
