import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { refusals } from '../../../contract/messages/refusals.ts'
import { eventually } from '../../../testing/eventually.ts'
import { operationRoutes } from '../../maintenance/routes.ts'
import { setUpApp } from '../app/set-up-app.ts'
import { clientAddressReader } from '../request/client-address.ts'
import { FairQueue, maxConcurrent, maxConcurrentOfClient } from './fair-queue.ts'
import { type LoadSheddingDeps, loadShedding } from './load-shedding.ts'

/** Waits until a condition holds. */
const settled = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), eventually)

/** An app that sheds load; requests come from one client if `deps` doesn't say otherwise. */
function sheddingApp(deps: Partial<LoadSheddingDeps> = {}, trustProxy: string[] | false = false) {
  const shedding = loadShedding({ clientAddressOf: () => 'any', ...deps })
  const app = setUpApp(fastify({ serverFactory: shedding.serverFactory, trustProxy }), {
    origins: [],
    production: true,
    symbol: '$',
  })
  shedding.admitRequests(app)
  return app
}

test('clients that read slowly don’t count', async () => {
  const app = sheddingApp()
  const large = Buffer.alloc(20_000_000)
  const begun = Promise.withResolvers<void>()
  let handled = 0
  app.get('/large', async (_request, reply) => {
    handled += 1
    if (handled === maxConcurrent.normal) begun.resolve()
    return reply.type('application/octet-stream').send(large)
  })
  app.get('/small', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: maxConcurrent.normal }, () =>
    connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .end('GET /large HTTP/1.1\r\nhost: shop\r\n\r\n'),
  )
  await begun.promise
  expect((await fetch(`${url}/small`)).status).toBe(200)
  for (const socket of slow) socket.destroy()
  await app.close()
})

test('a request counts until its reply is made, and one aborted in the queue is never handled', async () => {
  const queue = new FairQueue()
  const app = sheddingApp({ queue })
  const gate = Promise.withResolvers<void>()
  let handled = 0
  app.get('/slow', async () => {
    handled += 1
    await gate.promise
    return { success: true }
  })
  app.get('/watched', { config: { neverShed: true } }, async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: maxConcurrent.normal }, () =>
    fetch(`${url}/slow`).then((response) => response.status),
  )
  const giveUp = new AbortController()
  const waited = fetch(`${url}/slow`, { signal: giveUp.signal }).catch(() => 'hung up')
  await settled(() => queue.queued === 1)
  expect((await fetch(`${url}/watched`)).status).toBe(200)

  giveUp.abort()
  expect(await waited).toBe('hung up')
  await settled(() => queue.queued === 0)
  gate.resolve()
  expect(await Promise.all(slow)).toEqual(Array(maxConcurrent.normal).fill(200))
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  expect(queue.queued).toBe(0)
  expect(handled).toBe(maxConcurrent.normal + 1)
  await app.close()
})

