import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { sealedMails } from '../../testing/database/jobs.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { person, testShop } from '../../testing/shop.ts'
import { createSeller } from '../accounts/sellers/sellers.ts'
import { openCodeMail } from '../mail/queue-mail.ts'
import { newId } from './ids.ts'
import { loggerOf } from './log.ts'

function aLog() {
  const stream = new PassThrough()
  let text = ''
  stream.on('data', (part) => {
    text += part
  })
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

describe('a line of the log', () => {
  test('is JSON with the time in UTC and the request’s id, path, status and user', async () => {
    const log = aLog()
    const shop = await testShop({ log: log.stream })
    const mali = await person(shop).register()
    const before = log.lines().length
    const refused = await mali.post('/api/cart/update?secret=in-the-address', { cartItems: [] })
    const lines = log.lines().slice(before)
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        reqId: refused.json.requestId,
        refusal: 'malformed',
        shopper: mali.user._id,
        msg: 'refused',
      },
      {
        level: 'info',
        time: expect.any(String),
        reqId: refused.json.requestId,
        method: 'POST',
        path: '/api/cart/update',
        status: 400,
        ms: expect.any(Number),
        ip: '127.0.0.1',
        shopper: mali.user._id,
        msg: 'answered',
      },
    ])
    expect(refused.json.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await mali.post('/api/cart/update', {})).json.requestId).not.toBe(refused.json.requestId)

    await mali.get('/healthz')
    expect(
      log
        .lines()
        .slice(before)
        .some((line) => line.path === '/healthz'),
    ).toBe(false)
    await shop.close()
  })

  test('has the type, message and stack of an error and its causes, but no database row', async () => {
    const log = aLog()
    const app = fastify({ logger: loggerOf({ level: 'info', stream: log.stream }) as never })
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(mali@shopper.example)',
    })
    app.log.error({ err: new Error('could not be stored', { cause }) }, 'failed')
    const [line] = log.lines()
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'could not be stored',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'duplicate key', code: '23505' },
    })
    expect(log.text()).not.toContain('mali@shopper.example')
    await app.close()
  })

  test('replaces fields that are named like a secret', async () => {
    const log = aLog()
    const app = fastify({ logger: loggerOf({ level: 'info', stream: log.stream }) as never })
    app.log.info({ password: 'kettle-1', body: { otp: 'kettle-2', deep: { newPassword: 'kettle-3' } } }, 'careless')
    app.log.info({ headers: { cookie: 'kettle-4', authorization: 'kettle-5', 'set-cookie': ['kettle-6'] } }, 'careless')
    const loop: { token: string; self?: object } = { token: 'kettle-7' }
    loop.self = loop
    app.log.child({ reqId: 'one' }).warn({ list: [{ secret: 'kettle-8' }, loop], a: { b: { c: { otp: 'kettle-9' } } } })
    app.log
      .child({ password: 'kettle-10', 'set-cookie': ['kettle-11'] })
      .child({ token: 'kettle-12' })
      .info('careless')
    expect(log.text()).not.toContain('kettle')
    expect(log.text()).toContain('[redacted]')
    expect(log.lines()[2].list[0]).toEqual({ secret: '[redacted]' })
    expect(log.lines()[3]).toMatchObject({ password: '[redacted]', 'set-cookie': '[redacted]', token: '[redacted]' })
    await app.close()
  })
})

