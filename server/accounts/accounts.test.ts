import { afterAll, describe, expect, test, vi } from 'vitest'
import { sealedMails } from '../../testing/database/jobs.ts'
import { untilBlocked } from '../../testing/database/until-blocked.ts'
import { eventually } from '../../testing/eventually.ts'
import { withFullHashQueue } from '../../testing/full-hash-queue.ts'
import { passwordOfTests, person, seller, testShop } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { hashOfToken } from '../domain/session-queries.ts'
import { openCodeMail } from '../mail/queue-mail.ts'
import { removeSeller } from '../staff/manage-staff.ts'
import { createSeller, setSellerPassword } from './sellers/sellers.ts'
import { ofAddress, queueHash } from './slow-hashes.ts'

const shop = await testShop()
afterAll(() => shop.close())

const anEmail = () => `mali-${newId()}@shopper.example`
const aForm = (change: object = {}) => ({ name: 'Mali', email: anEmail(), password: passwordOfTests, ...change })
const cookie = 'talad_shopper'

const findShopper = (email: string) =>
  shop.db.selectFrom('shopper').selectAll().where('email', '=', email).executeTakeFirst()
const sessionsOf = async (email: string) =>
  shop.db
    .selectFrom('shopperSession')
    .innerJoin('shopper', 'shopper.id', 'shopperSession.shopperId')
    .selectAll('shopperSession')
    .where('shopper.email', '=', email)
    .execute()

const sessionsIn = async (kind: 'shopper' | 'seller', id: string) =>
  Number((await shop.pool.query(`select count(*) from ${kind}_session where ${kind}_id = $1`, [id])).rows[0].count)

/** Creates an account without a session, and returns a function that sets its password. */
async function newAccount(kind: 'shopper' | 'seller') {
  if (kind === 'seller') {
    const email = `seller-${newId()}@seller.example`
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    const { id } = await shop.db.selectFrom('seller').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await shop.db.deleteFrom('sellerSession').where('sellerId', '=', id).execute()
    return { email, id, setPassword: (password: string) => setSellerPassword(shop.db, email, password) }
  }
  const mali = await person(shop).register()
  await mali.post('/api/user/logout')
  const { email, _id: id } = mali.user
  await person(shop).post('/api/user/send-reset-otp', { email })
  const mails = (await sealedMails(shop.pool)).map((sealed) => openCodeMail(shop.secret, sealed))
  const mail = mails.find((each) => each.email === email && each.purpose === 'reset')
  const setPassword = async (newPassword: string) => {
    const body = { email, otp: mail?.code, newPassword }
    expect((await person(shop).post('/api/user/reset-password', body)).json.success).toBe(true)
  }
  return { email, id, setPassword }
}

let blocks = 0

/** Blocks a change of one row in the database, by a trigger, until it is released. */
async function blockWrite(when: string, which: string, constraint: 'constraint' | '' = '') {
  blocks += 1
  const [name, key] = [`block_${blocks}`, 4_350_000 + blocks]
  const client = await shop.pool.connect()
  await client.query('select pg_advisory_lock($1)', [key])
  await client.query(`create function ${name}() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$;
    create ${constraint} trigger ${name} ${when} ${constraint && 'deferrable initially deferred'}
    for each row when (${which}) execute function ${name}()`)
  return {
    reached: () =>
      vi.waitFor(async () => {
        const { rows } = await client.query(
          "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
          [key],
        )
        if (rows.length === 0) throw new Error('no statement is blocked')
      }, eventually),
    release: async () => {
      await client.query('select pg_advisory_unlock($1)', [key])
      client.release()
    },
  }
}

