import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureName } from '../contract/catalog/pictures.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { type TestShop, testShop } from '../testing/shop.ts'
import { buildOf } from '../testing/web-build.ts'
import { makeApp } from './app.ts'
import type { App } from './http/calls/calls.ts'
import { Mailbox } from './mail/mailbox.ts'
import { diskStore } from './media/store.ts'
import { sandboxPath } from './payments/sandbox/sandbox-gateway.ts'
import { liveShop } from './settings/live-shop.ts'

let shop: TestShop
let folder: string
let demo: App
let production: App
const picture = pictureName('b'.repeat(32), { width: 160, height: 120 }, 'webp')

beforeAll(async () => {
  shop = await testShop()
  folder = await mkdtemp(join(tmpdir(), 'talad-headers-'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  await writeFile(join(folder, 'client', 'assets', 'app-1a2b.js'), 'hello()')
  await writeFile(join(folder, 'client', 'robots.txt'), 'User-agent: *')
  const store = await diskStore(join(folder, 'pictures'))
  await store.put(picture, Buffer.from('a picture'))
  const build = buildOf({ count: 0 })
  const make = (isProduction: boolean) =>
    makeApp({
      config: {
        publicUrl: isProduction ? 'https://shop.example' : 'http://127.0.0.1:3000',
        port: 3000,
        production: isProduction,
        demo: !isProduction,
        limits: true,
        allowedOrigins: [],
        trustProxy: [],
        dataDir: folder,
      },
      live: liveShop(shop.db, shopConfig),
      db: shop.db,
      store,
      slips: store,
      photos: store,
      secret: shop.secret,
      mailbox: isProduction ? undefined : new Mailbox(join(folder, 'mailbox')),
      sandbox: !isProduction,
      web: { build: async () => build, clientFolder: join(folder, 'client') },
      logger: false,
    })
  demo = await make(false)
  production = await make(true)
})
afterAll(async () => {
  await demo.close()
  await production.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

type Kind = [what: string, method: 'GET' | 'POST' | 'PUT', url: string, status: number]
const everywhere: Kind[] = [
  ['a page', 'GET', '/', 200],
  ['a page in the shop', 'GET', '/products/vegetables?q=x', 200],
  ['a form sent before its page had loaded', 'POST', '/login', 303],
  ['a call', 'GET', '/api/product/list', 200],
  ['a call that needs a session', 'POST', '/api/cart/update', 401],
  ['a call that does not exist', 'GET', '/api/none', 404],
  ['a call by another method', 'PUT', '/api/product/list', 405],
  ['a malformed call', 'GET', '/api/product/list?limit=x', 400],
  ['a malformed address', 'POST', '/%zz', 400],
  ['a malformed address that may be meant for a screen', 'GET', '/%zz', 302],
  ['a picture', 'GET', `/pictures/${picture}`, 200],
  ['a picture that is not there', 'GET', '/pictures/none.webp', 404],
  ['a script', 'GET', '/assets/app-1a2b.js', 200],
  ['a file', 'GET', '/robots.txt', 200],
  ['the manifest of the seller’s app', 'GET', '/seller/app.webmanifest', 200],
  ['the seller’s service worker', 'GET', '/seller/push-worker.js', 200],
  ['liveness', 'GET', '/healthz', 200],
  ['readiness', 'GET', '/readyz', 200],
]
const inTheDemo: Kind[] = [
  ['the reference of calls', 'GET', '/api/docs', 200],
  ['the mailbox', 'GET', '/dev/mailbox', 200],
  ['the mailbox for programs', 'GET', '/dev/mailbox?format=json', 200],
  ['a page of the sandbox gateway', 'GET', `${sandboxPath}/none`, 404],
  ['the mailbox’s font', 'GET', '/dev/mailbox/thai.woff2', 200],
]

/** A policy's script sources, or else its default sources. */
function scriptSources(policy: string): string[] {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )
  return directives.get('script-src') ?? directives.get('default-src') ?? ['*']
}

describe.each([
  ['the demo', () => demo, [...everywhere, ...inTheDemo], false],
  ['production under https', () => production, everywhere, true],
] as const)('in %s', (_name, app, kinds, https) => {
  test.each(kinds)('%s (%s %s) has every security header', async (_what, method, url, status) => {
    const { headers, statusCode } = await app().inject({ method, url })
    expect(statusCode).toBe(status)
    expectGuards(headers, { url, https })
  })

  test('a cross-site request is refused with every security header', async () => {
    const { headers, statusCode } = await app().inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { origin: 'https://evil.example' },
    })
    expect(statusCode).toBe(403)
    expectGuards(headers, { url: '/api/user/login', https })
  })
})

function expectGuards(headers: Record<string, unknown>, { url, https }: { url: string; https: boolean }): void {
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/frame-ancestors 'none'/)
  for (const source of scriptSources(policy)) expect(source).toMatch(/^'(none|self|sha256-[\w+/=]+)'$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers.server).toBeUndefined()
  expect(headers['x-powered-by']).toBeUndefined()
  if (String(headers['content-type']).startsWith('text/')) expect(headers['content-type']).toMatch(/; charset=utf-8$/i)
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('camera=(), ')
  expect(headers['strict-transport-security']).toBe(https ? 'max-age=31536000; includeSubDomains' : undefined)
  expect(headers['access-control-allow-origin']).toBe(url.endsWith('woff2') ? '*' : undefined)
}

