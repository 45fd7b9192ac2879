import { get, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { refusals } from '../../contract/refusals.ts'
import { operationRoutes } from '../operations/routes.ts'
import { makeEdge } from './edge.ts'
import { atOnce, FairQueue, shareOfOrigin } from './fair-queue.ts'
import { admitRequests } from './load-shedding.ts'
import { originReader } from './origin.ts'

/** A shop's door with a clock that the test sets, and what became of those who came. */
function door() {
  let now = 0
  const queue = new FairQueue(() => now)
  const inside: string[] = []
  const away: string[] = []
  const come = (name: string, from = 'any') => {
    const waiting = queue.enter(from)
    if (!waiting) inside.push(name)
    else
      waiting.then(
        () => inside.push(name),
        () => away.push(name),
      )
  }
  const crowd = (prefix: string, count: number, from?: string) => {
    for (let n = 1; n <= count; n += 1) come(`${prefix}${n}`, from)
  }
  const leave = async (from = 'any') => {
    queue.leave(from)
    await Promise.resolve()
  }
  /** So many go that as many are inside as may be in a crowd, or none at all. */
  const leaveFew = async (count = atOnce.usually - atOnce.crowded) => {
    for (let n = 0; n < count; n += 1) await leave()
  }
  return { queue, inside, away, come, crowd, leave, leaveFew, at: (milliseconds: number) => (now = milliseconds) }
}

describe('the door', () => {
  test('lets so many in at a time; the others wait in the order in which they came', async () => {
    const { inside, away, crowd, leave } = door()
    crowd('a', atOnce.usually + 2)
    expect(inside).toHaveLength(atOnce.usually)
    await leave()
    expect(inside.at(-1)).toBe(`a${atOnce.usually + 1}`)
    await leave()
    expect(inside.at(-1)).toBe(`a${atOnce.usually + 2}`)
    expect(away).toEqual([])
  })

  test('lets a crowd of a moment wait, and sends nobody away', async () => {
    const { inside, away, crowd, leave, at } = door()
    crowd('a', 1000)
    for (let n = 0; n < 1000 - atOnce.usually; n += 1) {
      at(n * 2)
      await leave()
    }
    expect(inside).toHaveLength(1000)
    expect(away).toEqual([])
  })

  test('is no crowd however long a line stands, while nobody waits long in it', async () => {
    const { queue, away, crowd, come, leave, at } = door()
    crowd('a', 2 * atOnce.usually)
    for (let n = 0; n < 1000; n += 1) {
      at(n * 3)
      await leave()
      come(`b${n}`)
      expect(queue.shedAtOnce('any')).toBeUndefined()
    }
    expect(away).toEqual([])
  })

  test('when nobody got in without a long wait for two seconds, sends away who waited', async () => {
    const { away, crowd, leave, at } = door()
    crowd('a', atOnce.usually + 2)
    at(1999)
    await leave()
    expect(away).toEqual([])
    crowd('b', 1)
    at(2001 + 1999)
    await leave()
    expect(away).toEqual([`a${atOnce.usually + 2}`, 'b1'])
  })

  test('stays so for a fifth of a second after somebody was sent away: fewer are inside, and the newest are served first', async () => {
    const { inside, crowd, leave, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    expect(inside).toHaveLength(atOnce.usually)
    at(2196)
    crowd('b', 2)
    await leave()
    await leave()
    expect(inside.slice(atOnce.usually)).toEqual(['b2', 'b1'])
  })

  test('stays so while anybody is sent away, though that empties the line', async () => {
    const { away, come, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    for (const time of [2180, 2370, 2560]) {
      at(time)
      come(`at ${time}`)
      at(time + 11)
      await leaveFew(1)
      come('another')
    }
    expect(away).toEqual([`a${atOnce.usually + 1}`, 'at 2180', 'at 2370', 'at 2560'])
  })

  test('of a shop that is crowded sends newcomers away before anything is done for them, once a round is waiting', async () => {
    const { queue, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    expect(queue.shedAtOnce('any')).toBeUndefined()
    await leaveFew()
    crowd('b', atOnce.crowded - 1)
    expect(queue.shedAtOnce('any')).toBeUndefined()
    crowd('c', 1)
    expect(queue.shedAtOnce('any')).toBe('unavailable')
    at(9000)
    expect(queue.shedAtOnce('any')).toBe('unavailable')
  })

  test('is as before when for a fifth of a second nobody was sent away and nobody waited', async () => {
    const { queue, inside, away, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    at(2202)
    crowd('b', atOnce.usually)
    expect(inside).toHaveLength(2 * atOnce.usually - atOnce.crowded)
    expect(queue.inLine).toBe(atOnce.crowded)
    expect(away).toEqual([`a${atOnce.usually + 1}`])
  })

  test('has a line of 2,000, and says so at once to who comes after that', async () => {
    const { queue, crowd } = door()
    crowd('a', 2000 + atOnce.usually)
    await expect(queue.enter('any')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

describe('of two origins', () => {
  /** Lets one origin have so many requests in progress and in its queue, and another come once. */
  const sharedDoor = (flood: number) => {
    const all = door()
    all.crowd('flood', flood, 'flood')
    all.come('guest1', 'guest')
    return all
  }

  test('one alone has every place; while others come it has a quarter, and the rest stays free for them', async () => {
    const { inside, come, crowd, leave, at } = sharedDoor(atOnce.usually)
    expect(inside).toHaveLength(atOnce.usually)
    for (let n = 0; n < atOnce.usually - shareOfOrigin; n += 1) await leave('flood')
    // One place was the guest's.
    expect(inside).toHaveLength(atOnce.usually + 1)
    crowd('more', 5, 'flood')
    expect(inside).toHaveLength(atOnce.usually + 1)
    come('guest2', 'guest')
    expect(inside.at(-1)).toBe('guest2')

    at(10_001)
    await leave('flood')
    at(10_300)
    crowd('alone', atOnce.usually - shareOfOrigin - 1, 'flood')
    expect(inside.filter((name) => name.startsWith('alone'))).toHaveLength(atOnce.usually - shareOfOrigin - 1)
  })

  test('the one with fewer requests in progress is next, however many of the other wait', async () => {
    const { inside, come, leave } = sharedDoor(500)
    expect(inside).toHaveLength(atOnce.usually)
    await leave('flood')
    expect(inside.at(-1)).toBe('guest1')
    come('guest2', 'guest')
    await leave('flood')
    expect(inside.at(-1)).toBe('guest2')
  })

  test('those with as many in progress take turns', async () => {
    const { inside, crowd, leave } = door()
    crowd('a', atOnce.usually, 'a')
    for (const name of ['b', 'c', 'd']) crowd(name, 2, name)
    for (let n = 0; n < 6; n += 1) await leave('a')
    expect(inside.slice(atOnce.usually)).toEqual(['b1', 'c1', 'd1', 'b2', 'c2', 'd2'])
  })

  test('the one whose requests wait too long is overloaded alone, and told that it had its share', async () => {
    const { queue, inside, away, crowd, come, leave, at } = sharedDoor(atOnce.usually + 20)
    await leave('flood')
    for (let time = 100; time <= 2001; time += 100) {
      at(time)
      await leave('guest')
      come(`guest at ${time}`, 'guest')
    }
    at(2001)
    // 27 go: as many are left as an overloaded origin may have.
    for (let n = 0; n < atOnce.usually - 1 - atOnce.crowded; n += 1) await leave('flood')
    expect(away).toHaveLength(20)
    crowd('again', atOnce.crowded, 'flood')
    expect(queue.shedAtOnce('flood')).toBe('too_many')
    expect(queue.shedAtOnce('guest')).toBeUndefined()
    come('guest', 'guest')
    expect(inside.at(-1)).toBe('guest')
  })

  test('a guest isn’t shed for the overload of the other, though the other’s requests take long', async () => {
    vi.useFakeTimers()
    const { queue, inside, away, come, leave, at } = door()
    const flood = async (until: number) => {
      for (let time = until - 2500; time <= until; time += 10) {
        at(time)
        if (!queue.shedAtOnce('flood')) come(`flood at ${time}`, 'flood')
        await vi.advanceTimersByTimeAsync(10)
      }
    }
    await flood(2500)
    await flood(5000)
    const before = away.length
    come('guest', 'guest')
    at(5500)
    await vi.advanceTimersByTimeAsync(500)
    expect(away.slice(before)).not.toContain('guest')
    await leave('flood')
    while (!inside.includes('guest')) await leave('flood')
    expect(inside.at(-1)).toBe('guest')
    vi.useRealTimers()
  })

  test('a guest that waits when the other’s queue turns out to be overloaded is served next, not shed', async () => {
    const { inside, away, leave, at } = sharedDoor(atOnce.usually + 100)
    at(2001)
    await leave('flood')
    expect(away).toHaveLength(100)
    expect(away).not.toContain('guest1')
    expect(inside.at(-1)).toBe('guest1')
  })

  test('when all queues are full, the newest of the longest makes way for one that has less', async () => {
    const { queue, inside, away, leave } = sharedDoor(2000 + atOnce.usually)
    await leave('flood')
    expect(inside.at(-1)).toBe('guest1')
    expect(away).toEqual([`flood${2000 + atOnce.usually}`])
    expect(queue.inLine).toBe(1999)
    void queue.enter('flood')
    await expect(queue.enter('flood')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 1 } })
  })

  test('of requests without a place one has 6 at a time while others come, and 64 alone', () => {
    const { queue, come } = door()
    for (let n = 0; n < 64; n += 1) expect(queue.enterBeside('flood')).toBe(true)
    expect(queue.enterBeside('flood')).toBe(false)
    come('guest1', 'guest')
    for (let n = 0; n < 58; n += 1) queue.leaveBeside('flood')
    expect(queue.enterBeside('flood')).toBe(false)
    expect(queue.enterBeside('guest')).toBe(true)
    queue.leaveBeside('flood')
    expect(queue.enterBeside('flood')).toBe(true)
  })

  test('none is remembered once its requests are over', async () => {
    const { queue, crowd, leave } = door()
    for (const name of ['a', 'b', 'c']) crowd(name, 20, name)
    for (const name of ['a', 'b', 'c']) for (let n = 0; n < 20; n += 1) await leave(name)
    expect([queue.size, queue.inLine]).toEqual([0, 0])
  })
})

describe.each([3, 7])(
  'beside %i origins with 100 connections each, which ask again as soon as they are answered',
  (floods) => {
    /** Works on 200 requests a second for 10 s, during which a guest asks ten times a second; returns what it was told. */
    async function flooded() {
      vi.useFakeTimers()
      let now = 0
      const queue = new FairQueue(() => now)
      const working: { from: string; answer: () => void }[] = []
      const told = new Map<string, number>()
      const ask = (from: string, over: (how: 'served' | 'too_many' | 'unavailable') => void) => {
        const shed = queue.shedAtOnce(from)
        if (shed) return over(shed)
        const begin = () => void working.push({ from, answer: () => over('served') })
        const waiting = queue.enter(from)
        if (waiting) waiting.then(begin, ({ code }) => over(code))
        else begin()
      }
      const again: string[] = Array.from({ length: floods * 100 }, (_, at) => `flood ${at % floods}`)
      for (let tick = 0; tick < 1010; tick += 1) {
        now = tick * 10
        for (const from of again.splice(0)) ask(from, () => again.push(from))
        if (tick >= 400 && tick < 1000 && tick % 10 === 0)
          ask('guest', (how) => void told.set(how, (told.get(how) ?? 0) + 1))
        for (const { from, answer } of working.splice(0, 2)) {
          queue.leave(from)
          answer()
        }
        await vi.advanceTimersByTimeAsync(10)
      }
      vi.useRealTimers()
      return told
    }

    test('a guest is served every time', async () => {
      expect(await flooded()).toEqual(new Map([['served', 60]]))
    })
  },
)

test('when many origins with a request each are too much together, the shop sheds them with unavailable', async () => {
  const { queue, inside, away, come, leave, at } = door()
  for (let n = 0; n < 400; n += 1) come(`o${n}`, `origin ${n}`)
  at(2001)
  for (let n = 0; n < atOnce.usually - atOnce.crowded + 1; n += 1) await leave(`origin ${n}`)
  expect(away).toHaveLength(400 - atOnce.usually)
  expect(inside).toHaveLength(atOnce.usually)
  for (let n = 1000; n < 1000 + atOnce.crowded + 1; n += 1) come(`o${n}`, `origin ${n}`)
  expect(queue.shedAtOnce('origin 2000')).toBe('unavailable')
})

test('those who read their answers slowly take no place', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  admitRequests(app, { hashing: new Set(), originOf: () => 'any' })
  const large = Buffer.alloc(20_000_000)
  const begun = Promise.withResolvers<void>()
  let answers = 0
  app.get('/large', async (_request, reply) => {
    answers += 1
    if (answers === atOnce.usually) begun.resolve()
    return reply.type('application/octet-stream').send(large)
  })
  app.get('/small', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: atOnce.usually }, () =>
    connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .end('GET /large HTTP/1.1\r\nhost: shop\r\n\r\n'),
  )
  await begun.promise
  expect((await fetch(`${url}/small`)).status).toBe(200)
  for (const socket of slow) socket.destroy()
  await app.close()
})

test('a request is inside until its answer is made, and one that hung up in line takes no place', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const queue = new FairQueue()
  admitRequests(app, { hashing: new Set(), originOf: () => 'any', queue })
  const gate = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    await gate.promise
    return { success: true }
  })
  app.get('/watched', { config: { evenFull: true } }, async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: atOnce.usually }, () => fetch(`${url}/slow`).then((response) => response.status))
  const giveUp = new AbortController()
  const waited = fetch(`${url}/slow`, { signal: giveUp.signal }).catch(() => 'hung up')
  while (queue.inLine < 1) await new Promise((resolve) => setImmediate(resolve))
  expect((await fetch(`${url}/watched`)).status).toBe(200)

  giveUp.abort()
  expect(await waited).toBe('hung up')
  gate.resolve()
  expect(await Promise.all(slow)).toEqual(Array(atOnce.usually).fill(200))
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  expect(queue.inLine).toBe(0)
  await app.close()
})

test('a route that takes no place is counted until its session is known, within the share of its origin', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const queue = new FairQueue(() => 0)
  const trustProxy: string[] = []
  admitRequests(app, { hashing: new Set(), originOf: originReader({ trustProxy, limits: true }), queue })
  const known = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const count = { lookups: 0, handled: 0 }
  app.get('/quick', async () => ({ success: true }))
  const lookUp = async () => {
    count.lookups += 1
    await known.promise
  }
  app.get('/stream', { config: { apart: true }, preValidation: lookUp }, async () => {
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
  const settled = (condition: () => boolean) =>
    vi.waitFor(() => expect(condition()).toBe(true), { interval: 5, timeout: 15_000 })

  expect(await ask('/quick', '127.0.0.77')).toBe(200)
  const flood = Array.from({ length: 60 }, () => ask('/stream', '127.0.0.66'))
  await settled(() => count.lookups + queue.inLine === 60)
  expect(count.lookups).toBe(shareOfOrigin)
  expect(await ask('/quick', '127.0.0.77')).toBe(200)
  // Those whose session is known take no place while they are answered: all of them are at once.
  known.resolve()
  await settled(() => count.handled === 60)
  answered.resolve()
  expect(await Promise.all(flood)).toEqual(Array(60).fill(200))
  await app.close()
})

describe('a flood of one address', () => {
  /** A server whose `/slow` answers when told to, behind proxies at 10.0.0.0/8 and on loopback. */
  async function floodedServer(trustProxy: string[]) {
    const app = makeEdge(fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false }), {
      origins: [],
      production: true,
    })
    let now = 0
    const queue = new FairQueue(() => now)
    admitRequests(app, { hashing: new Set(), originOf: originReader({ trustProxy, limits: true }), queue })
    const answers: (() => void)[] = []
    app.get('/slow', async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
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
      while (answers.length > 0) answers.shift()?.()
      await app.close()
    }
    return { queue, answers, ask, close, at: (milliseconds: number) => (now = milliseconds) }
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
    const { queue, answers, ask, close, at } = await floodedServer(trustProxy)
    const [flood, guest] = [66, 77]
    const come = (who: number) => ask(headersOf(who), localOf(who))
    const settled = (condition: () => boolean) =>
      vi.waitFor(() => expect(condition()).toBe(true), { interval: 5, timeout: 15_000 })

    const first = come(guest)
    await settled(() => answers.length === 1)
    const flooding = Array.from({ length: shareOfOrigin + 20 }, () => come(flood))
    // The flood has its share of the places; the rest stays free for others.
    await settled(() => answers.length === 1 + shareOfOrigin && queue.inLine === 20)
    const second = come(guest)
    await settled(() => answers.length === 2 + shareOfOrigin)

    at(2001)
    await settled(() => queue.inLine === 0)
    const third = come(guest)
    await settled(() => answers.length === 3 + shareOfOrigin)
    await close()
    const guests = await Promise.all([first, second, third])
    expect(guests.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = (await Promise.all(flooding)).filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    for (const { status, headers, json } of refused)
      expect([status, json.code, headers['retry-after']]).toEqual([429, 'too_many', '1'])
  })
})

test('a request that is sent away before anything is done for it gets the envelope and the guards', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const queue = new FairQueue()
  const guards = { 'x-content-type-options': 'nosniff', 'permissions-policy': 'usb=()' }
  admitRequests(app, { hashing: new Set(), originOf: () => 'any', guards, queue })
  queue.shedAtOnce = () => 'too_many'
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(url, { headers: { 'accept-language': 'th' } })
  expect([response.status, await response.json()]).toEqual([
    429,
    { success: false, code: 'too_many', message: refusals.too_many.th },
  ])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...guards,
    'retry-after': '1',
    'cache-control': 'no-store',
  })
  await app.close()
})

test('in the densest crowd only those are answered who ask how the shop is', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const queue = new FairQueue()
  admitRequests(app, { hashing: new Set(), originOf: () => 'any', queue })
  operationRoutes(app, { hindrances: async () => [] })
  app.get('/', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const statuses = () => Promise.all(['/', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  queue.shedAtOnce = () => 'unavailable'
  expect(await statuses()).toEqual([503, 200, 200])
  await app.close()
})
