import { createHmac, scryptSync } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedMails } from '../../testing/database/jobs.ts'
import { untilBlocked } from '../../testing/database/until-blocked.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { cookieOf, passwordOfTests, person, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { type CodeMail, openCodeMail } from '../mail/queue-mail.ts'
import { deleteOldBrowsers } from './known-browser-queries.ts'
import { createSeller } from './sellers/sellers.ts'

/*
 * Guesses at an account rate limit unknown browsers, and don't lock its owner out.
 */

let shop: TestShop
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line))
      done()
    },
  })
  shop = await testShop({ limits: true, log })
})
afterAll(() => shop.close())

const newPassword = 'a river runs through it'
const wrong = 'not the password'
type Kind = 'shopper' | 'seller'
const areaOf = (kind: Kind) => (kind === 'shopper' ? 'user' : 'seller')

/** Returns a browser with an IP address and its own cookies. */
function browserAt(remoteAddress: string) {
  const jar = new Map<string, string>()
  return {
    jar,
    async post(url: string, payload: object) {
      const cookie = cookieOf({ jar })
      const response = await shop.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { cookie } })
      for (const { name, value } of response.cookies) jar.set(name, value)
      return { status: response.statusCode, json: response.json(), headers: response.headers }
    },
  }
}

/** Creates an account whose browser at 203.0.113.1 signed in before and is signed out now. */
async function newAccount(kind: Kind) {
  const email = `owner-${newId()}@shop.example`
  const owner = browserAt('203.0.113.1')
  if (kind === 'seller') await createSeller(shop.db, { email, password: passwordOfTests, name: 'Seller' })
  else {
    await browserAt('203.0.113.1').post('/api/user/register', { name: 'Mali', email, password: passwordOfTests })
    await shop.db.updateTable('shopper').set({ emailVerified: true }).where('email', '=', email).execute()
  }
  const area = areaOf(kind)
  const call = (from: ReturnType<typeof browserAt>, name: string, body: object = {}) =>
    from.post(`/api/${area}/${name}`, { email, ...body })
  const signIn = (from: ReturnType<typeof browserAt>, password: string) => call(from, 'login', { password })
  expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
  owner.jar.delete(`talad_${kind}`)
  return { email, owner, call, signIn }
}

async function mailsTo(email: string): Promise<CodeMail[]> {
  const mails = (await sealedMails(shop.pool)).map((sealed) => openCodeMail(shop.secret, sealed))
  return mails.filter((mail) => mail.email === email && mail.link)
}
const notThe = (code = '', distance = 1) => String((Number(code) + distance) % 1_000_000).padStart(6, '0')

test.each(['shopper', 'seller'] as const)(
  'the known browsers of a %s can sign in a hundred times in 15 minutes',
  async (kind) => {
    const { email, owner, signIn } = await newAccount(kind)
    expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
    // Sets the counter directly, because each sign-in would cost the hash of a password.
    await shop.db
      .updateTable('rateLimitCounter')
      .set({ tries: 100 })
      .where('key', '=', `sign-in:${kind}:${email}:known`)
      .execute()
    expect((await signIn(owner, passwordOfTests)).status).toBe(429)
    expect((await signIn(browserAt('203.0.113.77'), passwordOfTests)).json.success).toBe(true)
  },
)

test.each(['shopper', 'seller'] as const)(
  'refused tries of one known browser of a %s use up none of the other known browsers’ tries',
  async (kind) => {
    const { owner, signIn } = await newAccount(kind)
    const other = browserAt('203.0.113.2')
    await signIn(other, passwordOfTests)
    for (let count = 1; count <= 10; count += 1) await signIn(other, wrong)
    for (let count = 1; count <= 100; count += 1) expect((await signIn(other, wrong)).status).toBe(429)
    expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
  },
)

