import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../contract/staff/staff-roles.ts'
import { sealedMails } from '../../../testing/database/jobs.ts'
import { withFullHashQueue } from '../../../testing/full-hash-queue.ts'
import { appCode, freshCodes, withApp } from '../../../testing/makers/second-factor.ts'
import { type Person, passwordOfTests, person, seller, testShop } from '../../../testing/shop.ts'
import { openCodeMail } from '../../mail/queue-mail.ts'
import { setSellerPassword } from '../sellers/sellers.ts'

/*
 * The second factor of the staff: an authenticator app, recovery codes, and the second step of a sign-in.
 */

const shop = await testShop()
afterAll(() => shop.close())

const emailOf = async (who: Person): Promise<string> => (await who.get('/api/seller/is-auth')).json.email
const accountOf = async (who: Person) =>
  shop.db
    .selectFrom('seller')
    .selectAll()
    .where('email', '=', await emailOf(who))
    .executeTakeFirstOrThrow()

/** A member of the staff with an app, and their address. */
async function aProtectedMember(role: Role = 'owner') {
  const who = await seller(shop, role)
  return { who, email: await emailOf(who), id: (await accountOf(who)).id, ...(await withApp(shop, who)) }
}
/** Types the password in a browser, a new one by default. */
async function halfSignedIn(email: string, browser = person(shop), password = passwordOfTests) {
  const reply = await browser.post('/api/seller/login', { email, password })
  return { browser, reply }
}
const secondStep = (browser: Person, otp: string) => browser.post('/api/seller/second-step', { otp })
const isIn = async (who: Person) => (await who.get('/api/order/waiting')).status === 200
/** A six-digit code that the app doesn't show around now. */
function wrongCode(secret: string): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) => appCode(secret, ms))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}
const passMinutes = (minutes: number) =>
  shop.pool.query('update seller_session set confirmed_at = confirmed_at - make_interval(mins => $1)', [minutes])