test('requests of a client with others in progress aren’t handled if their connections were closed as they came', async () => {
  const app = sheddingApp()
  const gate = Promise.withResolvers<void>()
  let handled = 0
  app.get('/page', async () => {
    handled += 1
    await gate.promise
    return { success: true }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const waiting = fetch(`${url}/page`).then(({ status }) => status)
  await settled(() => handled === 1)
  const sockets = Array.from({ length: 20 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // The server finds each request and the end of its connection at once, as if they had waited to be accepted.
  for (const socket of sockets) {
    socket.write('GET /page HTTP/1.1\r\nhost: shop\r\n\r\n')
    socket.destroy()
  }
  const next = fetch(`${url}/page`).then(({ status }) => status)
  await settled(() => handled > 1)
  gate.resolve()
  expect(await Promise.all([waiting, next])).toEqual([200, 200])
  expect(handled).toBe(2)
  await app.close()
})

test('requests that compute and wait for nothing take turns with other events, too', async () => {
  const app = sheddingApp()
  const inTurn = [0]
  app.get('/computed', async () => {
    inTurn[0] = (inTurn[0] ?? 0) + 1
    const until = performance.now() + 2
    while (performance.now() < until);
    return { success: true }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  // Another process sends them all at once, so that many are there when the server reads.
  const client = spawn(process.execPath, ['-e', sendAtOnce(Number(new URL(url).port), 200)])
  let goesOn = true
  const countTurns = () => {
    inTurn.unshift(0)
    if (goesOn) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const [replies] = await once(client.stdout, 'data')
  goesOn = false
  expect(String(replies)).toBe('200 replies')
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(maxConcurrent.normal)
  await app.close()
})

/** A program that sends requests on as many connections at once, and prints how many had a reply. */
const sendAtOnce = (port: number, requests: number) => `
  const { connect } = require('node:net')
  const sockets = Array.from({ length: ${requests} }, () => connect(${port}, '127.0.0.1'))
  let connected = 0
  let replied = 0
  for (const socket of sockets) {
    socket.once('connect', () => {
      connected += 1
      if (connected === sockets.length)
        for (const each of sockets) each.write('GET /computed HTTP/1.1\\r\\nhost: shop\\r\\n\\r\\n')
    })
    socket.once('data', (data) => {
      replied += String(data).includes('200 OK') ? 1 : 0
      socket.destroy()
      if (replied === sockets.length) process.stdout.write(replied + ' replies')
    })
  }`

test('a request whose client has gone counts until its work is done', async () => {
  const queue = new FairQueue()
  const app = sheddingApp({ queue })
  const gate = Promise.withResolvers<void>()
  let running = 0
  app.get('/slow', async () => {
    running += 1
    await gate.promise
    running -= 1
    return { success: true }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const giveUp = new AbortController()
  const gone = Array.from({ length: maxConcurrent.normal }, () =>
    fetch(`${url}/slow`, { signal: giveUp.signal }).catch(() => 'hung up'),
  )
  await vi.waitFor(() => expect(running).toBe(maxConcurrent.normal), eventually)
  giveUp.abort()
  await Promise.all(gone)
  const next = fetch(`${url}/slow`).then(({ status }) => status)
  await vi.waitFor(() => expect(queue.queued).toBe(1), eventually)
  expect(running).toBe(maxConcurrent.normal)
  gate.resolve()
  expect(await next).toBe(200)
  await vi.waitFor(() => expect(running).toBe(0), eventually)
  expect(queue.size).toBe(0)
  await app.close()
})

test('a long-running route’s request counts until its session is known, within the share of its client', async () => {
  const queue = new FairQueue(() => 0)
  const app = sheddingApp({ clientAddressOf: clientAddressReader({ trustProxy: [], limits: true }), queue })
  const known = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const count = { lookups: 0, handled: 0 }
  app.get('/quick', async () => ({ success: true }))
  const lookUp = async () => {
    count.lookups += 1
    await known.promise
  }
  app.get('/stream', { config: { longRunning: true }, preValidation: lookUp }, async () => {
    count.handled += 1
    await answered.promise
    return { success: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string, localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', localAddress, path, agent: false })
      request.on('error', reject)
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
    })
  expect(await ask('/quick', '127.0.0.77')).toBe(200)
  const flood = Array.from({ length: 60 }, () => ask('/stream', '127.0.0.66'))
  await settled(() => count.lookups + queue.queued === 60)
  expect(count.lookups).toBe(maxConcurrentOfClient)
  expect(await ask('/quick', '127.0.0.77')).toBe(200)
  // Once their session is known they don’t count: all of them run at once.
  known.resolve()
  await settled(() => count.handled === 60)
  answered.resolve()
  expect(await Promise.all(flood)).toEqual(Array(60).fill(200))
  await app.close()
})

describe('a flood of one address', () => {
  /** A server whose `/slow` responds on command, behind proxies at 10.0.0.0/8 and on loopback. */
  async function floodedServer(trustProxy: string[]) {
    let now = 0
    const queue = new FairQueue(() => now)
    const clientAddressOf = clientAddressReader({ trustProxy, limits: true })
    const app = sheddingApp({ clientAddressOf, queue }, trustProxy.length > 0 ? trustProxy : false)
    const waiting: (() => void)[] = []
    app.get('/slow', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { success: true }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const ask = (headers: Record<string, string>, localAddress: string) =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; json: { code?: string } }>((resolve, reject) => {
        const request = get({ port, host: '127.0.0.1', localAddress, path: '/slow', headers, agent: false })
        request.on('error', reject)
        request.on('response', (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const json = JSON.parse(Buffer.concat(parts).toString())
            resolve({ status: response.statusCode ?? 0, headers: response.headers, json })
          })
        })
      })
    const close = async () => {
      while (waiting.length > 0) waiting.shift()?.()
      await app.close()
    }
    return { queue, waiting, ask, close, at: (milliseconds: number) => (now = milliseconds) }
  }

  test.each([
    ['its socket', [], () => ({}), (who: number) => `127.0.0.${who}`],
    [
      'what a trusted proxy says',
      ['127.0.0.1'],
      (who: number) => ({ 'x-forwarded-for': `8.8.8.8, 10.9.9.${who}` }),
      () => '127.0.0.1',
    ],
  ])('known by %s, gets 429 while another is served', async (_what, trustProxy, headersOf, localOf) => {
    const { queue, waiting, ask, close, at } = await floodedServer(trustProxy)
    const [flood, quiet] = [66, 77]
    const come = (who: number) => ask(headersOf(who), localOf(who))
    const first = come(quiet)
    await settled(() => waiting.length === 1)
    const flooding = Array.from({ length: maxConcurrentOfClient + 20 }, () => come(flood))
    // The flood has its share of the limit; the rest stays free for others.
    await settled(() => waiting.length === 1 + maxConcurrentOfClient && queue.queued === 20)
    const second = come(quiet)
    await settled(() => waiting.length === 2 + maxConcurrentOfClient)

    at(2001)
    await settled(() => queue.queued === 0)
    const third = come(quiet)
    await settled(() => waiting.length === 3 + maxConcurrentOfClient)
    await close()
    const replies = await Promise.all([first, second, third])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = (await Promise.all(flooding)).filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    for (const { status, headers, json } of refused)
      expect([status, json.code, headers['retry-after']]).toEqual([429, 'too_many', '1'])
  })
})

test('a request that is refused early gets the JSON error and the security headers', async () => {
  const queue = new FairQueue()
  const securityHeaders = { 'x-content-type-options': 'nosniff', 'permissions-policy': 'usb=()' }
  const app = sheddingApp({ securityHeaders, queue })
  queue.shedEarly = () => 'too_many'
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(url, { headers: { 'accept-language': 'de, th' } })
  expect([response.status, await response.json()]).toEqual([
    429,
    { success: false, code: 'too_many', message: refusals.too_many.th },
  ])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...securityHeaders,
    'retry-after': '1',
    'cache-control': 'no-store',
  })
  await app.close()
})

test('under extreme overload only health checks are served', async () => {
  const queue = new FairQueue()
  const app = sheddingApp({ queue })
  operationRoutes(app, { failedChecks: async () => [] })
  app.get('/', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const statuses = () => Promise.all(['/', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  queue.shedEarly = () => 'unavailable'
  expect(await statuses()).toEqual([503, 200, 200])
  await app.close()
})