test('a page’s policy lists all its sources, and forbids base, plug-ins and foreign forms', async () => {
  const policy = String((await production.inject('/')).headers['content-security-policy'])
  for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(policy).toContain(directive)
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
})

test('malformed HTTP gets the same headers, and no server name', async () => {
  await production.listen({ port: 0, host: '127.0.0.1' })
  const address = production.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const host = 'host: shop.example\r\n'
  const requests = {
    'no HTTP': ['400', 'HELLO\r\n\r\n'],
    'no Host': ['400', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    'two Hosts': ['400', `GET / HTTP/1.1\r\n${host}${host}connection: close\r\n\r\n`],
    'a large header': ['431', `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`],
    'an expectation': ['417', `GET / HTTP/1.1\r\n${host}expect: nothing\r\n\r\n`],
  }
  for (const [what, [status, request = '']] of Object.entries(requests)) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(request)
    let reply = ''
    for await (const part of socket) reply += part
    expect(reply, what).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const lines = reply.slice(0, reply.indexOf('\r\n\r\n')).split('\r\n').slice(1)
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    expectGuards(headers, { url: '/', https: true })
    expect(headers['cache-control'], what).toBe('no-store')
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)), what).toMatchObject({ success: false })
  }
})

test('a missing file isn’t cached: it may exist after the next deployment', async () => {
  const { statusCode, headers } = await production.inject('/assets/app-2b3c.js')
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('production has none of the demo’s routes', async () => {
  for (const url of ['/api/docs', '/api/docs/openapi.json', '/metrics', '/api/metrics'])
    expect((await production.inject(url)).headers['content-type'], url).not.toMatch(
      /json; openapi|^text\/plain; version/,
    )
  expect((await production.inject('/api/docs')).statusCode).toBe(404)
  // Any other path is a page of the shop: "not found".
  for (const url of ['/dev/mailbox?format=json', `${sandboxPath}/none`])
    expect((await production.inject(url)).body, url).toContain('<script>hello()')
})

test('only the shop’s own files are served, however the path is spelled', async () => {
  await writeFile(join(folder, 'secret'), 'a secret beside the files')
  for (const url of [
    '/.git/config',
    '/.env',
    '/../secret',
    '/assets/../../secret',
    '/assets/%2e%2e/%2e%2e/secret',
    '/assets/',
  ])
    expect((await production.inject(url)).body, url).not.toMatch(/a secret|\[core\]|Index of/)
})

test('a built file that isn’t there is answered by no page', async () => {
  const { statusCode, headers } = await production.inject({ url: '/assets/gone-1a2b.js', headers: { accept: '*/*' } })
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('json')
})

test('a wrong method is answered with the allowed ones', async () => {
  const allowed = async (url: string) => (await demo.inject({ method: 'PUT', url })).headers.allow
  expect(await allowed('/api/product/list')).toBe('GET, HEAD')
  expect(await allowed('/api/user/logout/')).toBe('POST, GET, HEAD')
  expect(await allowed('/api/none')).toBeUndefined()
})

test('TRACE echoes nothing', async () => {
  const { statusCode, body } = await production.inject({
    method: 'TRACE' as never,
    url: '/',
    headers: { cookie: 'x=kettle' },
  })
  expect(statusCode).toBe(404)
  expect(body).not.toContain('kettle')
})

describe('the demo answers on its own machine only', () => {
  const ask = (url: string, headers: Record<string, string>) => demo.inject({ url, headers })
  const pages = ['/', '/dev/mailbox?format=json', `${sandboxPath}/none`, '/api/product/list', '/healthz']

  test.each([
    { host: 'evil.example:3000' },
    { host: '192.168.1.20:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.5' },
    { host: 'localhost:3000', forwarded: 'for=203.0.113.5' },
    { host: 'localhost', 'x-forwarded-host': 'shop.example' },
  ])('not to %j', async (headers) => {
    for (const url of pages) {
      const response = await ask(url, headers as unknown as Record<string, string>)
      expect([response.statusCode, response.json().code], url).toEqual([421, 'demo_elsewhere'])
      expect(response.json().message).toContain('http://127.0.0.1:3000')
      expectGuards(response.headers, { url, https: false })
    }
  })

  test.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:80', '[::1]:3000', '127.1.2.3', 'talad.localhost:3000'])(
    'to %s',
    async (host) => {
      expect((await ask('/dev/mailbox?format=json', { host })).statusCode).toBe(200)
    },
  )

  test('production answers under any Host', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-for': '203.0.113.5' }
    expect((await production.inject({ url: '/', headers })).statusCode).toBe(200)
  })
})