describe('registering', () => {
  test('creates an account and signs its shopper in', async () => {
    const mali = person(shop)
    const form = aForm()
    const reply = await mali.post('/api/user/register', form)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      success: true,
      message: 'Welcome! We sent a 6-digit code to your email.',
      user: { name: 'Mali', email: form.email, isAccountVerified: false },
    })
    const { id } = (await findShopper(form.email)) as { id: string }
    expect((await mali.get('/api/user/is-auth')).json).toEqual({
      success: true,
      user: { _id: id, name: 'Mali', email: form.email, isAccountVerified: false, cartItems: {} },
    })
  })

  test('stores a trimmed name of one line without hidden characters, and a trimmed address in lower case', async () => {
    const email = anEmail()
    const form = aForm({ name: ' \u202E มะลิ\r\nรัก\u0007  ', email: `  ${email.toUpperCase()} ` })
    const { json } = await person(shop).post('/api/user/register', form)
    expect(json.user).toEqual({ name: 'มะลิ รัก', email, isAccountVerified: false })
    expect(await findShopper(email)).toMatchObject({ name: 'มะลิ รัก', email, language: 'en' })
  })

  test('stores the language of the request', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form, { 'accept-language': 'th' })
    expect((await findShopper(form.email))?.language).toBe('th')
  })

  test('refuses an address that has an account, in any letter case', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    const other = person(shop)
    const { status, json } = await other.post('/api/user/register', { ...form, email: form.email.toUpperCase() })
    expect([status, json.code, json.fields]).toEqual([
      200,
      'email_taken',
      { email: 'This email already has an account' },
    ])
    expect(other.jar.size).toBe(0)
  })

  test.each(['a..b@shop.example', '.a@shop.example', 'สมชาย@shop.example', 'a@ตลาด.example'])(
    'marks an address that mail servers would not take: %s',
    async (email) => {
      const { status, json } = await person(shop).post('/api/user/register', aForm({ email }))
      expect([status, json.code, Object.keys(json.fields)]).toEqual([200, 'invalid_form', ['email']])
    },
  )

  test('counts the characters of a password, of which an emoji is one', async () => {
    const { json } = await person(shop).post('/api/user/register', aForm({ password: '😀🐙🍉🥝' }))
    expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', ['password']])
  })

  test('ten times concurrently with one address creates one account', async () => {
    const form = aForm()
    const replies = await Promise.all(Array.from({ length: 10 }, () => person(shop).post('/api/user/register', form)))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    expect(replies.filter(({ json }) => json.code === 'email_taken')).toHaveLength(9)
    expect(await sessionsOf(form.email)).toHaveLength(1)
  })

  test('holds no database connection while its hash is queued', async () => {
    const over = Promise.withResolvers<void>()
    const hashing = [1, 2, 3].map(() => queueHash(ofAddress('another'), () => over.promise))
    try {
      const replying = person(shop).post('/api/user/register', aForm())
      for (let count = 1; count <= 20; count += 1) await shop.pool.query('select 1')
      expect(shop.pool.totalCount - shop.pool.idleCount).toBe(0)
      over.resolve()
      expect((await replying).json.success).toBe(true)
    } finally {
      over.resolve()
      await Promise.all(hashing)
    }
  })

  test('answers with an internal error, not that the address is taken, if the account can’t be stored', async () => {
    await shop.pool.query(`create function refuse_broken() returns trigger language plpgsql as
      $$ begin if new.name = 'Broken' then raise exception 'no room'; end if; return new; end $$;
      create trigger refuse_broken before insert on shopper for each row execute function refuse_broken()`)
    const { status, json } = await person(shop).post('/api/user/register', aForm({ name: 'Broken' }))
    expect([status, json.code]).toEqual([500, 'broken'])
  })

  test.each([
    ['of the common list', 'Password1', 'password_common', 'Too easy to guess'],
    ['that is the e-mail address', 'mali@shopper.example', 'password_common', 'Too easy to guess'],
    ['that is the name', 'Mali Jaidee', 'password_common', 'Too easy to guess'],
    ['of seven characters', 'kr8!mz2', 'invalid_form', 'At least 8 characters'],
    ['of 257 characters', 'x9'.repeat(128).concat('k'), 'invalid_form', 'At most 256 characters'],
  ])('refuses a password %s', async (_what, password, code, error) => {
    const form = { name: 'Mali Jaidee', email: 'Mali@shopper.example', password }
    const { status, json } = await person(shop).post('/api/user/register', form)
    expect([status, json.success, json.code]).toEqual([200, false, code])
    expect(json.fields).toEqual({ password: error })
    expect(await findShopper('mali@shopper.example')).toBeUndefined()
  })

  test.each([
    ['eight characters', 'kr8!mz2q'],
    ['256 characters', 'x9'.repeat(127).concat('ab')],
    ['Thai letters', 'ต้มยำกุ้งเผ็ดมาก'],
    ['256 Thai letters', 'กข'.repeat(128)],
    ['spaces at both ends', '  spaced out  '],
  ])('accepts a password of %s, exactly as typed', async (_what, password) => {
    const form = aForm({ password })
    expect((await person(shop).post('/api/user/register', form)).json.success).toBe(true)
    const signIn = (typed: string) => person(shop).post('/api/user/login', { email: form.email, password: typed })
    expect((await signIn(password)).json.success).toBe(true)
    expect((await signIn(`${password.slice(0, -1)}~`)).json.code).toBe('invalid_credentials')
    expect((await signIn(`${password} `)).json.code).toBe('invalid_credentials')
  })

  test('ignores claims to an id, a role or a verified address in the body', async () => {
    const mali = person(shop)
    const claimed = newId()
    const form = aForm({
      isAccountVerified: true,
      emailVerified: true,
      role: 'seller',
      cartItems: { x: 1 },
      _id: claimed,
      id: claimed,
      image: 'https://pictures.example/x.png',
      language: 'th',
    })
    await mali.post('/api/user/register', form)
    const { user } = (await mali.get('/api/user/is-auth')).json
    expect([user.isAccountVerified, user.cartItems]).toEqual([false, {}])
    expect(user._id).not.toBe(claimed)
    expect(await findShopper(form.email)).toMatchObject({ emailVerified: false, language: 'en' })
    expect((await mali.get('/api/order/seller')).json.code).toBe('forbidden')
  })

  test('stores shoppers and sellers in separate tables', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    const email = `seller-${newId()}@seller.example`
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    const again = aForm()
    await person(shop).post('/api/user/register', again)

    const emails = (rows: { email: string }[]) => rows.map((row) => row.email)
    const sellers = emails(await shop.db.selectFrom('seller').select('email').execute())
    const shoppers = emails(await shop.db.selectFrom('shopper').select('email').execute())
    expect(sellers).toContain(email)
    expect(sellers).not.toContain(form.email)
    expect(sellers).not.toContain(again.email)
    expect(shoppers).toContain(form.email)
    expect(shoppers).toContain(again.email)
    expect(shoppers).not.toContain(email)
    expect((await person(shop).post('/api/seller/login', form)).json.code).toBe('invalid_credentials')
    const asShopper = { email, password: passwordOfTests }
    expect((await person(shop).post('/api/user/login', asShopper)).json.code).toBe('invalid_credentials')
  })
})