describe('an authenticator app', () => {
  test('is on after a first right code, which ends the other sessions and shows ten recovery codes once', async () => {
    const who = await seller(shop)
    const email = await emailOf(who)
    const { browser: other } = await halfSignedIn(email)
    expect(await isIn(other)).toBe(true)
    const { secret, uri } = (await who.post('/api/staff/begin-app')).json
    shop.noteSecrets([secret])
    expect(uri).toContain(`secret=${secret}`)
    expect((await who.post('/api/staff/finish-app', { otp: wrongCode(secret) })).json.code).toBe('app_code_wrong')
    expect((await who.get('/api/staff/factors')).json).toMatchObject({ app: false, recoveryCodesLeft: 0 })
    expect((await halfSignedIn(email)).reply.json).toMatchObject({ success: true })

    const { json } = await who.post('/api/staff/finish-app', { otp: appCode(secret) })
    expect(json).toMatchObject({ success: true, message: 'Your app is set up' })
    expect(json.recoveryCodes).toHaveLength(10)
    for (const code of json.recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
    expect(new Set(json.recoveryCodes).size).toBe(10)
    expect((await who.get('/api/staff/factors')).json).toMatchObject({ app: true, recoveryCodesLeft: 10 })
    expect([await isIn(who), await isIn(other)]).toEqual([true, false])
    expect((await who.post('/api/staff/begin-app')).json.code).toBe('app_on')
    expect((await who.post('/api/staff/finish-app', { otp: appCode(secret) })).json.code).toBe('set_up_again')
  })

  test('is stored encrypted, and recovery codes as slow hashes', async () => {
    const { secret, recoveryCodes, id } = await aProtectedMember()
    const { rows } = await shop.pool.query(
      `select concat_ws(' ', to_jsonb(seller_totp), to_jsonb(seller_recovery), (select string_agg(to_jsonb(s)::text, '') from seller_session s),
         (select string_agg(to_jsonb(a)::text, '') from audit_entry a)) as text
       from seller_totp join seller_recovery using (seller_id) where seller_id = $1`,
      [id],
    )
    expect(rows[0].text.length).toBeGreaterThan(500)
    for (const code of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows[0].text).not.toContain(code)
    const row = await shop.db.selectFrom('sellerRecovery').selectAll().where('sellerId', '=', id).executeTakeFirst()
    const { scryptSync } = await import('node:crypto')
    const expected = scryptSync((recoveryCodes[3] ?? '').replaceAll('-', ''), row?.salt ?? '', 32).toString('base64url')
    expect(row?.hashes).toContain(expected)
  })

  test('the set-up of an authenticator app can’t be finished by another account, and is forgotten with its session', async () => {
    const [nok, fon] = [await seller(shop), await seller(shop)]
    const { secret } = (await nok.post('/api/staff/begin-app')).json
    expect((await fon.post('/api/staff/finish-app', { otp: appCode(secret) })).json.code).toBe('set_up_again')
    expect((await accountOf(nok)).secondFactors).toBeNull()
  })

  test('a set-up that is opened again goes on with the same secret: the app may have it already', async () => {
    const who = await seller(shop)
    const { secret } = (await who.post('/api/staff/begin-app')).json
    expect((await who.post('/api/staff/begin-app')).json.secret).toBe(secret)
    expect((await who.post('/api/staff/finish-app', { otp: appCode(secret) })).json.success).toBe(true)
    await who.post('/api/staff/remove-app')
    expect((await who.post('/api/staff/begin-app')).json.secret).not.toBe(secret)
  })

  test('is set up, changed and removed only within ten minutes of the password', async () => {
    const { who } = await aProtectedMember()
    const plain = await seller(shop)
    await passMinutes(11)
    for (const [caller, url] of [
      [plain, '/api/staff/begin-app'],
      [who, '/api/staff/remove-app'],
      [who, '/api/staff/recovery-codes'],
    ] as const)
      expect((await caller.post(url)).json.code, url).toBe('confirm_password')
    expect((await plain.post('/api/staff/finish-app', { otp: '123456' })).json.code).toBe('confirm_password')
    expect((await who.get('/api/staff/factors')).json).toMatchObject({ app: true, recoveryCodesLeft: 10 })

    expect((await who.post('/api/staff/confirm-password', { password: 'another' })).json.code).toBe('password_wrong')
    expect((await who.post('/api/staff/remove-app')).json.code).toBe('confirm_password')
    expect((await who.post('/api/staff/confirm-password', { password: passwordOfTests })).json.success).toBe(true)
    expect((await who.post('/api/staff/remove-app')).json.success).toBe(true)
    expect((await who.get('/api/staff/factors')).json).toMatchObject({ app: false, recoveryCodesLeft: 0 })
    expect((await who.post('/api/staff/remove-app')).json.code).toBe('app_off')
    expect((await who.post('/api/staff/recovery-codes')).json.code).toBe('app_off')
    expect((await halfSignedIn(await emailOf(who))).reply.json.success).toBe(true)
  })

  test('stays protected from guesses of the password in an open session', async () => {
    const { who } = await aProtectedMember()
    for (let count = 1; count <= 10; count += 1)
      expect((await who.post('/api/staff/confirm-password', { password: 'another' })).json.code).toBe('password_wrong')
    const refused = await who.post('/api/staff/confirm-password', { password: passwordOfTests })
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
  })

  test('uses up no try while the queue of hashes is full', async () => {
    const who = await seller(shop)
    const confirm = () => who.post('/api/staff/confirm-password', { password: passwordOfTests })
    await withFullHashQueue(async () => {
      for (let count = 1; count <= 11; count += 1) expect((await confirm()).json.code).toBe('unavailable')
    })
    expect((await confirm()).json.success).toBe(true)
  })
})

describe('a sign-in', () => {
  test('an account without a second factor signs in as before', async () => {
    const who = await seller(shop)
    const { browser, reply } = await halfSignedIn(await emailOf(who))
    expect(reply.json).toEqual({ success: true, message: 'Welcome back!' })
    expect(await isIn(browser)).toBe(true)
    expect(browser.jar.has('talad_seller_sign_in')).toBe(false)
  })

  test('an account with a second factor has no session before the second step, and one session after it', async () => {
    const { email, id, secret } = await aProtectedMember()
    const sessionsBefore = await sessionCount(id)
    const { browser, reply } = await halfSignedIn(email)
    expect([reply.status, reply.json.success, reply.json.code, reply.json.factors]).toEqual([
      200,
      false,
      'second_factor_needed',
      ['app'],
    ])
    expect([...browser.jar.keys()]).toEqual(['talad_seller_sign_in'])
    expect(reply.headers['set-cookie']).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.get('/api/seller/is-auth')).json.success).toBe(false)
    expect(await isIn(browser)).toBe(false)
    expect(await sessionCount(id)).toBe(sessionsBefore)

    expect((await secondStep(browser, appCode(secret))).json).toEqual({ success: true, message: 'Welcome back!' })
    expect(await isIn(browser)).toBe(true)
    expect(await sessionCount(id)).toBe(sessionsBefore + 1)
    expect([...browser.jar.keys()].sort()).toEqual(['talad_device', 'talad_seller'])
  })

  test('the second step is finished only in its browser, within ten minutes, and once', async () => {
    const { email, secret } = await aProtectedMember()
    const { browser } = await halfSignedIn(email)
    expect((await secondStep(person(shop), appCode(secret))).json.code).toBe('sign_in_expired')
    const stranger = person(shop)
    stranger.jar.set('talad_seller_sign_in', 'x'.repeat(43))
    expect((await secondStep(stranger, appCode(secret))).json.code).toBe('sign_in_expired')

    const copy = person(shop)
    for (const [name, value] of browser.jar) copy.jar.set(name, value)
    expect((await secondStep(browser, appCode(secret))).json.success).toBe(true)
    await freshCodes(shop)
    expect((await secondStep(copy, appCode(secret))).json.code).toBe('sign_in_expired')

    const late = (await halfSignedIn(email)).browser
    await shop.pool.query("update seller_sign_in set expires_at = now() - interval '1 second'")
    expect((await secondStep(late, appCode(secret))).json.code).toBe('sign_in_expired')
  })

  test('each code of the app works once, also for two simultaneous browsers', async () => {
    const { email, secret } = await aProtectedMember()
    const [one, other] = [(await halfSignedIn(email)).browser, (await halfSignedIn(email)).browser]
    const code = appCode(secret)
    const replies = await Promise.all([secondStep(one, code), secondStep(other, code)])
    expect(replies.map(({ json }) => json.code ?? 'in').sort()).toEqual(['app_code_used', 'in'])
    const refused = replies[0]?.json.success ? other : one
    expect((await secondStep(refused, code)).json.code).toBe('app_code_used')
    expect(await isIn(refused)).toBe(false)
  })

  test('a code of the app may be typed in two halves', async () => {
    const { email, secret } = await aProtectedMember()
    const { browser } = await halfSignedIn(email)
    const code = appCode(secret)
    expect((await secondStep(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).json.success).toBe(true)
  })

  test('each recovery code works once, however it is typed', async () => {
    const { who, email, recoveryCodes, id } = await aProtectedMember()
    const [first = '', second = ''] = recoveryCodes
    const { browser } = await halfSignedIn(email)
    expect((await secondStep(browser, 'k7pm-2qx9-hd4t')).json.code).toBe('recovery_code_wrong')
    expect((await secondStep(browser, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).json.success).toBe(true)
    const again = (await halfSignedIn(email)).browser
    expect((await secondStep(again, first)).json.code).toBe('recovery_code_wrong')
    expect((await who.get('/api/staff/factors')).json.recoveryCodesLeft).toBe(9)

    const [one, other] = [(await halfSignedIn(email)).browser, (await halfSignedIn(email)).browser]
    const replies = await Promise.all([secondStep(one, second), secondStep(other, second)])
    expect(replies.map(({ json }) => json.success).sort()).toEqual([false, true])
    expect((await accountOf(who)).recoveryCodesLeft).toBe(8)
    const { rows } = await shop.pool.query(
      "select after from audit_entry where subject_id = $1 and after ? 'recovery_codes_left' order by id desc limit 1",
      [id],
    )
    expect(rows).toEqual([{ after: { recovery_codes_left: 8 } }])
  })

  test('replaced recovery codes don’t finish a sign-in', async () => {
    const { who, email, recoveryCodes } = await aProtectedMember()
    const replaced = (await who.post('/api/staff/recovery-codes')).json
    expect(replaced.recoveryCodes).toHaveLength(10)
    const { browser } = await halfSignedIn(email)
    expect((await secondStep(browser, recoveryCodes[0] ?? '')).json.code).toBe('recovery_code_wrong')
    expect((await secondStep(browser, replaced.recoveryCodes[0])).json.success).toBe(true)
  })

  test('ends with the password: a new one needs the second factor all the same', async () => {
    const { email, secret } = await aProtectedMember()
    const { browser } = await halfSignedIn(email)
    await setSellerPassword(shop.db, email, 'a river runs through it')
    expect((await secondStep(browser, appCode(secret))).json.code).toBe('sign_in_expired')
    const { reply } = await halfSignedIn(email, browser, 'a river runs through it')
    expect(reply.json.code).toBe('second_factor_needed')
    expect((await secondStep(browser, appCode(secret))).json.success).toBe(true)
  })

  test('a password that was reset by mail doesn’t replace the second factor', async () => {
    const { email, secret } = await aProtectedMember()
    const browser = person(shop)
    await browser.post('/api/seller/send-reset-otp', { email })
    const newest = (await sealedMails(shop.pool, { has: 'codeHash' })).at(-1)
    const { code } = openCodeMail(shop.secret, newest ?? '')
    const newPassword = 'a river runs through it'
    expect((await browser.post('/api/seller/reset-password', { email, otp: code, newPassword })).json.success).toBe(
      true,
    )
    expect(await isIn(browser)).toBe(false)
    expect((await halfSignedIn(email, browser, newPassword)).reply.json.code).toBe('second_factor_needed')
    expect(await isIn(browser)).toBe(false)
    expect((await secondStep(browser, appCode(secret))).json.success).toBe(true)
  })

  test('a session that is opened with the password alone while an app is set up ends with the set-up, or needs it', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const who = await seller(shop)
      const { secret } = (await who.post('/api/staff/begin-app')).json
      const email = await emailOf(who)
      const [{ browser }] = await Promise.all([
        halfSignedIn(email),
        who.post('/api/staff/finish-app', { otp: appCode(secret) }),
      ])
      expect(await isIn(browser)).toBe(false)
    }
  })

  test('says so if the app’s secret can’t be read, as after a restore with another secret', async () => {
    const { email, id, recoveryCodes, secret } = await aProtectedMember()
    const other = await aProtectedMember()
    await shop.pool.query(
      'update seller_totp set secret = (select secret from seller_totp where seller_id = $2) where seller_id = $1',
      [id, other.id],
    )
    const { browser } = await halfSignedIn(email)
    expect((await secondStep(browser, appCode(other.secret))).json.code).toBe('app_unreadable')
    expect((await secondStep(browser, appCode(secret))).json.code).toBe('app_unreadable')
    expect((await secondStep(browser, recoveryCodes[0] ?? '')).json.success).toBe(true)
  })
})

