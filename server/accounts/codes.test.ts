import { afterAll, describe, expect, test } from 'vitest'
import { payloadsOf, queuedJobs, sealedMails, storedJobs } from '../../testing/database/jobs.ts'
import { withFullHashQueue } from '../../testing/full-hash-queue.ts'
import { type Person, passwordOfTests, person, testShop } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { type CodeMail, openCodeMail } from '../mail/queue-mail.ts'
import type { Purpose } from './queries.ts'
import { createSeller } from './sellers/sellers.ts'

const shop = await testShop()
afterAll(() => shop.close())

const newPassword = 'a river runs through it'

const sealedCodes = () => sealedMails(shop.pool, { task: 'send-code' })

/** Returns the queued mails with codes for an address, oldest first. */
async function mailsTo(email: string): Promise<CodeMail[]> {
  const mails = (await sealedCodes()).map((sealed) => openCodeMail(shop.secret, sealed))
  return mails.filter((mail) => mail.email === email)
}

async function lastCode(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1)
  if (!mail) throw new Error(`no code for ${email}`)
  return mail.code
}

/** Returns a different code of six digits. */
const notThe = (code: string, distance = 1) => String((Number(code) + distance) % 1_000_000).padStart(6, '0')

const triesLeft = async (email: string, purpose: Purpose) =>
  (
    await shop.db
      .selectFrom('oneTimeCode')
      .select('triesLeft')
      .where('email', '=', email)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
  )?.triesLeft

const makeOld = (email: string, age: string) =>
  shop.pool.query('update one_time_code set expires_at = expires_at - $2::interval where email = $1', [email, age])

const isVerified = async (someone: Person) => (await someone.get('/api/user/is-auth')).json.user.isAccountVerified

async function withCode() {
  const mali = await person(shop).register()
  expect((await mali.post('/api/user/send-verify-otp')).json.success).toBe(true)
  const code = await lastCode(mali.user.email)
  return { mali, email: mali.user.email, code, verify: (otp: string) => mali.post('/api/user/verify-account', { otp }) }
}

async function withResetCode() {
  const mali = await person(shop).register()
  const { email } = mali.user
  const visitor = person(shop)
  await visitor.post('/api/user/send-reset-otp', { email })
  return {
    mali,
    email,
    code: await lastCode(email),
    check: (otp: string) => visitor.post('/api/user/verify-reset-otp', { email, otp }),
    reset: (otp: string, password = newPassword) =>
      visitor.post('/api/user/reset-password', { email, otp, newPassword: password }),
    signIn: (password: string) => person(shop).post('/api/user/login', { email, password }),
  }
}

