import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ResponseCache, sendCached } from './response-cache.ts'

const responseOf = (text: string) => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
})

test('a response is computed once for concurrent requests', async () => {
  const cache = new ResponseCache(1_000_000)
  const computed = Promise.withResolvers<void>()
  const make = () => computed.promise.then(() => responseOf('hello'))
  const requests = Array.from({ length: 50 }, () => cache.get('key', make))
  computed.resolve()
  const responses = await Promise.all(requests)
  expect(cache.made).toBe(1)
  expect(new Set(responses.map((response) => response.etag)).size).toBe(1)
})

test('a response that is being computed while the cache is emptied is not cached', async () => {
  const cache = new ResponseCache(1_000_000)
  const [began, computed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = cache.get('key', async () => {
    began.resolve()
    await computed.promise
    return responseOf('old')
  })
  await began.promise
  cache.drop()
  const second = cache.get('key', async () => responseOf('new'))
  computed.resolve()
  expect((await first).body.toString()).toBe('old')
  expect((await second).body.toString()).toBe('new')
  expect((await cache.get('key', async () => responseOf('newer'))).body.toString()).toBe('new')
})

test('a failure rejects the waiting requests, and the next one tries again', async () => {
  const cache = new ResponseCache(1_000_000)
  await expect(cache.get('key', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect((await cache.get('key', async () => responseOf('back'))).body.toString()).toBe('back')
})

test('responses of status 500 and above are not cached', async () => {
  const cache = new ResponseCache(1_000_000)
  await cache.get('key', async () => ({ ...responseOf('broken'), status: 500 }))
  expect((await cache.get('key', async () => responseOf('fine'))).body.toString()).toBe('fine')
})

test('responses made from a failure are not cached, whatever their status', async () => {
  const cache = new ResponseCache(1_000_000)
  const redirect = { status: 302, headers: { location: '/' }, body: Buffer.alloc(0), fromFailure: true }
  expect((await cache.get('key', async () => redirect)).status).toBe(302)
  expect((await cache.get('key', async () => responseOf('fine'))).status).toBe(200)
  expect(cache.made).toBe(2)
})

test('memory is bounded', async () => {
  const cache = new ResponseCache(50_000)
  for (let index = 0; index < 100; index += 1) await cache.get(`key ${index}`, async () => responseOf('x'.repeat(2000)))
  await cache.get('key 0', async () => responseOf('again'))
  expect(cache.made).toBe(101)
})

test('other values of vary are kept, in every encoding and with 304', async () => {
  const cache = new ResponseCache(1_000_000)
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin'))
  app.get('/', async (request, reply) =>
    sendCached(request, reply, await cache.get('key', async () => responseOf('x'.repeat(5000)))),
  )
  const { headers } = await app.inject('/')
  for (const asked of [{}, { 'accept-encoding': 'br' }, { 'if-none-match': headers.etag }])
    expect((await app.inject({ url: '/', headers: asked })).headers.vary).toBe('Origin, accept-encoding')
  await app.close()
})

test('the client gets an encoding that it accepts, and 304 if it has the response', async () => {
  const cache = new ResponseCache(1_000_000)
  const app = fastify()
  app.get('/', async (request, reply) =>
    sendCached(request, reply, await cache.get('key', async () => responseOf('ตลาด '.repeat(1000)))),
  )
  const plain = await app.inject('/')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toBe('accept-encoding')
  for (const encoding of ['gzip', 'br']) {
    const response = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
  }
  for (const [asked, given] of [
    ['br;q=0, identity', undefined],
    ['br;q=0.000,gzip;q=0', undefined],
    ['br;q=x, gzip ; q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['brotli, xgzip', undefined],
    ['gzip, deflate, br, zstd', 'br'],
  ])
    expect(
      (await app.inject({ url: '/', headers: { 'accept-encoding': asked } })).headers['content-encoding'],
      asked,
    ).toBe(given)
  const again = await app.inject({ url: '/', headers: { 'if-none-match': `W/${plain.headers.etag}` } })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  await app.close()
})
