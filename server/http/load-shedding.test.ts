import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { refusals } from '../../contract/messages/refusals.ts'
import { eventually } from '../../testing/eventually.ts'
import { operationRoutes } from '../operations/routes.ts'
import { clientAddressReader } from './client-address.ts'
import { FairQueue, maxConcurrent, maxConcurrentOfClient } from './fair-queue.ts'
import { type LoadSheddingDeps, loadShedding } from './load-shedding.ts'
import { setUpApp } from './set-up-app.ts'

/** Waits until a condition holds. */
const settled = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), eventually)

/** A queue with a clock that the test sets, with the names of admitted and of refused requests. */
function testQueue() {
  let now = 0
  const queue = new FairQueue(() => now)
  const admitted: string[] = []
  const refused: string[] = []
  const come = (name: string, from = 'any') => {
    const waiting = queue.enter(from)
    if (!waiting) admitted.push(name)
    else
      waiting.then(
        () => admitted.push(name),
        () => refused.push(name),
      )
  }
  const comeMany = (prefix: string, count: number, from?: string) => {
    for (let n = 1; n <= count; n += 1) come(`${prefix}${n}`, from)
  }
  const leave = async (from = 'any') => {
    queue.leave(from)
    await Promise.resolve()
  }
  /** Ends so many requests that only as many as allowed under overload are left. */
  const leaveMost = async (count = maxConcurrent.normal - maxConcurrent.overloaded) => {
    for (let n = 0; n < count; n += 1) await leave()
  }
  return {
    queue,
    admitted,
    refused,
    come,
    comeMany,
    leave,
    leaveMost,
    at: (milliseconds: number) => (now = milliseconds),
  }
}

