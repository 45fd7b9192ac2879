import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { textField } from '../../../contract/entities/fields.ts'
import { fieldErrorMessageAt } from '../../../contract/messages/field-names.ts'
import { refuse } from '../../common/refusal.ts'
import { isDatabaseUnavailable, StaleRead } from '../../database/database.ts'
import { isTooComplex } from '../bodies/json-body.ts'
import { type App, addCall } from '../calls/calls.ts'
import { replyToMalformedHttp } from '../calls/failures.ts'
import { setUpApp } from './set-up-app.ts'

const echo = {
  method: 'POST' as const,
  url: '/api/echo',
  access: 'anyone' as const,
  success: z.object({ success: z.literal(true), name: z.string(), keys: z.array(z.string()) }),
  schema: { body: z.looseObject({ name: textField(5), deep: z.unknown().optional() }) },
}
const fail = (url: string) => ({
  method: 'GET' as const,
  url,
  access: 'anyone' as const,
  success: z.object({ success: z.literal(true) }),
  schema: {},
})

let app: App
beforeAll(async () => {
  const securityHeaders = { 'x-guard': 'held' }
  const options = {
    bodyLimit: 1000,
    clientErrorHandler: replyToMalformedHttp(securityHeaders),
    http: { requireHostHeader: false },
  }
  app = setUpApp(
    fastify(options).addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders)),
    { origins: ['https://shop.example'], production: true, symbol: '$', securityHeaders },
  )
  addCall(app, echo, async (request) => ({
    success: true as const,
    name: request.body.name,
    keys: Object.keys(request.body),
  }))
  addCall(app, fail('/api/broken'), () => Promise.reject(new Error('select * from secrets failed in /srv/shop')))
  addCall(app, fail('/api/away'), () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })))
  addCall(app, fail('/api/conflict'), () => Promise.reject(new StaleRead()))
  addCall(app, fail('/api/full'), () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })))
  addCall(app, fail('/api/no'), async () => refuse('stock_short', { values: { name: 'Potato', left: 2 } }))
  addCall(app, fail('/api/changing-get'), async () => ({ success: true as const }), { changes: true })
})
afterAll(() => app.close())

const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/echo',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each([
  { code: '57P01', message: 'terminating connection due to unexpected postmaster exit' },
  { code: '25006', message: 'cannot execute INSERT in a read-only transaction' },
  { code: 'ECONNRESET', message: 'read ECONNRESET' },
  { message: 'Client has encountered a connection error and is not queryable' },
  { message: 'Connection terminated unexpectedly' },
])('a database that is away is not an error of the shop: $message', ({ message, code }) => {
  expect(isDatabaseUnavailable(Object.assign(new Error(message), code ? { code } : {}))).toBe(true)
})

test('a wrong statement is', () => {
  expect(isDatabaseUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
  expect(isDatabaseUnavailable(new TypeError('x is undefined'))).toBe(false)
})

describe('a body', () => {
  test('with a wrong type is malformed, with a wrong value an invalid form; both name the field', async () => {
    const wrongType = await send({ name: 7 })
    expect([wrongType.statusCode, wrongType.json().code]).toEqual([400, 'malformed'])
    expect(wrongType.json().fields).toHaveProperty('name')
    const tooLong = await send({ name: 'Somchai' })
    expect([tooLong.statusCode, tooLong.json().code]).toEqual([200, 'invalid_form'])
    expect(tooLong.json()).toMatchObject({ success: false, fields: { name: 'At most 5 characters' } })
    expect(tooLong.json().message).toContain('Name: At most 5 characters')
  })

  test('the error of an empty field names it, once', async () => {
    const { message, fields } = (await send({ name: ' ' })).json()
    expect(fields).toEqual({ name: 'Please enter the name' })
    expect(message).toContain('(Please enter the name)')
    expect(fieldErrorMessageAt('address.phone', 'required', 'th')).toBe('กรุณากรอกเบอร์โทรศัพท์')
  })

  test.each(['', '   ', '\u0000', '\ud800'])('refuses the text %j', async (name) => {
    expect((await send({ name })).json()).toMatchObject({ success: false, code: 'invalid_form' })
  })

  test('keeps Thai unchanged', async () => {
    expect((await send({ name: 'น้ำ' })).json().name).toBe('น้ำ')
  })

  test('loses prototype names like unknown fields', async () => {
    const response = await send('{"name":"a","__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}')
    expect(response.json()).toMatchObject({ success: true, keys: ['name'] })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('that is no JSON, too deep, too large or of another type gets a JSON error', async () => {
    expect((await send('{"name":')).statusCode).toBe(400)
    expect((await send(`{"name":"a","deep":${'['.repeat(21)}${']'.repeat(21)}}`)).statusCode).toBe(400)
    const large = await send({ name: 'a', deep: 'x'.repeat(2000) })
    expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
    const form = await send('name=a', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([form.statusCode, form.json().code]).toEqual([415, 'wrong_type'])
    const text = await send('{"name":"a"}', { 'content-type': 'text/plain' })
    expect(text.json()).toMatchObject({ success: false, code: 'wrong_type' })
  })

  test('may be absent if the call needs none', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/echo' })
    expect(response.json()).toMatchObject({ success: false, code: 'malformed' })
  })
})

describe('a failure', () => {
  test('reveals nothing internal', async () => {
    const response = await app.inject('/api/broken')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ success: false, code: 'broken', requestId: expect.any(String) })
    expect(response.payload).not.toMatch(/select|secrets|srv|Error/)
  })

  test('of the database answers 503 with Retry-After', async () => {
    const response = await app.inject('/api/away')
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
    expect(response.headers['retry-after']).toBe('5')
  })

  test('after three conflicts with other requests answers that it may be repeated', async () => {
    const response = await app.inject('/api/conflict')
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '5',
    ])
  })

  test('by a full disk answers that nothing was saved', async () => {
    const response = await app.inject('/api/full')
    expect([response.statusCode, response.json().code]).toEqual([503, 'no_room'])
    expect(response.json().message).toContain('Nothing was saved')
    expect(response.headers['retry-after']).toBe('5')
  })

  test("is reported in the caller's language", async () => {
    const english = await app.inject('/api/no')
    expect([english.statusCode, english.json().message]).toEqual([
      200,
      'Only 2 of Potato left. Lower the quantity to go on.',
    ])
    const thai = await app.inject({ url: '/api/no', headers: { 'accept-language': 'th-TH,th;q=0.9,en;q=0.8' } })
    expect(thai.json().message).toContain('เหลือเพียง 2 ชิ้น')
  })
})