test('pages of a configured origin may call the shop, others may not', async () => {
  const settings = { publicUrl: 'https://shop.example', port: 3000, production: true, demo: false, limits: true }
  const open = await makeApp({
    config: { ...settings, allowedOrigins: ['https://partner.example'], trustProxy: [], dataDir: folder },
    live: liveShop(shop.db, shopConfig),
    db: shop.db,
    store: await diskStore(join(folder, 'pictures')),
    slips: await diskStore(join(folder, 'slips')),
    photos: await diskStore(join(folder, 'photos')),
    secret: shop.secret,
    logger: false,
  })
  const call = async (origin: string) => {
    const read = await open.inject({ url: '/api/product/list', headers: { origin } })
    const changed = await open.inject({ method: 'POST', url: '/api/user/logout', headers: { origin } })
    const { 'access-control-allow-origin': named, 'access-control-allow-credentials': withCookies } = read.headers
    return [changed.statusCode, named, withCookies]
  }
  expect(await call('https://partner.example')).toEqual([200, 'https://partner.example', 'true'])
  for (const origin of [
    'https://evil.example',
    'https://partner.example.evil.example',
    'http://partner.example',
    'https://sub.partner.example',
    'null',
  ]) {
    const [status, named] = await call(origin)
    expect([status, named], origin).toEqual([403, undefined])
  }
  await open.close()
})

test('a forwarded address is trusted from the shop’s own proxy only, and a forwarded host never', async () => {
  const settings = { publicUrl: 'https://shop.example', port: 3000, production: true, demo: false, limits: true }
  const behind = await makeApp({
    config: { ...settings, allowedOrigins: [], trustProxy: ['10.0.0.1'], dataDir: folder },
    live: liveShop(shop.db, shopConfig),
    db: shop.db,
    store: await diskStore(join(folder, 'pictures')),
    slips: await diskStore(join(folder, 'slips')),
    photos: await diskStore(join(folder, 'photos')),
    secret: shop.secret,
    logger: false,
  })
  const attempt = (remoteAddress: string, forwarded: string) =>
    behind.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded, 'x-forwarded-host': 'evil.example', host: 'evil.example' },
      payload: { email: 'nobody@shopper.example', password: 'guess' },
    })
  await attempt('10.0.0.1', '203.0.113.5')
  await attempt('198.51.100.7', '203.0.113.6')
  await attempt('10.0.0.1', '192.0.2.1, 203.0.113.8')
  await attempt('10.0.0.1', '203.0.113.8:50123')
  const { rows } = await shop.pool.query<{ key: string }>(
    "select key from rate_limit_counter where key like 'sign-in-from:%' order by 1",
  )
  expect(rows.map(({ key }) => key.slice('sign-in-from:'.length))).toEqual([
    '198.51.100.7',
    '203.0.113.5',
    '203.0.113.8',
  ])
  expect((await production.inject({ url: '/', headers: { host: 'evil.example' } })).body).not.toContain('evil.example')
  await behind.close()
})