describe.each(['shopper', 'seller'] as const)('an unknown browser that guesses the password of a %s', (kind) => {
  test('is refused after ten tries, and locks the owner out of no browser', async () => {
    const { owner, signIn } = await newAccount(kind)
    const unknownBrowser = browserAt('198.51.100.1')
    for (let count = 1; count <= 10; count += 1)
      expect((await signIn(unknownBrowser, wrong)).json.code).toBe('invalid_credentials')
    const refused = await signIn(unknownBrowser, passwordOfTests)
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    expect(refused.json.message).toBe('Too many tries. Please try again in 15 minutes.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(880)
    expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
    expect((await signIn(browserAt('203.0.113.99'), passwordOfTests)).json.success).toBe(true)
  })

  test('doesn’t block the new password of a reset in any browser', async () => {
    const { owner, email, call, signIn } = await newAccount(kind)
    const here = browserAt('198.51.100.7')
    for (let count = 1; count <= 10; count += 1) await signIn(here, wrong)
    expect((await signIn(here, passwordOfTests)).status).toBe(429)
    await call(owner, 'send-reset-otp')
    const otp = (await mailsTo(email)).at(-1)?.code
    const newPassword = 'another correct battery'
    expect((await call(owner, 'reset-password', { otp, newPassword })).json.success).toBe(true)
    expect((await signIn(here, newPassword)).json.success).toBe(true)
  })

  test('behind the owner’s own IP address uses up no tries of the browser that signed in before', async () => {
    const { owner, signIn } = await newAccount(kind)
    const unknownBrowser = browserAt('203.0.113.1')
    for (let count = 1; count <= 11; count += 1) await signIn(unknownBrowser, wrong)
    expect((await signIn(unknownBrowser, passwordOfTests)).status).toBe(429)
    expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
  })

  test('behind the owner’s own IP address uses up no mails by trying codes', async () => {
    const { email, call } = await newAccount(kind)
    const address = kind === 'shopper' ? '198.51.100.31' : '198.51.100.32'
    const unknownBrowser = browserAt(address)
    for (let count = 1; count <= 60; count += 1)
      await unknownBrowser.post(`/api/${areaOf(kind)}/reset-password`, {
        email: 'x@y.example',
        otp: '000000',
        newPassword: 'password1',
      })
    expect((await call(unknownBrowser, 'verify-reset-otp', { otp: '000000' })).status).toBe(429)
    expect((await call(browserAt(address), 'send-reset-otp')).json.success).toBe(true)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is one, too, with another account’s browser cookie', async () => {
    const [mine, theirs] = [await newAccount(kind), await newAccount(kind)]
    for (let count = 1; count <= 10; count += 1) await theirs.signIn(mine.owner, wrong)
    expect((await theirs.signIn(mine.owner, passwordOfTests)).status).toBe(429)
    expect((await mine.signIn(mine.owner, passwordOfTests)).json.success).toBe(true)
  })

  test('doesn’t stop the owner from using a code or a link by requesting and trying codes', async () => {
    const { email, owner, call } = await newAccount(kind)
    const unknownBrowser = browserAt('198.51.100.2')
    for (let count = 1; count <= 5; count += 1)
      expect((await call(unknownBrowser, 'send-reset-otp')).json.success).toBe(true)
    expect((await call(unknownBrowser, 'send-reset-otp')).status).toBe(429)
    const newcomer = browserAt('203.0.113.50')
    expect((await call(newcomer, 'send-reset-otp')).json.success).toBe(true)
    const { code = '' } = (await mailsTo(email)).at(-1) ?? {}
    for (let count = 1; count <= 6; count += 1) {
      const { json } = await call(unknownBrowser, 'verify-reset-otp', { otp: notThe(code, count) })
      expect(json.code).toBe(count <= 5 ? 'otp_wrong' : 'otp_expired')
    }
    // A known browser has separate limits of mails and of wrong tries.
    expect((await call(owner, 'send-reset-otp')).json.success).toBe(true)
    const ofOwner = (await mailsTo(email)).at(-1)?.code
    expect((await call(newcomer, 'verify-reset-otp', { otp: code })).json.success).toBe(true)
    expect((await call(owner, 'verify-reset-otp', { otp: ofOwner })).json.success).toBe(true)
    const { json } = await call(newcomer, 'reset-password', { otp: code, newPassword })
    expect(json.success).toBe(true)
    // The browser that reset the password is known from now on, and every other code is deleted.
    expect(newcomer.jar.has('talad_device')).toBe(true)
    expect((await call(owner, 'verify-reset-otp', { otp: ofOwner })).json.code).toBe('otp_expired')
  })

  test('doesn’t disable the link of the newest mail by using up the hourly mails from many addresses', async () => {
    const { email, call, signIn } = await newAccount(kind)
    for (let index = 1; index <= 12; index += 1) await call(browserAt(`198.51.101.${index}`), 'send-reset-otp')
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(8)
    const newcomer = browserAt('203.0.113.51')
    expect((await call(newcomer, 'send-reset-otp')).status).toBe(429)
    const link = mails.at(-1)?.link ?? ''
    expect(link).toMatch(/^[\w-]{43}$/)
    expect((await call(newcomer, 'reset-password', { otp: `${link.slice(1)}a`, newPassword })).json.code).toBe(
      'otp_expired',
    )
    expect((await call(newcomer, 'reset-password', { otp: link, newPassword })).json.success).toBe(true)
    expect((await call(newcomer, 'reset-password', { otp: link, newPassword })).json.code).toBe('otp_expired')
    expect((await signIn(newcomer, newPassword)).json.success).toBe(true)
  })

  test('can try a hundred wrong codes a day from all addresses together; links still work', async () => {
    const { email, owner, call } = await newAccount(kind)
    const purpose = kind === 'shopper' ? 'reset' : 'seller-reset'
    const unknownBrowser = browserAt('198.51.100.3')
    await call(unknownBrowser, 'send-reset-otp')
    const { code = '', link } = (await mailsTo(email)).at(-1) ?? {}
    await shop.pool.query(
      "insert into rate_limit_counter (key, tries, resets_at) values ($1, 99, now() + interval '5 hours')",
      [`code-tries:${purpose}:${email}:unknown`],
    )
    expect((await call(unknownBrowser, 'verify-reset-otp', { otp: notThe(code) })).json.code).toBe('otp_wrong')
    const closed = await call(unknownBrowser, 'verify-reset-otp', { otp: code })
    expect([closed.status, closed.json.code]).toEqual([429, 'codes_closed'])
    await call(owner, 'send-reset-otp')
    const otp = (await mailsTo(email)).at(-1)?.code
    expect((await call(owner, 'verify-reset-otp', { otp })).json.success).toBe(true)
    const newcomer = browserAt('203.0.113.52')
    expect((await call(newcomer, 'reset-password', { otp: link, newPassword })).json.success).toBe(true)
  })

  test('is logged with the account, without the password', async () => {
    const { email, signIn } = await newAccount(kind)
    const { id } = await shop.db.selectFrom(kind).select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await signIn(browserAt('198.51.100.4'), wrong)
    expect(lines.filter((line) => line.msg === 'guessed' && line.account === id)).toEqual([
      expect.objectContaining({ level: 'warn', refusal: 'invalid_credentials', kind, reqId: expect.any(String) }),
    ])
    const unknown = `unknown-${newId()}@shop.example`
    for (const url of ['/api/user/login', '/api/user/login'])
      await browserAt('198.51.100.5').post(url, { email: unknown, password: wrong })
    const names = lines.flatMap(({ account }) => (String(account).startsWith('unknown ') ? [account] : []))
    expect(names.at(-1)).toMatch(/^unknown [0-9a-f]{16}$/)
    expect(names.at(-2)).toBe(names.at(-1))
    const text = JSON.stringify(lines)
    for (const secret of [email, unknown, wrong]) expect(text).not.toContain(secret)
  })
})

describe('the browsers of an account', () => {
  const browsersOf = async (email: string) =>
    (
      await shop.db
        .selectFrom('shopperKnownBrowser')
        .innerJoin('shopper', 'shopper.id', 'shopperKnownBrowser.shopperId')
        .select('token')
        .where('email', '=', email)
        .execute()
    ).map(({ token }) => token)

  test('are stored by the hash of a token that is new at each sign-in', async () => {
    const { email, owner, signIn } = await newAccount('shopper')
    const first = owner.jar.get('talad_device') ?? ''
    const before = await browsersOf(email)
    await signIn(owner, passwordOfTests)
    const second = owner.jar.get('talad_device') ?? ''
    expect(second).not.toBe(first)
    const after = await browsersOf(email)
    expect(after).toHaveLength(before.length)
    for (const token of [first, second]) expect(after).not.toContain(token)
    // A token that an attacker planted before is unknown.
    const thief = browserAt('203.0.113.60')
    thief.jar.set('talad_device', first)
    for (let count = 1; count <= 10; count += 1) await signIn(thief, wrong)
    expect((await signIn(thief, passwordOfTests)).status).toBe(429)
    expect((await signIn(owner, passwordOfTests)).json.success).toBe(true)
  })

  test('have separate tries, and are ten at most', async () => {
    const { email, owner, signIn } = await newAccount('shopper')
    for (let count = 1; count <= 10; count += 1) await signIn(owner, wrong)
    expect((await signIn(owner, passwordOfTests)).status).toBe(429)
    for (let index = 1; index <= 12; index += 1) await signIn(browserAt(`203.0.114.${index}`), passwordOfTests)
    expect(await browsersOf(email)).toHaveLength(10)
  })

  test('are deleted with a new password and after half a year', async () => {
    const { email, owner, call, signIn } = await newAccount('shopper')
    await signIn(browserAt('203.0.113.61'), passwordOfTests)
    await call(owner, 'send-reset-otp')
    const otp = (await mailsTo(email)).at(-1)?.code
    expect((await call(owner, 'reset-password', { otp, newPassword })).json.success).toBe(true)
    expect(await browsersOf(email)).toHaveLength(1)
    await shop.pool.query("update shopper_known_browser set used_at = now() - interval '181 days'")
    await deleteOldBrowsers(shop.db)
    expect(await browsersOf(email)).toEqual([])
  })
})

describe('an account that was never verified', () => {
  const afterReset = async (by: 'owner' | 'registrant') => {
    const registrant = await person(shop).register()
    const { email, _id: id } = registrant.user
    await anAddress(shop.db, id)
    const { id: product } = await aProduct(shop.db)
    await registrant.post('/api/cart/update', { cartItems: { [product]: 2 } })
    const caller = by === 'owner' ? person(shop) : registrant
    await caller.post('/api/user/send-reset-otp', { email })
    const otp = (await mailsTo(email)).at(-1)?.code
    expect((await caller.post('/api/user/reset-password', { email, otp, newPassword })).json.success).toBe(true)
    await caller.post('/api/user/login', { email, password: newPassword })
    const { user } = (await caller.get('/api/user/is-auth')).json
    const { addresses } = (await caller.get('/api/address/get')).json
    return { email, name: user.name, cart: Object.values(user.cartItems), addresses: addresses.length }
  }

  test('is emptied when a code from its mailbox resets the password', async () => {
    const { email, ...left } = await afterReset('owner')
    expect(left).toEqual({ name: email.split('@')[0], cart: [], addresses: 0 })
  })

  test('begins empty also if its registrant saves addresses and carts at that moment', async () => {
    const address = {
      firstName: 'A',
      lastName: 'Stranger',
      phone: '0812345678',
      street: '666 Elsewhere',
      city: 'Bang Rak',
      state: 'Bangkok',
      zipcode: 10500,
      country: 'Thailand',
    }
    const { id: product } = await aProduct(shop.db)
    const registrant = await person(shop).register()
    const { email, _id: id } = registrant.user
    const owner = person(shop)
    await owner.post('/api/user/send-reset-otp', { email })
    const otp = (await mailsTo(email)).at(-1)?.code
    const { reset, saving } = await inTransaction(shop.db, async (tx) => {
      // Lets the reset empty the account, and not set its password.
      await tx.selectFrom('shopperCredential').select('shopperId').where('shopperId', '=', id).forUpdate().execute()
      const reset = owner.post('/api/user/reset-password', { email, otp, newPassword })
      await untilBlocked(shop.pool, { words: 'shopper_credential' })
      const saving = [
        registrant.post('/api/address/add', { address }),
        registrant.post('/api/cart/update', { cartItems: { [product]: 2 } }),
      ]
      await untilBlocked(shop.pool, { count: 3 })
      return { reset, saving }
    })
    expect((await reset).json.success).toBe(true)
    await Promise.all(saving)
    await owner.post('/api/user/login', { email, password: newPassword })
    expect((await owner.get('/api/address/get')).json.addresses).toEqual([])
    expect((await owner.get('/api/user/is-auth')).json.user.cartItems).toEqual({})
  })

  test('isn’t emptied for the caller who is signed in to it', async () => {
    const { email: _, ...left } = await afterReset('registrant')
    expect(left).toEqual({ name: 'Somchai', cart: [2], addresses: 1 })
  })

  test('a verified account isn’t emptied when its password is reset', async () => {
    const mali = await verified(shop)
    const { email, _id: id } = mali.user
    await anAddress(shop.db, id)
    const visitor = person(shop)
    await visitor.post('/api/user/send-reset-otp', { email })
    const otp = (await mailsTo(email)).at(-1)?.code
    await visitor.post('/api/user/reset-password', { email, otp, newPassword })
    await visitor.post('/api/user/login', { email, password: newPassword })
    expect((await visitor.get('/api/user/is-auth')).json.user.name).toBe('Somchai')
    expect((await visitor.get('/api/address/get')).json.addresses).toHaveLength(1)
  })
})

test('codes are hashed with scrypt, a salt each, and the server’s secret as a key', async () => {
  const stored: { code: string; codeHash: string; email: string }[] = []
  for (let count = 1; count <= 2; count += 1) {
    const { email } = (await person(shop).register()).user
    await person(shop).post('/api/user/send-reset-otp', { email })
    const { codeHash } = await shop.db
      .selectFrom('oneTimeCode')
      .select('codeHash')
      .where('email', '=', email)
      .where('purpose', '=', 'reset')
      .executeTakeFirstOrThrow()
    stored.push({ email, codeHash, code: (await mailsTo(email)).at(-1)?.code ?? '' })
  }
  const hashWith = (secret: string, salt: string, email: string, code: string) => {
    const keyed = createHmac('sha256', secret)
      .update(JSON.stringify([email, 'reset', code]))
      .digest('hex')
    // Node's scrypt: N = 2^14, r = 8, p = 1.
    const hash = scryptSync(keyed, Buffer.from(salt, 'base64url'), 32, { N: 2 ** 14, r: 8, p: 1 })
    return `${salt}.${hash.toString('base64url')}`
  }
  const salts = stored.map(({ codeHash }) => codeHash.split('.')[0] ?? '')
  expect(new Set(salts).size).toBe(2)
  for (const [index, { email, code, codeHash }] of stored.entries()) {
    const salt = salts[index] ?? ''
    expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
    expect(codeHash).toBe(hashWith(shop.secret, salt, email, code))
    expect(codeHash).not.toBe(hashWith('another secret', salt, email, code))
    expect(codeHash).not.toBe(hashWith(shop.secret, salts[1 - index] ?? '', email, code))
  }
})