describe('signing in', () => {
  test('answers a wrong password and an unknown address with identical bytes', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    const replyTo = async (email: string) => {
      const payload = { email, password: 'not the password' }
      const { statusCode, body, headers } = await shop.app.inject({ method: 'POST', url: '/api/user/login', payload })
      const { 'content-length': _length, date: _date, ...others } = headers
      return [statusCode, body.replace(/"requestId":"[^"]*"/, ''), others]
    }
    const wrong = await replyTo(form.email)
    expect(wrong[0]).toBe(200)
    expect(wrong[1]).toContain('"code":"invalid_credentials"')
    expect(await replyTo(anEmail())).toEqual(wrong)
  })

  test('refuses the eleventh try of a client address within 15 minutes, even with the right password', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    const attempt = (password: string, email = form.email) => person(shop).post('/api/user/login', { email, password })
    for (let count = 1; count <= 10; count += 1) expect((await attempt('wrong')).json.code).toBe('invalid_credentials')
    const refused = await attempt(form.password, form.email.toUpperCase())
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(880)
    expect(wait).toBeLessThanOrEqual(900)

    await shop.db
      .updateTable('rateLimitCounter')
      .set({ resetsAt: new Date() })
      .where('key', '=', `sign-in:shopper:${form.email}:from:127.0.0.1`)
      .execute()
    expect((await attempt(form.password)).json.success).toBe(true)
  })

  test('resets the count of failures when it succeeds', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    const attempt = (password: string) => person(shop).post('/api/user/login', { email: form.email, password })
    for (let count = 1; count <= 9; count += 1) await attempt('wrong')
    expect((await attempt(form.password)).json.success).toBe(true)
    for (let count = 1; count <= 10; count += 1) expect((await attempt('wrong')).status).toBe(200)
    expect((await attempt('wrong')).status).toBe(429)
  })

  test('creates a new token each time and ends the session of the request’s cookie', async () => {
    const mali = person(shop)
    const form = aForm()
    await mali.post('/api/user/register', form)
    const first = mali.jar.get(cookie) ?? ''
    const reply = await mali.post('/api/user/login', form)
    expect(reply.json).toEqual({
      success: true,
      message: 'Welcome back!',
      user: { name: 'Mali', email: form.email, isAccountVerified: false },
    })
    const second = mali.jar.get(cookie) ?? ''
    expect(second).not.toBe(first)
    expect((await sessionsOf(form.email)).map((session) => session.token)).toEqual([hashOfToken(second)])
    const old = person(shop)
    old.jar.set(cookie, first)
    expect((await old.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
  })

  test.each(['shopper', 'seller'] as const)(
    'with the old password opens no session of a %s if the password is changed before the session is inserted',
    async (kind) => {
      const { email, id, setPassword } = await newAccount(kind)
      // The password is checked; the insert of the session is blocked.
      const block = await blockWrite(`before insert on ${kind}_session`, `new.${kind}_id = '${id}'`)
      const signingIn = person(shop).post(`/api/${kind === 'shopper' ? 'user' : 'seller'}/login`, {
        email,
        password: passwordOfTests,
      })
      await block.reached()
      await setPassword('another kettle')
      await block.release()
      expect((await signingIn).json).toMatchObject({ success: false, code: 'invalid_credentials' })
      expect((await signingIn).headers['set-cookie']).toBeUndefined()
      expect(await sessionsIn(kind, id)).toBe(0)
    },
  )

  test.each(['shopper', 'seller'] as const)(
    'with the old password opens no session of a %s if the change of the password is about to commit',
    async (kind) => {
      const { email, id, setPassword } = await newAccount(kind)
      // The new password is written and the old sessions are deleted, but not committed yet.
      const block = await blockWrite(`after update on ${kind}`, `new.id = '${id}'`, 'constraint')
      await shop.pool.query(`create or replace function touch_${kind}() returns trigger language plpgsql as
        $$ begin update ${kind} set updated_at = now() where id = new.${kind}_id; return null; end $$;
        create or replace trigger touch after update on ${kind}_credential for each row execute function touch_${kind}()`)
      const setting = setPassword('another kettle')
      await block.reached()
      const url = `/api/${kind === 'shopper' ? 'user' : 'seller'}/login`
      const signingIn = person(shop).post(url, { email, password: passwordOfTests })
      await untilBlocked(shop.pool, { words: 'for share' })
      await block.release()
      await setting
      expect((await signingIn).json).toMatchObject({ success: false, code: 'invalid_credentials' })
      expect(await sessionsIn(kind, id)).toBe(0)
      await shop.pool.query(`drop trigger touch on ${kind}_credential`)
    },
  )

  test.each(['shopper', 'seller'] as const)(
    'as a %s while the password is being changed leaves neither a session nor a known browser',
    async (kind) => {
      const { email, id, setPassword } = await newAccount(kind)
      // The old password was checked and the session is inserted, but not committed yet.
      const block = await blockWrite(`after insert on ${kind}_session`, `new.${kind}_id = '${id}'`, 'constraint')
      const thief = person(shop)
      const url = `/api/${kind === 'shopper' ? 'user' : 'seller'}/login`
      const signingIn = thief.post(url, { email, password: passwordOfTests })
      await block.reached()
      const setting = setPassword('another kettle')
      await untilBlocked(shop.pool, { words: `insert into "${kind}_credential"` })
      await block.release()
      await setting
      expect((await signingIn).json.success).toBe(true)
      expect(await sessionsIn(kind, id)).toBe(0)
      const browser = hashOfToken(thief.jar.get('talad_device') ?? '')
      const { rows } = await shop.pool.query(`select token from ${kind}_known_browser where ${kind}_id = $1`, [id])
      expect(rows.map(({ token }) => token)).not.toContain(browser)
    },
  )

  test('lets a client in while a hundred addresses fill the queue of hashes', async () => {
    const { email } = await newAccount('seller')
    const over = Promise.withResolvers<void>()
    const flood = Array.from({ length: 200 }, (_, index) =>
      queueHash(ofAddress(`${email} ${index % 100}`), () => over.promise),
    )
    const settled = Promise.allSettled(flood)
    const signingIn = person(shop).post('/api/seller/login', { email, password: passwordOfTests })
    // One of the flood gives way.
    await Promise.race(flood).catch(() => over.resolve())
    expect((await signingIn).json.success).toBe(true)
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
  })

  test('lets a known browser in at once while hundreds of addresses fill the queue of hashes', async () => {
    const { email } = await newAccount('seller')
    const known = person(shop)
    const signIn = () => known.post('/api/seller/login', { email, password: passwordOfTests })
    for (let count = 1; count <= 3; count += 1) expect((await signIn()).json.success).toBe(true)
    const over = Promise.withResolvers<void>()
    const flood = Array.from({ length: 500 }, (_, index) =>
      queueHash(ofAddress(`${email} ${index % 250}`), () => over.promise),
    )
    const settled = Promise.allSettled(flood)
    expect((await signIn()).json.success).toBe(true)
    over.resolve()
    await settled
  })

  test('that no hash was computed for uses up no try', async () => {
    const { email } = await newAccount('seller')
    const known = person(shop)
    const signIn = () => known.post('/api/seller/login', { email, password: passwordOfTests })
    expect((await signIn()).json.success).toBe(true)
    await withFullHashQueue(async () => {
      for (let count = 1; count <= 11; count += 1) expect((await signIn()).json.code).toBe('unavailable')
    })
    expect((await signIn()).json.success).toBe(true)
  })

  test('refuses the sign-in of a seller whose account is deleted meanwhile', async () => {
    const { email } = await newAccount('seller')
    const over = Promise.withResolvers<void>()
    const hashing = [1, 2, 3].map(() => queueHash(ofAddress('another'), () => over.promise))
    try {
      // The account is found; the hash is queued.
      const signingIn = person(shop).post('/api/seller/login', { email, password: passwordOfTests })
      const tries = `select from rate_limit_counter where starts_with(key, 'sign-in:seller:${email}:')`
      while (!(await shop.pool.query(tries)).rowCount) await new Promise((resolve) => setImmediate(resolve))
      for (let count = 1; count <= 20; count += 1) await shop.pool.query('select 1')
      expect(await removeSeller(shop.db, email)).toBe(true)
      over.resolve()
      expect((await signingIn).json).toMatchObject({ success: false, code: 'invalid_credentials' })
    } finally {
      over.resolve()
      await Promise.all(hashing)
    }
  })

  test('a wrong password takes as much work as an unknown address', async () => {
    const form = aForm()
    await person(shop).post('/api/user/register', form)
    // CPU time of this process, in microseconds: other processes hardly affect it.
    const workOf = async (email: string) => {
      await shop.pool.query('delete from rate_limit_counter')
      const before = process.cpuUsage()
      await person(shop).post('/api/user/login', { email, password: 'not the password' })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 1; round <= 15; round += 1) {
      known.push(await workOf(form.email))
      unknown.push(await workOf(anEmail()))
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[7] ?? 0
    // Without the hash the ratio would be a tenth.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5)
    expect(median(unknown) / median(known)).toBeLessThan(2)
  })

  test('doesn’t end sessions of other browsers', async () => {
    const form = aForm()
    const [phone, laptop] = [person(shop), person(shop)]
    await phone.post('/api/user/register', form)
    await laptop.post('/api/user/login', form)
    await laptop.post('/api/user/logout')
    expect((await phone.get('/api/user/is-auth')).json.success).toBe(true)
    expect((await laptop.get('/api/user/is-auth')).json.success).toBe(false)
  })

  test('never continues a session token that an attacker chose (session fixation)', async () => {
    const form = aForm()
    const attacker = person(shop)
    attacker.jar.set(cookie, 'a-token-that-an-attacker-planted')
    const victim = person(shop)
    victim.jar.set(cookie, 'a-token-that-an-attacker-planted')
    await victim.post('/api/user/register', form)
    expect(victim.jar.get(cookie)).not.toBe('a-token-that-an-attacker-planted')
    expect((await victim.get('/api/user/is-auth')).json.success).toBe(true)
    expect((await attacker.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
  })

  test('a seller’s sign-in leaves the shopper signed in, and signing out as one leaves the other', async () => {
    const both = await person(shop).register()
    const email = `seller-${newId()}@seller.example`
    await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
    await both.post('/api/seller/login', { email: email.toUpperCase(), password: passwordOfTests })
    expect((await both.get('/api/seller/is-auth')).json).toEqual({ success: true, email, role: 'owner' })
    expect((await both.get('/api/user/is-auth')).json.user.email).toBe(both.user.email)
    await both.get('/api/seller/logout')
    expect((await both.get('/api/seller/is-auth')).json.success).toBe(false)
    expect((await both.get('/api/user/is-auth')).json.success).toBe(true)
  })
})

describe('a client address (an IPv4 address or an IPv6 network)', () => {
  test('a client address can register thirty times an hour, if rate limits are enabled', async () => {
    const strict = await testShop({ limits: true })
    const register = (remoteAddress: string) =>
      strict.app.inject({
        method: 'POST',
        url: '/api/user/register',
        payload: aForm({ email: 'a@b.example' }),
        remoteAddress,
      })
    for (let count = 1; count <= 30; count += 1) await register(`2001:db8:1:2::${count}`)
    expect((await register('2001:db8:1:ff:ffff::1')).statusCode).toBe(429)
    expect((await register('2001:db8:1:100::1')).json().code).toBe('email_taken')
    await strict.close()
  })

  test('a client address has a hundred tries to sign in to any accounts, if rate limits are enabled', async () => {
    const strict = await testShop({ limits: true })
    const key = 'sign-in-from:127.0.0.1'
    await strict.pool.query(
      "insert into rate_limit_counter (key, tries, resets_at) values ($1, 99, now() + 99 * interval '9 s')",
      [key],
    )
    const attempt = () => person(strict).post('/api/user/login', { email: anEmail(), password: 'wrong' })
    expect((await attempt()).json.code).toBe('invalid_credentials')
    const refused = await attempt()
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    // The next one is allowed after nine seconds, so an attacker at the same address can't lock others out for minutes.
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(9)
    await strict.pool.query("update rate_limit_counter set resets_at = resets_at - interval '9 s' where key = $1", [
      key,
    ])
    expect((await attempt()).json.code).toBe('invalid_credentials')
    await strict.close()
  })
})

describe('a session', () => {
  test('a session’s token is stored in the database only as a hash', async () => {
    const mali = await person(shop).register()
    const token = mali.jar.get(cookie) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const [session, ...others] = await sessionsOf(mali.user.email)
    expect(others).toEqual([])
    expect(session?.token).toBe(hashOfToken(token))
    expect(session?.token).not.toBe(token)
    const stored = person(shop)
    stored.jar.set(cookie, session?.token ?? '')
    expect((await stored.get('/api/user/is-auth')).json.code).toBe('not_signed_in')

    const salesperson = await seller(shop)
    const sellerToken = salesperson.jar.get('talad_seller') ?? ''
    const tokens = (await shop.db.selectFrom('sellerSession').select('token').execute()).map((row) => row.token)
    expect(tokens).toContain(hashOfToken(sellerToken))
    expect(tokens).not.toContain(sellerToken)
  })

  test.each(['POST', 'GET'] as const)('ends with %s /api/user/logout: its row is deleted', async (method) => {
    const mali = await person(shop).register()
    const token = mali.jar.get(cookie) ?? ''
    expect((await mali.request(method, '/api/user/logout')).json).toEqual({ success: true, message: 'Logged out' })
    expect(await sessionsOf(mali.user.email)).toEqual([])
    expect(mali.jar.has(cookie)).toBe(false)
    mali.jar.set(cookie, token)
    expect((await mali.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
  })

  test('isn’t needed to sign out: the reply is the same without one', async () => {
    expect((await person(shop).post('/api/user/logout')).json.success).toBe(true)
  })

  test.each([
    ['GET', '/api/seller/logout', 'seller'],
    ['HEAD', '/api/seller/logout', 'seller'],
    ['GET', '/api/user/logout', 'shopper'],
    ['HEAD', '/api/user/logout', 'shopper'],
  ] as const)('is not ended by another site’s %s %s', async (method, url, kind) => {
    const someone = kind === 'seller' ? await seller(shop) : await person(shop).register()
    const from = (headers: Record<string, string>) =>
      shop.app.inject({
        method,
        url,
        headers: { cookie: `talad_${kind}=${someone.jar.get(`talad_${kind}`)}`, ...headers },
      })
    const isIn = async () =>
      (await someone.get(kind === 'seller' ? '/api/seller/is-auth' : '/api/user/is-auth')).json.success
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['sec-purpose', 'prefetch'],
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
    ] as const) {
      const reply = await from({ [name]: value })
      expect(reply.statusCode).toBe(403)
      expect(reply.headers['set-cookie']).toBeUndefined()
      expect(await isIn()).toBe(true)
    }
    expect((await from({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect(await isIn()).toBe(false)
  })

  test('another site’s link doesn’t end a session', async () => {
    const mali = await person(shop).register()
    const reply = await mali.get('/api/user/logout', { 'sec-fetch-site': 'cross-site' })
    expect([reply.status, reply.json.code]).toEqual([403, 'cross_site'])
    expect((await mali.get('/api/user/is-auth')).json.success).toBe(true)
  })

  test.each([
    ['shopper', 7 * 24, 30 * 24, 60],
    // More often: it says when the seller was last seen.
    ['seller', 12, 7 * 24, 5],
  ] as const)(
    'of a %s expires after %i idle hours, and after %i hours at the latest',
    async (kind, idle, absolute, minutes) => {
      const [table, url] = [`${kind}_session`, kind === 'shopper' ? '/api/user/is-auth' : '/api/seller/is-auth']
      const someone = kind === 'shopper' ? await person(shop).register() : await seller(shop)
      const token = hashOfToken(someone.jar.get(`talad_${kind}`) ?? '')
      const change = (set: string) => shop.pool.query(`update ${table} set ${set} where token = $1`, [token])
      const isIn = async () => (await someone.get(url)).json.success
      const idleHours = async () =>
        Number(
          (
            await shop.pool.query(
              `select extract(epoch from expires_at - now()) / 3600 as hours from ${table} where token = $1`,
              [token],
            )
          ).rows[0].hours,
        )

      expect(await idleHours()).toBeCloseTo(idle, 1)
      await change(`expires_at = now() + interval '1 minute', updated_at = now() - interval '${minutes - 1} minutes'`)
      expect(await isIn()).toBe(true)
      expect(await idleHours()).toBeLessThan(0.1)
      await change(`updated_at = now() - interval '${minutes + 1} minutes'`)
      expect(await isIn()).toBe(true)
      expect(await idleHours()).toBeCloseTo(idle, 1)

      await change(`created_at = now() - interval '${absolute} hours' + interval '1 minute'`)
      expect(await isIn()).toBe(true)
      await change(`created_at = now() - interval '${absolute} hours'`)
      expect(await isIn()).toBe(false)
      await change('created_at = now(), expires_at = now()')
      expect(await isIn()).toBe(false)
    },
  )

  test('a seller’s session doesn’t authenticate a shopper, nor the reverse', async () => {
    const salesperson = await seller(shop)
    const mali = await person(shop).register()
    const swapped = person(shop)
    swapped.jar.set('talad_shopper', salesperson.jar.get('talad_seller') ?? '')
    swapped.jar.set('talad_seller', mali.jar.get('talad_shopper') ?? '')
    expect((await swapped.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
    expect((await swapped.get('/api/seller/is-auth')).json.code).toBe('not_signed_in')
    expect((await salesperson.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
    expect((await mali.get('/api/seller/is-auth')).json.code).toBe('not_signed_in')
  })

  test('a session is deleted with its account', async () => {
    const mali = await person(shop).register()
    await shop.db.deleteFrom('shopper').where('id', '=', mali.user._id).execute()
    expect((await mali.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
  })
})

describe('the cookie of a session', () => {
  const parts = (header: unknown) => [header].flat().map((line) => String(line).split('; '))

  test('the session cookie is HttpOnly and SameSite=Lax', async () => {
    const { headers } = await person(shop).post('/api/user/register', aForm())
    const [first = [], browser = [], ...others] = parts(headers['set-cookie'])
    expect(others).toEqual([])
    expect(first[0]).toMatch(/^talad_shopper=[\w-]{43}$/)
    expect(first.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    expect(browser[0]).toMatch(/^talad_device=[\w-]{43}$/)
    expect(browser.slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax'])
  })

  test('the session cookie is set once in a reply that also ends another session', async () => {
    const mali = await person(shop).register()
    const { headers } = await mali.post('/api/user/login', { email: mali.user.email, password: passwordOfTests })
    expect(parts(headers['set-cookie']).map(([pair]) => pair)).toEqual([
      `talad_shopper=${mali.jar.get(cookie)}`,
      `talad_device=${mali.jar.get('talad_device')}`,
    ])
  })

  test('the session cookie is Secure and has the __Host- prefix if the shop uses HTTPS', async () => {
    const secure = await testShop({ publicUrl: 'https://shop.example' })
    const mali = person(secure)
    const { headers } = await mali.post('/api/user/register', aForm())
    const [[pair, ...attributes] = [], [browser, ...ofBrowser] = []] = parts(headers['set-cookie'])
    expect(pair).toMatch(/^__Host-talad_shopper=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(browser).toMatch(/^__Host-talad_device=[\w-]{43}$/)
    expect(ofBrowser.sort()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect((await mali.get('/api/user/is-auth')).json.success).toBe(true)

    const plain = person(secure)
    plain.jar.set('talad_shopper', mali.jar.get('__Host-talad_shopper') ?? '')
    expect((await plain.get('/api/user/is-auth')).json.code).toBe('not_signed_in')
    const left = await mali.post('/api/user/logout')
    const [[emptied, ...rest] = []] = parts(left.headers['set-cookie'])
    expect(emptied).toBe('__Host-talad_shopper=')
    expect(rest).toContain('Secure')

    const email = `seller-${newId()}@seller.example`
    await createSeller(secure.db, { email, password: passwordOfTests, name: 'Seller' })
    const login = await person(secure).post('/api/seller/login', { email, password: passwordOfTests })
    const [[till, ...ofTill] = []] = parts(login.headers['set-cookie'])
    expect(till).toMatch(/^__Host-talad_seller=[\w-]{43}$/)
    expect(ofTill.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(JSON.stringify(login.json)).not.toContain(till?.split('=')[1])
    await secure.close()
  })
})
