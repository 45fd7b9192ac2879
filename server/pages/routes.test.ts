import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopClient } from '../../contract/client.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { buildOf } from '../../testing/web-build.ts'
import { listQueryOf } from '../../web/catalog/list-query.ts'
import { setUpApp } from '../http/app/set-up-app.ts'
import type { App } from '../http/calls/calls.ts'
import { ResponseCache } from '../http/responses/response-cache.ts'
import { policyFor } from './content-security-policy.ts'
import { pageParameters, pageRoutes } from './routes.ts'

let app: App
const renders = { count: 0 }
const replies = { status: 200 }
let shop: ShopConfig = shopConfig
beforeAll(() => {
  app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  const build = buildOf(renders)
  pageRoutes(app, {
    build: async () => build,
    cache: new ResponseCache(1_000_000),
    api: (onStatus) => {
      onStatus(replies.status)
      return {} as ShopClient
    },
    shop: () => shop,
    delivery: async () => ({ hasZones: false, hasWindows: false, hasAsap: false }),
    demo: true,
    publicUrl: 'https://shop.example',
    dev: false,
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a page is rendered once per path, query and language', async () => {
  const before = renders.count
  for (const cookie of ['', 'talad_shopper=one', 'talad_shopper=two; other=x'])
    await get('/products?q=rice', { cookie })
  expect(renders.count).toBe(before + 1)
  await get('/products?q=rice', { cookie: 'language=th' })
  await get('/products?q=milk')
  expect(renders.count).toBe(before + 3)
})

test('the earlier path of a rider’s trip leads to it', async () => {
  const { statusCode, headers } = await get('/seller/round')
  expect([statusCode, headers.location]).toEqual([301, '/seller/trip'])
})

test('a page with a failed call is not cached', async () => {
  const before = renders.count
  for (const status of [503, 500, 429]) {
    replies.status = status
    await get('/products?sort=newest&cursor=1.x')
  }
  replies.status = 400
  for (let time = 0; time < 3; time += 1) await get('/products?sort=newest&cursor=1.x')
  replies.status = 200
  expect(renders.count).toBe(before + 4)
})

test('an unknown call is no page, in any spelling of its path', async () => {
  const before = renders.count
  for (const url of ['/api', '/api/', '/api/none', '/%61pi/none', '/ap%69/none', '/api%2fnone']) {
    expect((await get(url)).statusCode, url).toBe(404)
    expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode, url).toBe(404)
  }
  expect(renders.count).toBe(before)
})

test('a search that is too long is the one of its beginning, as in the browser', async () => {
  const before = renders.count
  for (const length of [400, 401, 5000]) await get(`/products?q=${'m'.repeat(length)}`)
  expect(renders.count).toBe(before + 1)
})

test('unknown query parameters don’t render a page again', async () => {
  const before = renders.count
  for (const query of ['?utm_source=a', '?utm_source=b', '?x=1&y=2']) await get(`/contact${query}`)
  expect(renders.count).toBe(before + 1)
})

test('every query parameter that a list reads reaches its page', () => {
  const read: string[] = []
  const search = new URLSearchParams()
  search.get = (name) => {
    read.push(name)
    return null
  }
  listQueryOf('/products', search)
  expect(pageParameters, 'add what a list reads to server/pages/routes.ts').toEqual(expect.arrayContaining(read))
})

test('the language is that of the URL, then of the cookie, then of the browser, then the shop’s default', async () => {
  const languageOf = async (url: string, headers: Record<string, string>) =>
    /(en|th)<\/html>/.exec((await get(url, headers)).payload)?.[1]
  const thai = { 'accept-language': 'th-TH,th;q=0.9' }
  expect(await languageOf('/a', {})).toBe('en')
  expect(await languageOf('/a', thai)).toBe('th')
  expect(await languageOf('/a', { ...thai, cookie: 'x=1; language=en' })).toBe('en')
  expect(await languageOf('/a?lang=th', { cookie: 'language=en' })).toBe('th')
  shop = { ...shopConfig, defaultLanguage: 'th' }
  expect(await languageOf('/a', {})).toBe('th')
  expect(await languageOf('/a', { 'accept-language': 'de' })).toBe('th')
  expect(await languageOf('/a', { 'accept-language': 'de, en;q=0.5' })).toBe('en')
  expect(await languageOf('/a', { cookie: 'language=en' })).toBe('en')
  shop = shopConfig
})

test('a page shows the settings of the moment at which it is rendered', async () => {
  expect((await get('/settings')).payload).toContain('Talad')
  shop = { ...shopConfig, name: 'Baan Daeng' }
  expect((await get('/settings?q=1')).payload).toContain('Baan Daeng')
  shop = shopConfig
})

test('nothing of the Host header gets into a page', async () => {
  const response = await get('/host', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  expect(response.payload).toContain('https://shop.example/host')
  expect(response.payload).not.toContain('evil')
})

test('a path with a line break is redirected to the home page, unrendered', async () => {
  const before = renders.count
  for (const path of ['/a%0d%0aX:1', '/%00', '/products/%7F']) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location], path).toEqual([302, '/'])
  }
  expect(renders.count).toBe(before)
})

test('data requests of pages name their charset too', async () => {
  expect((await get('/_root.data')).headers['content-type']).toBe('text/x-script; charset=utf-8')
})

test('a path with a double slash isn’t read as a host', async () => {
  expect((await get('//evil.example/x')).payload).toContain('https://shop.example/evil.example/x')
})

test('a form sent before its page was hydrated is redirected to the page', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/login?next=cart',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a%40b.example&password=secret',
  })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/login'])
  const unknown = await app.inject({ method: 'POST', url: '/api/nothing', payload: {} })
  expect(unknown.statusCode).toBe(404)
})

test('the policy allows exactly the inline scripts of the page', async () => {
  const response = await get('/policy')
  const policy = String(response.headers['content-security-policy'])
  // printf 'hello()' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain("script-src 'self' 'sha256-mTytrf2QssaOZNGNRT1WCtMRd3ocH8LJxQQu5qMUanU='")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(rule)
  expect(policyFor('<script src="/x.js"></script>')).toContain("script-src 'self';")
  // Data isn't run, so it needs no hash.
  const data = '<script type="application/json" id="shop">{}</script><script type="application/ld+json">{}</script>'
  expect(policyFor(data)).toContain("script-src 'self';")
})

test('tells crawlers what not to read, without rendering a page', async () => {
  const before = renders.count
  const { statusCode, headers, body } = await get('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain('User-agent: *\nDisallow: /api/\n')
  expect(renders.count).toBe(before)
})