describe('a request that changes something', () => {
  test.each([[{ origin: 'https://evil.example' }], [{ origin: 'null' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'from another site (%j) is refused before anything else',
    async (headers) => {
      const response = await send({ name: 7 }, headers as unknown as Record<string, string>)
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site'])
      // The message names the address to use.
      expect(response.json().message).toContain('https://shop.example')
      const get = await app.inject({ url: '/api/changing-get', headers: headers as unknown as Record<string, string> })
      expect(get.statusCode).toBe(403)
    },
  )

  test('from the shop itself, or from a program without these headers, is accepted', async () => {
    expect(
      (await send({ name: 'a' }, { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' })).json(),
    ).toMatchObject({ success: true })
    expect((await send({ name: 'a' })).json()).toMatchObject({ success: true })
    expect((await app.inject('/api/changing-get')).json()).toEqual({ success: true })
  })
})

test('replies and failures are not cached unless the call sets cache-control', async () => {
  expect((await send({ name: 'a' })).headers['cache-control']).toBe('no-store')
  for (const url of ['/api/broken', '/api/none', '/none', '/api/no?x', '/%61pi/no'])
    expect((await app.inject(url)).headers['cache-control'], url).toBe('no-store')
})

test('a call whose path a proxy may read differently is refused', async () => {
  for (const url of ['/%61pi/no', '/ap%69/no', '/api/n%6f', '/api/n%6F?x=1']) {
    const response = await app.inject(url)
    expect([response.statusCode, response.json().code], url).toEqual([400, 'malformed'])
  }
  expect((await app.inject('/api/no?x=%61%2f')).statusCode).toBe(200)
})

test('depth and values are counted outside strings only', () => {
  const bounds = { depth: 2, values: 5 }
  expect(isTooComplex('[[],[]]', bounds)).toBe(false)
  expect(isTooComplex('[[[]]]', bounds)).toBe(true)
  expect(isTooComplex('[1,2,3]', bounds)).toBe(false)
  expect(isTooComplex('[1,2,3,4,5]', bounds)).toBe(true)
  expect(isTooComplex('{"a":"[[[[\\"[[[,,,,,,"}', bounds)).toBe(false)
})

describe('on the wire', () => {
  const post = 'POST /api/echo HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n'
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  test.each([
    ['an unknown expectation', 417, 'GET /api/broken HTTP/1.1\r\nhost: shop\r\nexpect: nothing\r\n\r\n'],
    ['no Host', 400, 'GET /api/no HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['two Hosts', 400, 'GET /api/no HTTP/1.1\r\nhost: shop\r\nHost: shop\r\nconnection: close\r\n\r\n'],
    ['two lengths', 400, `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['a length and chunks', 400, `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length that is no number', 400, `${post}content-length: +2\r\n\r\n{}`],
    ['a chunk without a length', 400, `${post}transfer-encoding: chunked\r\n\r\nx\r\n\r\n`],
    ['a header over two lines', 400, `${post}x: a\r\n b\r\n\r\n`],
    ['lines that end otherwise', 400, 'GET /api/no HTTP/1.1\nhost: shop\n\n'],
    ['what is no HTTP', 400, 'HELLO\r\n\r\n'],
    ['too many headers', 431, `GET /api/no HTTP/1.1\r\nhost: shop\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s is refused in the envelope, with every guard and for no cache', async (_what, status, request) => {
    const { statusLine, headers, body } = await replyTo(port, request)
    expect(statusLine).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) })
    expect(headers).toMatchObject({
      'x-guard': 'held',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  test('a request that doesn’t arrive in time is refused as such', async () => {
    const clientErrorHandler = replyToMalformedHttp({ 'x-guard': 'held' })
    const http = { connectionsCheckingInterval: 20, headersTimeout: 50 }
    const impatient = fastify({ clientErrorHandler, requestTimeout: 100, http })
    impatient.post('/api/echo', async (request) => request.body)
    const { port } = new URL(await impatient.listen({ port: 0, host: '127.0.0.1' }))
    const { statusLine, headers, body } = await replyTo(Number(port), `${post}content-length: 20\r\n\r\n{`)
    await impatient.close()
    expect(statusLine).toBe('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'request_timeout' })
    expect(headers).toMatchObject({ 'x-guard': 'held', 'cache-control': 'no-store' })
  })

  test('HTTP/1.0 needs no Host', async () => {
    const { statusLine } = await replyTo(port, 'GET /api/no HTTP/1.0\r\n\r\n')
    expect(statusLine).toMatch(/^HTTP\/1\.1 200 /)
  })
})

/** Sends bytes and reads the reply until the connection ends. */
async function replyTo(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(bytes)
  let text = ''
  for await (const part of socket) text += part
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { statusLine, headers, body: text.slice(end + 4) }
}