describe('verifying an e-mail address', () => {
  test('accepts the mailed six digits, once', async () => {
    const { mali, email, code, verify } = await withCode()
    expect(code).toMatch(/^[0-9]{6}$/)
    expect(await mailsTo(email)).toEqual([{ email, purpose: 'verify', code, language: 'en' }])
    expect(await isVerified(mali)).toBe(false)
    expect((await verify(code)).json).toEqual({ success: true, message: 'Your email is verified' })
    expect(await isVerified(mali)).toBe(true)
    expect((await verify(code)).json.code).toBe('already_verified')
    expect((await mali.post('/api/user/send-verify-otp')).json.code).toBe('already_verified')
    expect(await triesLeft(email, 'verify')).toBeUndefined()
  })

  test('starts with registering, which mails a code; a client that then requests a first one gets no second mail', async () => {
    const mali = await person(shop).register()
    const { email } = mali.user
    const [first, ...others] = await mailsTo(email)
    expect([first?.purpose, others]).toEqual(['verify', []])
    expect((await mali.post('/api/user/send-verify-otp')).json.success).toBe(true)
    expect(await mailsTo(email)).toHaveLength(1)
    // A further request sends another code, up to five an hour in all.
    for (let count = 2; count <= 5; count += 1)
      expect((await mali.post('/api/user/send-verify-otp')).json.success).toBe(true)
    expect((await mali.post('/api/user/send-verify-otp')).json.code).toBe('too_many')
    expect(await mailsTo(email)).toHaveLength(5)
    expect((await mali.post('/api/user/verify-account', { otp: await lastCode(email) })).json.success).toBe(true)
  })

  test('accepts the code of the registration', async () => {
    const mali = await person(shop).register()
    const otp = await lastCode(mali.user.email)
    expect((await mali.post('/api/user/verify-account', { otp })).json.success).toBe(true)
  })

  test('sends the code in the shopper’s language and never in the reply', async () => {
    const mali = await person(shop).register()
    const reply = await mali.post('/api/user/send-verify-otp', undefined, { 'accept-language': 'th' })
    expect(reply.json).toEqual({ success: true, message: 'เราส่งรหัส 6 หลักไปที่อีเมลของคุณแล้ว' })
    expect((await mailsTo(mali.user.email)).at(-1)?.language).toBe('th')
  })

  test('sends the code to the session’s own address and ignores one in the body', async () => {
    const mali = await person(shop).register()
    const other = await person(shop).register()
    for (let count = 1; count <= 2; count += 1)
      await mali.post('/api/user/send-verify-otp', { email: other.user.email })
    expect(await mailsTo(other.user.email)).toHaveLength(1)
    expect(await mailsTo(mali.user.email)).toHaveLength(2)
  })

  test.each(['en', 'th'])('answers a wrong code with the same fixed message to a reader of %s', async (language) => {
    const { mali, code } = await withCode()
    const { status, json } = await mali.post(
      '/api/user/verify-account',
      { otp: notThe(code) },
      { 'accept-language': language },
    )
    expect([status, json.code, json.message]).toEqual([200, 'otp_wrong', 'รหัส OTP ไม่ถูกต้อง'])
  })

  test.each([['12345'], ['1234567'], ['12345a'], ['๑๒๓๔๕๖'], ['']])(
    'marks “%s”, which is no six digits, and counts no try',
    async (otp) => {
      const { email, verify } = await withCode()
      const { status, json } = await verify(otp)
      expect([status, json.code, json.fields]).toEqual([200, 'invalid_form', { otp: 'The code has six digits' }])
      expect(await triesLeft(email, 'verify')).toBe(5)
    },
  )

  test('allows five tries; then even the right code is refused', async () => {
    const { mali, email, code, verify } = await withCode()
    for (let count = 1; count <= 5; count += 1) {
      const { json } = await verify(notThe(code, count))
      expect([json.code, json.triesLeft]).toEqual(['otp_wrong', 5 - count])
      expect(await triesLeft(email, 'verify')).toBe(5 - count)
    }
    expect((await verify(code)).json.code).toBe('otp_expired')
    expect(await isVerified(mali)).toBe(false)
  })

  test('accepts the right code at the fifth try', async () => {
    const { code, verify } = await withCode()
    for (let count = 1; count <= 4; count += 1) await verify(notThe(code, count))
    expect((await verify(code)).json.success).toBe(true)
  })

  test('allows five of fifty concurrent guesses', async () => {
    const { code, verify } = await withCode()
    const guesses = Array.from({ length: 50 }, (_, index) => verify(notThe(code, index + 1)))
    const codes = (await Promise.all(guesses)).map(({ json }) => json.code)
    expect(codes.filter((refusal) => refusal === 'otp_wrong')).toHaveLength(5)
    expect(codes.filter((refusal) => refusal === 'otp_expired')).toHaveLength(45)
    expect((await verify(code)).json.code).toBe('otp_expired')
  })

  test('a new code replaces the old one and has five new tries', async () => {
    const { mali, email, code, verify } = await withCode()
    for (let count = 1; count <= 5; count += 1) await verify(notThe(code, count))
    await mali.post('/api/user/send-verify-otp')
    const fresh = await lastCode(email)
    expect(await triesLeft(email, 'verify')).toBe(5)
    if (fresh !== code) expect((await verify(code)).json.code).toBe('otp_wrong')
    expect((await verify(fresh)).json.success).toBe(true)
  })

  test('accepts a code for ten minutes', async () => {
    const { email, code, verify } = await withCode()
    await makeOld(email, '10 minutes')
    expect((await verify(code)).json.code).toBe('otp_expired')
    await makeOld(email, '-10 seconds')
    expect((await verify(code)).json.success).toBe(true)
  })

  test('refuses a code that wasn’t requested with `otp_expired`', async () => {
    const mali = await person(shop).register()
    await shop.db.deleteFrom('oneTimeCode').where('email', '=', mali.user.email).execute()
    expect((await mali.post('/api/user/verify-account', { otp: '123456' })).json.code).toBe('otp_expired')
  })

  test('refuses another shopper’s code', async () => {
    const { code } = await withCode()
    const other = await withCode()
    if (other.code !== code) expect((await other.verify(code)).json.code).toBe('otp_wrong')
    expect(await isVerified(other.mali)).toBe(false)
  })
})