test('no password, code or token is logged by anything that uses them', async () => {
  const log = aLog()
  const shop = await testShop({ log: log.stream })
  const secrets = new Set<string>()
  const secret = (text: string) => {
    secrets.add(text)
    return text
  }
  const mali = person(shop)
  const email = `mali-${newId()}@shopper.example`
  const password = secret('a kettle that nobody knows')
  const keepCookies = (someone: typeof mali) => {
    for (const value of someone.jar.values()) secret(value)
  }
  const codes = async () => {
    const mails = await sealedMails(shop.pool)
    return mails.map((sealed) => secret(openCodeMail(shop.secret, sealed).code))
  }

  // Registering, signing in and out, with right and wrong passwords.
  await mali.post('/api/user/register', { name: 'Mali', email, password })
  keepCookies(mali)
  await mali.post('/api/user/register', { name: 'Mali', email, password: secret('a second kettle') })
  await person(shop).post('/api/user/register', { name: 'X', email: 'x@y.example', password: secret('short-k') })
  await mali.post('/api/user/login', { email, password: secret('the wrong kettle') })
  await mali.post('/api/user/login', { email, password })
  keepCookies(mali)
  for (let count = 1; count <= 12; count += 1)
    await person(shop).post('/api/user/login', {
      email: 'nobody@shopper.example',
      password: secret(`guess ${newId()}`),
    })
  const sellerEmail = `seller-${newId()}@seller.example`
  await createSeller(shop.db, { email: sellerEmail, password: secret('the till is green'), name: 'Seller' })
  const salesperson = person(shop)
  await salesperson.post('/api/seller/login', { email: sellerEmail, password: 'the till is green' })
  keepCookies(salesperson)

  // Codes.
  await mali.post('/api/user/send-verify-otp')
  await mali.post('/api/user/verify-account', { otp: secret('918273') })
  await mali.post('/api/user/verify-account', { otp: (await codes()).at(-1) })
  await person(shop).post('/api/user/send-reset-otp', { email })
  const otp = (await codes()).at(-1)
  await person(shop).post('/api/user/verify-reset-otp', { email, otp: secret('192837') })
  await person(shop).post('/api/user/verify-reset-otp', { email, otp })
  await person(shop).post('/api/user/reset-password', { email, otp, newPassword: secret('common1') })
  await person(shop).post('/api/user/reset-password', { email, otp, newPassword: secret('a kettle after the reset') })
  await mali.post('/api/user/login', { email, password: 'a kettle after the reset' })
  keepCookies(mali)

  // An order, the seller's steps, and a database failure while an account is being created.
  const { _id } = (await mali.get('/api/user/is-auth')).json.user
  const potato = await aProduct(shop.db)
  await mali.post('/api/order/cod', {
    address: await anAddress(shop.db, _id),
    items: [{ product: potato.id, quantity: 1 }],
  })
  await salesperson.get('/api/order/seller')
  await mali.get('/api/order/seller')
  await shop.pool.query(`create function refuse_broken() returns trigger language plpgsql as
    $$ begin if new.password is not null then raise exception 'no room for %', new.shopper_id; end if; return new; end $$;
    create trigger refuse_broken before insert on shopper_credential for each row execute function refuse_broken()`)
  const broken = await person(shop).post('/api/user/register', {
    name: 'Broken',
    email: `broken-${newId()}@shopper.example`,
    password: secret('a kettle without room'),
  })
  expect(broken.status).toBe(500)
  await shop.pool.query('drop trigger refuse_broken on shopper_credential')

  // Malformed bodies, headers and URLs of every kind.
  const send = (payload: string, headers: Record<string, string> = {}, url = '/api/user/login') =>
    shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
  await send(`{"email":"${email}","password":"${secret('kettle in half a body')}"`)
  await send(`{"password":"${secret('kettle without quotes')}, "x": }`)
  await send(`password=${secret('kettle-of-a-form')}`, { 'content-type': 'application/x-www-form-urlencoded' })
  await send(`{"email":["${email}"],"password":{"is":"${secret('kettle in an object')}"}}`)
  await send(`{"email":"x","otp":"${secret('kettle as a code')}","newPassword":"k"}`, {}, '/api/user/reset-password')
  await send('{}', { cookie: `talad_shopper=${secret('kettle-cookie-made-up')}; other=${secret('kettle-other')}` })
  await send('{}', { authorization: `Bearer ${secret('kettle-bearer')}` }, '/api/cart/update')
  await send('{}', { origin: 'https://evil.example', cookie: `talad_seller=${secret('kettle-foreign')}` })
  await send('{}', {}, `/api/user/login?password=${secret('kettle-in-the-query')}`)
  await send(`{"password":"${secret('kettle-deep')}","d":${'['.repeat(50)}${']'.repeat(50)}}`)
  await send(JSON.stringify({ email, password: secret('kettle '.repeat(60_000)) }))

  const text = log.text()
  expect(log.lines().length).toBeGreaterThan(50)
  for (const refusal of [
    'invalid_credentials',
    'too_many',
    'otp_wrong',
    'not_signed_in',
    'forbidden',
    'cross_site',
    'malformed',
    'wrong_type',
  ])
    expect(text).toContain(`"refusal":"${refusal}"`)
  for (const said of ['registered', 'signed in', 'verified the e-mail address', 'set a new password', 'failed'])
    expect(text).toContain(`"msg":"${said}"`)
  // Times and ids may contain the same digits by chance, so a code is found only as a separate word.
  const pieces = new Set(text.split(/[^0-9A-Za-z_-]+/))
  const found = [...secrets].filter((each) => (/^\d{6}$/.test(each) ? pieces.has(each) : text.includes(each)))
  expect(found).toEqual([])
  expect(text).not.toMatch(/\$argon2id|kettle/)
  expect(text).not.toContain(email)
  await shop.close()
})