describe('the queue', () => {
  test('admits a limited number at a time; the others wait in the order of arrival', async () => {
    const { admitted, refused, comeMany, leave } = testQueue()
    comeMany('a', maxConcurrent.normal + 2)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    await leave()
    expect(admitted.at(-1)).toBe(`a${maxConcurrent.normal + 1}`)
    await leave()
    expect(admitted.at(-1)).toBe(`a${maxConcurrent.normal + 2}`)
    expect(refused).toEqual([])
  })

  test('queues a short burst and refuses nothing', async () => {
    const { admitted, refused, comeMany, leave, at } = testQueue()
    comeMany('a', 1000)
    for (let n = 0; n < 1000 - maxConcurrent.normal; n += 1) {
      at(n * 2)
      await leave()
    }
    expect(admitted).toHaveLength(1000)
    expect(refused).toEqual([])
  })

  test('is not overloaded by a standing queue in which no request waits long', async () => {
    const { queue, refused, comeMany, come, leave, at } = testQueue()
    comeMany('a', 2 * maxConcurrent.normal)
    for (let n = 0; n < 1000; n += 1) {
      at(n * 3)
      await leave()
      come(`b${n}`)
      expect(queue.shedEarly('any')).toBeUndefined()
    }
    expect(refused).toEqual([])
  })

  test('refuses waiting requests when none was admitted without a long wait for two seconds', async () => {
    const { refused, comeMany, leave, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 2)
    at(1999)
    await leave()
    expect(refused).toEqual([])
    comeMany('b', 1)
    at(2001 + 1999)
    await leave()
    expect(refused).toEqual([`a${maxConcurrent.normal + 2}`, 'b1'])
  })

  test('stays overloaded for 0.2 s after a refusal: admits fewer, newest first', async () => {
    const { admitted, comeMany, leave, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    expect(admitted).toHaveLength(maxConcurrent.normal)
    at(2196)
    comeMany('b', 2)
    await leave()
    await leave()
    expect(admitted.slice(maxConcurrent.normal)).toEqual(['b2', 'b1'])
  })

  test('stays overloaded while it refuses requests, though that empties the queue', async () => {
    const { refused, come, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    for (const time of [2180, 2370, 2560]) {
      at(time)
      come(`at ${time}`)
      at(time + 11)
      await leaveMost(1)
      come('another')
    }
    expect(refused).toEqual([`a${maxConcurrent.normal + 1}`, 'at 2180', 'at 2370', 'at 2560'])
  })

  test('refuses new requests early under overload once four are waiting', async () => {
    const { queue, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    expect(queue.shedEarly('any')).toBeUndefined()
    await leaveMost()
    comeMany('b', maxConcurrent.overloaded - 1)
    expect(queue.shedEarly('any')).toBeUndefined()
    comeMany('c', 1)
    expect(queue.shedEarly('any')).toBe('unavailable')
    at(9000)
    expect(queue.shedEarly('any')).toBe('unavailable')
  })

  test('recovers after 0.2 s without a refusal or a wait', async () => {
    const { queue, admitted, refused, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    at(2202)
    comeMany('b', maxConcurrent.normal)
    expect(admitted).toHaveLength(2 * maxConcurrent.normal - maxConcurrent.overloaded)
    expect(queue.queued).toBe(maxConcurrent.overloaded)
    expect(refused).toEqual([`a${maxConcurrent.normal + 1}`])
  })

  test('queues at most 2,000 requests and refuses further ones at once', async () => {
    const { queue, comeMany } = testQueue()
    comeMany('a', 2000 + maxConcurrent.normal)
    await expect(queue.enter('any')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

describe('the queue of two clients', () => {
  /** One client has `flood` requests in progress and queued, another has one. */
  const sharedQueue = (flood: number) => {
    const all = testQueue()
    all.comeMany('flood', flood, 'flood')
    all.come('quiet1', 'quiet')
    return all
  }

  test('one alone has the whole limit; while others send requests it has a quarter, and the rest stays free for them', async () => {
    const { admitted, come, comeMany, leave, at } = sharedQueue(maxConcurrent.normal)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    for (let n = 0; n < maxConcurrent.normal - maxConcurrentOfClient; n += 1) await leave('flood')
    // One was the quiet client’s.
    expect(admitted).toHaveLength(maxConcurrent.normal + 1)
    comeMany('more', 5, 'flood')
    expect(admitted).toHaveLength(maxConcurrent.normal + 1)
    come('quiet2', 'quiet')
    expect(admitted.at(-1)).toBe('quiet2')

    at(10_001)
    await leave('flood')
    at(10_300)
    comeMany('alone', maxConcurrent.normal - maxConcurrentOfClient - 1, 'flood')
    expect(admitted.filter((name) => name.startsWith('alone'))).toHaveLength(
      maxConcurrent.normal - maxConcurrentOfClient - 1,
    )
  })

  test('the one with fewer requests in progress is next, however many of the other wait', async () => {
    const { admitted, come, leave } = sharedQueue(500)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet1')
    come('quiet2', 'quiet')
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet2')
  })

  test('those with equally many in progress take turns', async () => {
    const { admitted, comeMany, leave } = testQueue()
    comeMany('a', maxConcurrent.normal, 'a')
    for (const name of ['b', 'c', 'd']) comeMany(name, 2, name)
    for (let n = 0; n < 6; n += 1) await leave('a')
    expect(admitted.slice(maxConcurrent.normal)).toEqual(['b1', 'c1', 'd1', 'b2', 'c2', 'd2'])
  })

  test('the one whose requests wait too long is overloaded alone and gets too_many', async () => {
    const { queue, admitted, refused, comeMany, come, leave, at } = sharedQueue(maxConcurrent.normal + 20)
    await leave('flood')
    for (let time = 100; time <= 2001; time += 100) {
      at(time)
      await leave('quiet')
      come(`quiet at ${time}`, 'quiet')
    }
    at(2001)
    // 27 end: as many are left as an overloaded client may have.
    for (let n = 0; n < maxConcurrent.normal - 1 - maxConcurrent.overloaded; n += 1) await leave('flood')
    expect(refused).toHaveLength(20)
    comeMany('again', maxConcurrent.overloaded, 'flood')
    expect(queue.shedEarly('flood')).toBe('too_many')
    expect(queue.shedEarly('quiet')).toBeUndefined()
    come('quiet', 'quiet')
    expect(admitted.at(-1)).toBe('quiet')
  })

  test('a quiet client isn’t shed for the overload of the other, though the other’s requests take long', async () => {
    vi.useFakeTimers()
    const { queue, admitted, refused, come, leave, at } = testQueue()
    const flood = async (until: number) => {
      for (let time = until - 2500; time <= until; time += 10) {
        at(time)
        if (!queue.shedEarly('flood')) come(`flood at ${time}`, 'flood')
        await vi.advanceTimersByTimeAsync(10)
      }
    }
    await flood(2500)
    await flood(5000)
    const before = refused.length
    come('quiet', 'quiet')
    at(5500)
    await vi.advanceTimersByTimeAsync(500)
    expect(refused.slice(before)).not.toContain('quiet')
    await leave('flood')
    while (!admitted.includes('quiet')) await leave('flood')
    expect(admitted.at(-1)).toBe('quiet')
  })

  test('a quiet client that waits when the other’s queue turns out to be overloaded is served next, not shed', async () => {
    const { admitted, refused, leave, at } = sharedQueue(maxConcurrent.normal + 100)
    at(2001)
    await leave('flood')
    expect(refused).toHaveLength(100)
    expect(refused).not.toContain('quiet1')
    expect(admitted.at(-1)).toBe('quiet1')
  })

  test('when all queues are full, the newest request of the longest is dropped for a client with fewer', async () => {
    const { queue, admitted, refused, leave } = sharedQueue(2000 + maxConcurrent.normal)
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet1')
    expect(refused).toEqual([`flood${2000 + maxConcurrent.normal}`])
    expect(queue.queued).toBe(1999)
    void queue.enter('flood')
    await expect(queue.enter('flood')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 1 } })
  })

  test('one may hash 6 passwords at a time while others send requests, and 64 alone', () => {
    const { queue, come } = testQueue()
    for (let n = 0; n < 64; n += 1) expect(queue.startHashing('flood')).toBe(true)
    expect(queue.startHashing('flood')).toBe(false)
    come('quiet1', 'quiet')
    for (let n = 0; n < 58; n += 1) queue.endHashing('flood')
    expect(queue.startHashing('flood')).toBe(false)
    expect(queue.startHashing('quiet')).toBe(true)
    queue.endHashing('flood')
    expect(queue.startHashing('flood')).toBe(true)
  })

  test('none is remembered once its requests have ended', async () => {
    const { queue, comeMany, leave } = testQueue()
    for (const name of ['a', 'b', 'c']) comeMany(name, 20, name)
    for (const name of ['a', 'b', 'c']) for (let n = 0; n < 20; n += 1) await leave(name)
    expect([queue.size, queue.queued]).toEqual([0, 0])
  })
})

describe.each([3, 7])(
  'beside %i clients with 100 connections each, which repeat as soon as they get a reply',
  (floods) => {
    /** Handles 200 requests a second for 10 s while a quiet client sends ten a second; returns its results. */
    async function flooded() {
      vi.useFakeTimers()
      let now = 0
      const queue = new FairQueue(() => now)
      const running: { from: string; answer: () => void }[] = []
      const told = new Map<string, number>()
      const ask = (from: string, over: (how: 'served' | 'too_many' | 'unavailable') => void) => {
        const shed = queue.shedEarly(from)
        if (shed) return over(shed)
        const begin = () => void running.push({ from, answer: () => over('served') })
        const waiting = queue.enter(from)
        if (waiting) waiting.then(begin, ({ code }) => over(code))
        else begin()
      }
      const again: string[] = Array.from({ length: floods * 100 }, (_, index) => `flood ${index % floods}`)
      for (let tick = 0; tick < 1010; tick += 1) {
        now = tick * 10
        for (const from of again.splice(0)) ask(from, () => again.push(from))
        if (tick >= 400 && tick < 1000 && tick % 10 === 0)
          ask('quiet', (how) => void told.set(how, (told.get(how) ?? 0) + 1))
        for (const { from, answer } of running.splice(0, 2)) {
          queue.leave(from)
          answer()
        }
        await vi.advanceTimersByTimeAsync(10)
      }
      vi.useRealTimers()
      return told
    }

    test('a quiet client is served every time', async () => {
      expect(await flooded()).toEqual(new Map([['served', 60]]))
    })
  },
)

test('when many clients with a request each are too much together, the shop sheds them with unavailable', async () => {
  const { queue, admitted, refused, come, leave, at } = testQueue()
  for (let n = 0; n < 400; n += 1) come(`o${n}`, `client ${n}`)
  at(2001)
  for (let n = 0; n < maxConcurrent.normal - maxConcurrent.overloaded + 1; n += 1) await leave(`client ${n}`)
  expect(refused).toHaveLength(400 - maxConcurrent.normal)
  expect(admitted).toHaveLength(maxConcurrent.normal)
  for (let n = 1000; n < 1000 + maxConcurrent.overloaded + 1; n += 1) come(`o${n}`, `client ${n}`)
  expect(queue.shedEarly('client 2000')).toBe('unavailable')
})

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
  while (queue.queued < 1) await new Promise((resolve) => setImmediate(resolve))
  expect((await fetch(`${url}/watched`)).status).toBe(200)

  giveUp.abort()
  expect(await waited).toBe('hung up')
  // The server has read of the closed connection by its next replies.
  for (let n = 0; n < 3; n += 1) await fetch(`${url}/watched`)
  gate.resolve()
  expect(await Promise.all(slow)).toEqual(Array(maxConcurrent.normal).fill(200))
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  expect(queue.queued).toBe(0)
  expect(handled).toBe(maxConcurrent.normal + 1)
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