describe('a stranger who knows the password', () => {
  test('may try five codes, in however many sign-ins and browsers, then one an hour', async () => {
    const { email, secret } = await aProtectedMember()
    for (let count = 1; count <= 5; count += 1) {
      const { browser } = await halfSignedIn(email)
      expect((await secondStep(browser, wrongCode(secret))).json.code).toBe('app_code_wrong')
    }
    const { browser } = await halfSignedIn(email)
    const refused = await secondStep(browser, appCode(secret))
    expect([refused.status, refused.json.code]).toEqual([429, 'app_codes_closed'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect(await isIn(browser)).toBe(false)
  })

  test('locks the owner out of no browser that signed in before, and no browser from a recovery code', async () => {
    const { email, secret, recoveryCodes } = await aProtectedMember()
    const own = (await halfSignedIn(email)).browser
    expect((await secondStep(own, appCode(secret))).json.success).toBe(true)
    await own.get('/api/seller/logout')
    const { browser } = await halfSignedIn(email)
    for (let count = 1; count <= 6; count += 1) await secondStep(browser, wrongCode(secret))
    expect((await secondStep(browser, wrongCode(secret))).status).toBe(429)

    await freshCodes(shop)
    await halfSignedIn(email, own)
    expect((await secondStep(own, appCode(secret))).json.success).toBe(true)
    const fresh = (await halfSignedIn(email)).browser
    expect((await secondStep(fresh, recoveryCodes[0] ?? '')).json.success).toBe(true)
  })

  test('doesn’t make a browser known by the password alone', async () => {
    const { email, id } = await aProtectedMember()
    const before = await knownBrowsers(id)
    const { browser } = await halfSignedIn(email)
    expect(browser.jar.has('talad_device')).toBe(false)
    expect(await knownBrowsers(id)).toBe(before)
  })

  test('can try again a hundred codes at once no more than five', async () => {
    const { email, secret } = await aProtectedMember()
    const { browser } = await halfSignedIn(email)
    const wrong = wrongCode(secret)
    const replies = await Promise.all(Array.from({ length: 100 }, () => secondStep(browser, wrong)))
    expect(replies.filter(({ json }) => json.code === 'app_code_wrong')).toHaveLength(5)
    expect(replies.filter(({ json }) => json.code === 'app_codes_closed')).toHaveLength(95)
  })
})

describe('the audit log', () => {
  test('the audit log has the seller who set a second factor up and removed it, without secrets', async () => {
    const { who, email, id } = await aProtectedMember()
    await who.post('/api/staff/remove-app')
    const { rows } = await shop.pool.query(
      "select made_by, kind, before, after - 'recovery_codes_at' as after from audit_entry where subject_id = $1 order by id",
      [id],
    )
    expect(rows.map(({ made_by, kind }) => [made_by, kind])).toEqual(rows.map(() => [email, 'staff']))
    expect(rows.map(({ after }) => after)).toEqual([{ second_factors: ['app'] }, { recovery_codes_left: 10 }, {}, {}])
    expect(rows[2].before).toEqual({ second_factors: ['app'] })
    expect(rows[3].before).toMatchObject({ recovery_codes_left: 10 })
  })
})

async function sessionCount(id: string): Promise<number> {
  return (await shop.db.selectFrom('sellerSession').select('id').where('sellerId', '=', id).execute()).length
}
async function knownBrowsers(id: string): Promise<number> {
  return (await shop.db.selectFrom('sellerKnownBrowser').select('token').where('sellerId', '=', id).execute()).length
}