describe('a new password', () => {
  test('a mailed code sets a new password; every session ends and the address becomes verified', async () => {
    const { mali, email, code, check, reset, signIn } = await withResetCode()
    const phone = person(shop)
    await phone.post('/api/user/login', { email, password: passwordOfTests })
    expect((await check(code)).json).toEqual({ success: true, message: 'รหัส OTP ถูกต้อง' })
    expect((await reset(code)).json).toEqual({
      success: true,
      message: 'Your password has been changed. Please log in.',
    })
    expect((await mali.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
    expect((await phone.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
    expect((await signIn(passwordOfTests)).json.code).toBe('invalid_credentials')
    const reply = await signIn(newPassword)
    expect(reply.json.user).toMatchObject({ email, isAccountVerified: true })
    expect((await reset(code, 'yet another password')).json.code).toBe('otp_expired')
  })

  test('is mailed to the address once it is set, and not while codes are wrong', async () => {
    const { email, code, reset } = await withResetCode()
    const mails = async () =>
      (await payloadsOf(shop.pool, { task: 'send-password-mail' })).filter(({ to }) => to === email)
    await reset(notThe(code))
    expect(await mails()).toEqual([])
    await reset(code)
    expect(await mails()).toEqual([{ to: email, at: expect.any(String), language: 'en' }])
    await reset(code)
    expect(await mails()).toHaveLength(1)
  })

  test('clears the cookie of a signed-in shopper and leaves other accounts unchanged', async () => {
    const other = await person(shop).register()
    const { mali, email, code } = await withResetCode()
    await mali.post('/api/user/reset-password', { email, otp: code, newPassword })
    expect([...mali.jar.keys()]).toEqual(['talad_device'])
    expect((await other.get('/api/user/is-auth')).json.success).toBe(true)
    const signedIn = await person(shop).post('/api/user/login', { email: other.user.email, password: passwordOfTests })
    expect(signedIn.json.success).toBe(true)
  })

  test('accepts the address in any letter case', async () => {
    const { email, code } = await withResetCode()
    const visitor = person(shop)
    const body = { email: ` ${email.toUpperCase()} `, otp: code }
    expect((await visitor.post('/api/user/verify-reset-otp', body)).json.success).toBe(true)
    expect((await visitor.post('/api/user/reset-password', { ...body, newPassword })).json.success).toBe(true)
  })

  test('checking the right code uses up no try, however often; a wrong one uses up one', async () => {
    const { email, code, check, reset } = await withResetCode()
    for (let count = 1; count <= 7; count += 1) expect((await check(code)).json.success).toBe(true)
    expect(await triesLeft(email, 'reset')).toBe(5)
    expect((await check(notThe(code))).json.code).toBe('otp_wrong')
    expect((await reset(notThe(code))).json.code).toBe('otp_wrong')
    expect(await triesLeft(email, 'reset')).toBe(3)
    expect((await reset(code)).json.success).toBe(true)
  })

  test('both steps share five tries, also for fifty concurrent guesses', async () => {
    const { code, check, reset } = await withResetCode()
    const guesses = Array.from({ length: 50 }, (_, index) => (index % 2 ? check : reset)(notThe(code, index + 1)))
    const codes = (await Promise.all(guesses)).map(({ json }) => json.code)
    expect(codes.filter((refusal) => refusal === 'otp_wrong')).toHaveLength(5)
    expect(codes.filter((refusal) => refusal === 'otp_expired')).toHaveLength(45)
    expect((await check(code)).json.code).toBe('otp_expired')
    expect((await reset(code)).json.code).toBe('otp_expired')
  })

  test('five concurrent requests with the same code set a new password once', async () => {
    const { code, reset, signIn } = await withResetCode()
    const passwords = Array.from({ length: 5 }, (_, index) => `password of try ${index}`)
    const replies = await Promise.all(passwords.map((password) => reset(code, password)))
    const won = passwords.filter((_, index) => replies[index]?.json.success)
    expect(won).toHaveLength(1)
    expect(replies.filter(({ json }) => json.code === 'otp_expired')).toHaveLength(4)
    for (const password of passwords) expect((await signIn(password)).json.success).toBe(password === won[0])
  })

  test.each([
    ['too common', 'password1', 'password_common'],
    ['too short', 'short', 'invalid_form'],
  ])('that is %s burns neither the code nor a try', async (_what, weak, refusal) => {
    const { email, code, reset } = await withResetCode()
    const { status, json } = await reset(code, weak)
    expect([status, json.code, Object.keys(json.fields)]).toEqual([200, refusal, ['newPassword']])
    expect(await triesLeft(email, 'reset')).toBe(5)
    expect((await reset(code)).json.success).toBe(true)
  })

  test('a password that is the account’s own name is refused only with the right code, and uses up no try', async () => {
    const { mali, email, code, reset, signIn } = await withResetCode()
    await shop.db.updateTable('shopper').set({ name: 'Somchai Jaidee' }).where('id', '=', mali.user._id).execute()
    // The code is checked first, so that a guess reveals nothing about the name.
    expect((await reset(notThe(code), 'somchai jaidee')).json.code).toBe('otp_wrong')
    expect(await triesLeft(email, 'reset')).toBe(4)
    const { status, json } = await reset(code, 'somchai jaidee')
    expect([status, json.code, json.fields]).toEqual([200, 'password_common', { newPassword: 'Too easy to guess' }])
    expect(await triesLeft(email, 'reset')).toBe(4)
    expect((await signIn(passwordOfTests)).json.success).toBe(true)
    expect((await reset(code)).json.success).toBe(true)
  })

  test('a code for verifying sets no password, and a code for a password verifies no address', async () => {
    const { email, code, verify, mali } = await withCode()
    const visitor = person(shop)
    const body = { email, otp: code, newPassword }
    expect((await visitor.post('/api/user/reset-password', body)).json.code).toBe('otp_expired')
    await visitor.post('/api/user/send-reset-otp', { email })
    const resetCode = await lastCode(email)
    if (resetCode !== code) {
      expect((await visitor.post('/api/user/reset-password', body)).json.code).toBe('otp_wrong')
      expect((await verify(resetCode)).json.code).toBe('otp_wrong')
    }
    expect(await isVerified(mali)).toBe(false)
    expect((await verify(code)).json.success).toBe(true)
  })

  test('resetting a password gets the same replies for an unknown address as for a known one', async () => {
    const known = (await person(shop).register()).user.email
    const unknown = `unknown-${newId()}@shopper.example`
    const dialogue = async (email: string) => {
      const visitor = person(shop)
      const replies: unknown[] = []
      const ask = async (call: string, body: object) => {
        const { status, json, headers } = await visitor.post(`/api/user/${call}`, { email, ...body })
        const { requestId: _id, ...said } = json
        replies.push([status, said, Object.keys(headers).sort()])
      }
      await ask('verify-reset-otp', { otp: '000000' })
      await ask('send-reset-otp', {})
      const code = await lastCode(email)
      for (let count = 1; count <= 3; count += 1) await ask('verify-reset-otp', { otp: notThe(code, count) })
      for (let count = 4; count <= 6; count += 1) await ask('reset-password', { otp: notThe(code, count), newPassword })
      await ask('reset-password', { otp: notThe(code), newPassword: 'password1' })
      for (let mails = 2; mails <= 6; mails += 1) await ask('send-reset-otp', {})
      return replies
    }
    const toKnown = await dialogue(known)
    const toUnknown = await dialogue(unknown)
    expect(toUnknown).toEqual(toKnown)
    expect(toKnown.map((reply) => (reply as [number, { code?: string }])[1].code)).toEqual([
      'otp_expired',
      undefined,
      ...Array(5).fill('otp_wrong'),
      'otp_expired',
      'password_common',
      ...Array(4).fill(undefined),
      'reset_mails_closed',
    ])
  })

  test('a guessed code of an unknown address is refused like a wrong code', async () => {
    const email = `unknown-${newId()}@shopper.example`
    const visitor = person(shop)
    await visitor.post('/api/user/send-reset-otp', { email })
    const otp = await lastCode(email)
    const { json } = await visitor.post('/api/user/reset-password', { email, otp, newPassword })
    expect([json.code, json.triesLeft]).toEqual(['otp_wrong', 4])
    expect(await shop.db.selectFrom('shopper').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('a member of the staff sets another password with a mailed code, once, and is signed out everywhere', async () => {
    const email = `picker-${newId()}@seller.example`
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Nok', role: 'picker' })
    const [nok, visitor] = [person(shop), person(shop)]
    const signIn = async (who: Person, password: string) =>
      (await who.post('/api/seller/login', { email, password })).json.success
    expect(await signIn(nok, passwordOfTests)).toBe(true)
    expect((await visitor.post('/api/seller/send-reset-otp', { email })).json.success).toBe(true)
    const otp = await lastCode(email)
    const reset = async (body: object) =>
      (await visitor.post('/api/seller/reset-password', { email, otp, newPassword, ...body })).json
    expect(await reset({ otp: notThe(otp) })).toMatchObject({ code: 'otp_wrong', triesLeft: 4 })
    expect((await nok.get('/api/seller/is-auth')).json.success).toBe(true)
    // Neither for a shopper of the same address.
    const asShopper = await visitor.post('/api/user/reset-password', { email, otp, newPassword })
    expect(asShopper.json.success).toBe(false)
    expect((await reset({})).success).toBe(true)
    expect((await nok.get('/api/seller/is-auth')).json.success).toBe(false)
    expect([await signIn(person(shop), passwordOfTests), await signIn(nok, newPassword)]).toEqual([false, true])
    expect((await nok.get('/api/seller/is-auth')).json.role).toBe('picker')
    expect(await reset({ newPassword: 'another river runs' })).toMatchObject({ code: 'otp_expired' })
    expect(await signIn(nok, newPassword)).toBe(true)
  })

  test('a seller’s password can’t be set with a shopper’s code', async () => {
    const before = await shop.db.selectFrom('sellerCredential').select('password').execute()
    const email = `seller-${newId()}@seller.example`
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    await person(shop).post('/api/user/send-reset-otp', { email })
    const otp = await lastCode(email)
    const { json } = await person(shop).post('/api/user/reset-password', { email, otp, newPassword })
    expect(json.code).toBe('otp_wrong')
    const login = await person(shop).post('/api/seller/login', { email, password: passwordOfTests })
    expect(login.json.success).toBe(true)
    expect(await shop.db.selectFrom('sellerCredential').select('password').execute()).toHaveLength(before.length + 1)
  })
})

describe('mails with codes', () => {
  test('mails with codes are at most five an hour for one address and purpose', async () => {
    const mali = await person(shop).register()
    const { email } = mali.user
    const ask = (call: string) => mali.post(`/api/user/${call}`, { email: email.toUpperCase() })
    for (const call of ['send-verify-otp', 'send-reset-otp']) {
      for (let count = 1; count <= 5; count += 1) expect((await ask(call)).json.success).toBe(true)
      const { status, json, headers } = await ask(call)
      // The mails of a reset have a link, which is the way in now.
      const code = call === 'send-reset-otp' ? 'reset_mails_closed' : 'too_many'
      expect([status, json.code]).toEqual([429, code])
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
    const purposes = (await mailsTo(email)).map((mail) => mail.purpose)
    expect(purposes).toEqual([...Array(5).fill('verify'), ...Array(5).fill('reset')])
    // The last code still works: a refused request doesn't replace it.
    const otp = (await mailsTo(email)).filter((mail) => mail.purpose === 'verify').at(-1)?.code
    expect((await mali.post('/api/user/verify-account', { otp })).json.success).toBe(true)
  })

  test('password mails requested by an unknown browser don’t use up the limit of verification codes', async () => {
    const mali = await person(shop).register()
    const unknownBrowser = person(shop)
    for (let count = 1; count <= 20; count += 1)
      await unknownBrowser.post('/api/user/send-reset-otp', { email: mali.user.email })
    expect((await mali.post('/api/user/send-verify-otp')).json.success).toBe(true)
    const otp = (await mailsTo(mali.user.email)).filter((mail) => mail.purpose === 'verify').at(-1)?.code
    expect((await mali.post('/api/user/verify-account', { otp })).json.success).toBe(true)
  })

  test('mails with codes are queued alike for known and unknown addresses: the same rows, the same jobs', async () => {
    const known = (await person(shop).register()).user.email
    const unknown = `unknown-${newId()}@shopper.example`
    const storedRows = async (email: string) => {
      await person(shop).post('/api/user/send-reset-otp', { email })
      const codes = await shop.db
        .selectFrom('oneTimeCode')
        .selectAll()
        .where('email', '=', email)
        .where('purpose', '=', 'reset')
        .execute()
      const { rows } = await shop.pool.query('select tries from rate_limit_counter where key like $1', [
        `%reset:${email}%`,
      ])
      expect(rows).toHaveLength(2)
      return [
        codes.map((row) => [
          row.purpose,
          row.triesLeft,
          row.clientAddressTriesLeft,
          row.codeHash.length,
          row.linkHash?.length,
        ]),
        rows,
        (await mailsTo(email)).filter((mail) => mail.purpose === 'reset').length,
      ]
    }
    expect(await storedRows(unknown)).toEqual(await storedRows(known))
  })
})

describe('guessing from many client addresses', () => {
  test('doesn’t use up tries of a code that another browser requested', async () => {
    const strict = await testShop({ limits: true })
    const mali = await person(strict).register()
    const { email } = mali.user
    const owner = person(strict)
    await owner.post('/api/user/send-reset-otp', { email })
    const { code } = openCodeMail(strict.secret, (await sealedMails(strict.pool)).at(-1) ?? '')
    const guess = async (index: number) => {
      const step = index % 2 ? 'verify-reset-otp' : 'reset-password'
      const response = await strict.app.inject({
        method: 'POST',
        url: `/api/user/${step}`,
        remoteAddress: index % 3 ? `203.0.113.${index}` : `2001:db8:${index.toString(16)}::1`,
        // One of them is the right code, which works only in the browser that requested it.
        payload: { email, otp: notThe(code, index - 1), newPassword },
      })
      return response.json().code
    }
    const codes = await Promise.all(Array.from({ length: 50 }, (_, index) => guess(index + 1)))
    expect(new Set(codes)).toEqual(new Set(['otp_expired']))
    const reset = await owner.post('/api/user/reset-password', { email, otp: code, newPassword })
    expect(reset.json.success).toBe(true)
    await strict.close()
  })

  test('first codes of a client address are mailed before second ones of another', async () => {
    const strict = await testShop({ limits: true })
    const register = (email: string, remoteAddress: string) =>
      strict.app.inject({
        ...{ method: 'POST', url: '/api/user/register', remoteAddress },
        payload: { name: 'Mali', email, password: passwordOfTests },
      })
    for (const index of [1, 2, 3]) await register(`flood-${index}@shop.example`, '198.51.100.66')
    await register('quiet@shop.example', '203.0.113.66')
    const jobs = await queuedJobs<{ sealed: string }>(strict.pool, { task: 'send-code' })
    const mailed = jobs
      .sort((a, b) => a.priority - b.priority)
      .map(({ payload }) => openCodeMail(strict.secret, payload.sealed).email.split('@')[0])
    expect(mailed).toEqual(['flood-1', 'quiet', 'flood-2', 'flood-3'])
    await strict.close()
  })

  test('a code works without the cookie at the client address that requested it, and at no other', async () => {
    const mali = await person(shop).register()
    const { email } = mali.user
    await person(shop).post('/api/user/send-reset-otp', { email })
    const code = await lastCode(email)
    const from = async (remoteAddress: string) =>
      (
        await shop.app.inject({
          ...{ method: 'POST', url: '/api/user/verify-reset-otp', remoteAddress },
          payload: { email, otp: code },
        })
      ).json()
    expect((await from('203.0.113.7')).code).toBe('otp_expired')
    expect((await from('127.0.0.1')).success).toBe(true)
  })

  test('allows five tries without the cookie, from the client address that requested the code', async () => {
    const mali = await person(shop).register()
    const { email } = mali.user
    const asker = person(shop)
    await asker.post('/api/user/send-reset-otp', { email })
    const code = await lastCode(email)
    const unknownBrowser = (index: number) =>
      person(shop).post('/api/user/verify-reset-otp', { email, otp: notThe(code, index) })
    const guesses = await Promise.all(Array.from({ length: 50 }, (_, index) => unknownBrowser(index + 1)))
    expect(guesses.filter(({ json }) => json.code === 'otp_wrong')).toHaveLength(5)
    expect((await unknownBrowser(0)).json.code).toBe('otp_expired')
    // The browser that requested the code still has all five.
    const wrong = await asker.post('/api/user/verify-reset-otp', { email, otp: notThe(code) })
    expect(wrong.json).toMatchObject({ code: 'otp_wrong', triesLeft: 4 })
    expect((await asker.post('/api/user/reset-password', { email, otp: code, newPassword })).json.success).toBe(true)
  })
})

describe('a full queue of hashes', () => {
  test('uses up no try of a code', async () => {
    const { email, code, verify } = await withCode()
    const replies = await withFullHashQueue(async () => [await verify(code), await verify(notThe(code))])
    expect(replies.map(({ json }) => json.code)).toEqual(['unavailable', 'unavailable'])
    expect(await triesLeft(email, 'verify')).toBe(5)
    expect((await verify(code)).json.success).toBe(true)
  })

  test('uses up no try when it fills between the check of the code and the hash of the new password', async () => {
    const { email, code, reset } = await withResetCode()
    const client = await shop.pool.connect()
    // The account is looked up between the two.
    await client.query('begin; lock table shopper in access exclusive mode')
    const asked = reset(code)
    const waiting = "select 1 from pg_locks where relation = 'shopper'::regclass and not granted"
    while (!(await client.query(waiting)).rowCount) await new Promise((resolve) => setImmediate(resolve))
    const { json } = await withFullHashQueue(async () => {
      await client.query('commit')
      return asked
    })
    client.release()
    expect(json.code).toBe('unavailable')
    expect(await triesLeft(email, 'reset')).toBe(5)
    expect((await reset(code)).json.success).toBe(true)
  })
})

test('no table has a code in plain text', async () => {
  const { email, code } = await withCode()
  await person(shop).post('/api/user/send-reset-otp', { email })
  const secrets = [code, await lastCode(email)]
  const { rows } = await shop.pool.query<{ text: string }>(`
    select one_time_code::text as text from one_time_code
    union all select rate_limit_counter::text from rate_limit_counter`)
  // Keys, times and hashes contain digits by chance, so values are split: no piece may equal the code.
  const stored = [...rows.map(({ text }) => text), ...(await storedJobs(shop.pool))]
  const pieces = stored.flatMap((text) => text.split(/[^A-Za-z0-9_-]+/))
  for (const secret of secrets) expect(pieces).not.toContain(secret)

  const payloads = await payloadsOf(shop.pool, { has: 'sealed' })
  expect(new Set(payloads.flatMap((payload) => Object.keys(payload)))).toEqual(new Set(['sealed', 'codeHash']))
  for (const sealed of await sealedCodes()) {
    const opened = Buffer.from(sealed, 'base64url').toString('latin1')
    for (const secret of secrets) expect(opened).not.toContain(secret)
    expect(opened).not.toContain('@shopper.example')
  }
})
